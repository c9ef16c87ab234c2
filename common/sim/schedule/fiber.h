// The stacks and contexts of a block's simulated threads. On x86-64 the switch is our own: it does not save
// the floating-point control words, which no kernel changes, and so takes a third less time. Elsewhere it is
// Boost.Context's.
//
// A fiber switches directly to the next one, which takes half as many switches as a scheduler.
//
// Cost: O(1) per switch. A worker's stacks are reused for each block, so it has memory for those of the
// largest block.
#ifndef SIM_FIBER_H
#define SIM_FIBER_H

#include <stddef.h>
#include <stdint.h>

#include "sim/base/launch.h"
#include "sim/cuda/sim/leave.h"

struct fiber {
    void *context; // where it continues; valid while it does not run
    // What the turn of its simulated thread begins with (turn.h).
    uintptr_t origin;
    struct thread_index index;
};

struct fiber_pool {
    char *memory;                   // one mapping: a guard page below each stack
    size_t slot_bytes, guard_bytes; // of a stack with its guard, and of the guard
    size_t count, capacity;         // fibers with a stack, and the stacks for which there are addresses
    struct fiber *fibers;
    void (*entry)(void *argument);
    void *argument;
};

// Makes sure that the pool has `count` fibers, none of which runs or waits now. Each starts by calling entry(argument),
// which never returns. 0, or -1 if memory is short.
int fiber_pool_grow(struct fiber_pool *pool, size_t count);

// Resets the first `count` fibers to their start and discards their stacks.
void fiber_pool_restart(struct fiber_pool *pool, size_t count);

void fiber_pool_free(struct fiber_pool *pool);

// fiber_switch(from, to): saves the running context in `*from` and continues in `to`. SIM_LEAVE
// (cuda/sim/leave.h) does the same from the student's code.
#ifdef SIM_LEAVE_CLOBBERS
#define FIBER_OWN_SWITCH
// FIBER_ENTRY(entry, function): an entry of SIM_LEAVE. `void *function(void *context)` gets the context of the thread
// that waits, and returns the one to continue in.
#define FIBER_ENTRY(entry, function)                                                                         \
    __asm__(".text\n"                                                                                        \
            ".globl " #entry "\n"                                                                            \
            ".type " #entry ", @function\n" #entry ":\n"                                                     \
            "    pushq %rbp\n"                                                                               \
            "    pushq %rcx\n"                                                                               \
            "    leaq " #function "(%rip), %rax\n"                                                           \
            "    jmp sim_leave\n"                                                                            \
            ".size " #entry ", . - " #entry "\n")

// A waiting context, from its stack pointer upwards:
//
//     where it continues | %rbp | ...
//
// Between the two stacks, the caller's frame is nowhere to be found: a signal that arrives there must see no callers
// instead of wrong ones.
static inline void fiber_switch(struct fiber *from, struct fiber *to) {
    void **place = &from->context, *context = to->context;
    __asm__ volatile(".cfi_remember_state\n\t"
                     ".cfi_undefined %%rip\n\t"
                     "pushq %%rbp\n\t"
                     "leaq 1f(%%rip), %%rax\n\t"
                     "pushq %%rax\n\t"
                     "movq %%rsp, (%0)\n\t"
                     "movq %1, %%rsp\n\t"
                     "popq %%rcx\n\t"
                     "popq %%rbp\n\t"
                     "jmpq *%%rcx\n\t"
                     ".cfi_restore_state\n"
                     "1:"
                     : "+D"(place), "+S"(context)
                     :
                     : SIM_LEAVE_CLOBBERS);
}

// The frame pointer of a waiting fiber's function.
static inline const void *fiber_frame(const struct fiber *fiber) {
    return ((void *const *)fiber->context)[1];
}
#elif defined(__wasm__)
// WebAssembly has no stacks to switch between: its asyncify (Binaryen's wasm-opt) returns from all functions of a
// fiber, whose variables it saves at `context`, and later calls them again up to the place where the fiber has left. So
// all fibers are called from one loop, in fiber_start().
void fiber_switch(struct fiber *from, struct fiber *to);
void fiber_start(struct fiber *scheduler, struct fiber *first);
#else
// Boost.Context's C entry points (boost/context/detail/fcontext.hpp declares them for C++).
struct fiber_transfer {
    void *context; // of the one that jumped here
    void *data;
};
struct fiber_transfer jump_fcontext(void *to, void *data);
void *make_fcontext(void *stack_top, size_t size, void (*function)(struct fiber_transfer));

static inline void fiber_switch(struct fiber *from, struct fiber *to) {
    struct fiber_transfer arrived = jump_fcontext(to->context, from);
    struct fiber *previous = arrived.data;
    previous->context = arrived.context;
}
#endif

#ifndef __wasm__
// The same from the scheduler, which is no fiber of the pool.
static inline void fiber_start(struct fiber *scheduler, struct fiber *first) {
    fiber_switch(scheduler, first);
}
#endif

// Lowest address of a fiber's stack, STACK_BYTES long.
static inline uintptr_t fiber_stack(const struct fiber_pool *pool, size_t index) {
    return (uintptr_t)pool->memory + pool->slot_bytes * index + pool->guard_bytes;
}

// The index of the fiber whose guard page contains `address`, or -1.
long fiber_guard(const struct fiber_pool *pool, uintptr_t address);

// Sets the sticky floating-point flags of this OS thread. Call it before the pool grows: Boost.Context saves
// and restores the control word, which is slow once the flags of two contexts differ.
void fiber_settle_flags(void);

#endif
