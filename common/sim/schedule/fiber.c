#define _GNU_SOURCE
#include "sim/schedule/fiber.h"

#include <fenv.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sim/base/limits.h"

// Stacks at the same distance modulo a power of two would share cache sets. So each starts some lines lower
// than the one before. The steps visit each set of a page once: 5 lines and 64 have no common divisor.
#ifdef __wasm__
enum { STAGGER_BYTES = 0, STAGGER_SPAN = 4096 };
#define GUARD_BYTES 4096
#else
enum { STAGGER_BYTES = 5 * 64, STAGGER_SPAN = 4096 };
#define GUARD_BYTES ((size_t)sysconf(_SC_PAGESIZE))
#endif

static __thread struct fiber_pool *starting;

#ifdef FIBER_OWN_SWITCH
// The entries of SIM_LEAVE come here, with the place to continue at and %rbp saved, and the function in %rax. The call
// of that function needs a stack pointer that is a multiple of 16.
__asm__(".text\n"
        ".p2align 5\n"
        ".globl sim_leave\n"
        ".type sim_leave, @function\n"
        "sim_leave:\n"
        "    movq %rsp, %rdi\n"
        "    andq $-16, %rsp\n"
        "    call *%rax\n"
        "    movq %rax, %rsp\n"
        "    popq %rcx\n"
        "    popq %rbp\n"
        "    jmpq *%rcx\n"
        ".size sim_leave, . - sim_leave\n");

_Noreturn static void start(void) {
    starting->entry(starting->argument);
    abort(); // entry never returns
}

// A stack as if `start`, which no function has called, had been left before its first instruction.
static void *make_context(char *top) {
    void **context = (void **)((uintptr_t)top & ~(uintptr_t)15) - 3;
    context[0] = (void *)(uintptr_t)start;
    context[1] = context[2] = NULL;
    return context;
}
#elif defined(__wasm__)
// What asyncify knows of a fiber, at the lowest address of its guard page, of which it uses the rest.
struct context {
    char *end, *limit; // of what it has saved; asyncify reads and writes these two
    char *stack;       // the stack pointer
    bool begun;
};

#define ASYNCIFY(name) __attribute__((import_module("asyncify"), import_name(name)))
ASYNCIFY("start_unwind") void start_unwind(struct context *context);
ASYNCIFY("stop_unwind") void stop_unwind(void);
ASYNCIFY("start_rewind") void start_rewind(struct context *context);
ASYNCIFY("stop_rewind") void stop_rewind(void);

__asm__(".globaltype __stack_pointer, i32\n");
static inline char *stack_pointer(void) {
    char *at;
    __asm__ volatile("global.get __stack_pointer\nlocal.set %0" : "=r"(at));
    return at;
}
static inline void set_stack_pointer(char *at) {
    __asm__ volatile("local.get %0\nglobal.set __stack_pointer" : : "r"(at) : "memory");
}

static struct fiber *next; // the fiber that continues when the running one has returned
static bool returns_to;    // the functions of a fiber are called again

__attribute__((noinline)) void fiber_switch(struct fiber *from, struct fiber *to) {
    struct context *context = from->context;
    if (returns_to) {
        returns_to = false;
        stop_rewind();
        return;
    }
    context->stack = stack_pointer();
    next = to;
    start_unwind(context);
}

__attribute__((noinline)) void fiber_start(struct fiber *scheduler, struct fiber *first) {
    char *const stack = stack_pointer();
    for (struct fiber *fiber = first; fiber != scheduler; fiber = next) {
        struct context *context = fiber->context;
        set_stack_pointer(context->stack);
        if (context->begun) {
            returns_to = true;
            start_rewind(context);
        }
        context->begun = true;
        starting->entry(starting->argument); // never returns, except to be continued
        stop_unwind();
    }
    set_stack_pointer(stack);
}

static void *make_context(char *top) {
    const uintptr_t stack = (uintptr_t)top & ~(uintptr_t)15;
    struct context *context = (struct context *)((uintptr_t)top - starting->slot_bytes);
    *context = (struct context){.end = (char *)(context + 1),
                                .limit = (char *)context + starting->guard_bytes,
                                .stack = (char *)stack};
    return context;
}
#else
static void start(struct fiber_transfer arrived) {
    struct fiber *from = arrived.data;
    from->context = arrived.context;
    starting->entry(starting->argument);
    abort(); // entry never returns
}

static void *make_context(char *top) {
    return make_fcontext(top, STACK_BYTES / 2, start);
}
#endif

static void make(struct fiber_pool *pool, size_t index) {
    char *top = pool->memory + pool->slot_bytes * (index + 1) - STAGGER_BYTES * index % STAGGER_SPAN;
    pool->fibers[index].context = make_context(top);
}

// Linux allows a process about 65,530 mappings, and mprotect() makes two of each stack. A large cooperative launch has
// more stacks; the rest do without.
enum { GUARDS_MAX = 30000 };
static _Atomic unsigned guards;

// Makes a page inaccessible: a stack that overflows must not reach the next one. 0, or -1.
static int guard(void *page, size_t bytes) {
#ifdef __linux__
    enum { GUARD_INSTALL = 102 }; // MADV_GUARD_INSTALL, since Linux 6.13: a quarter of mprotect's time
    if (madvise(page, bytes, GUARD_INSTALL) == 0) {
        return 0;
    }
#endif
    return atomic_fetch_add(&guards, 1) < GUARDS_MAX ? mprotect(page, bytes, PROT_NONE) : 0;
}

void fiber_pool_free(struct fiber_pool *pool) {
    if (pool->memory != NULL) {
        munmap(pool->memory, pool->slot_bytes * pool->capacity);
    }
    free(pool->fibers);
    *pool = (struct fiber_pool){.entry = pool->entry, .argument = pool->argument};
}

// Memory for `count` stacks and some more, and none of those before.
static int make_room_for(struct fiber_pool *pool, size_t count) {
    const size_t twice = 2 * pool->capacity < BLOCK_THREADS_MAX ? 2 * pool->capacity : BLOCK_THREADS_MAX;
    count = count > twice ? count : twice;
    fiber_pool_free(pool);
    pool->guard_bytes = GUARD_BYTES;
    pool->slot_bytes = STACK_BYTES + pool->guard_bytes;
    void *memory = mmap(NULL, pool->slot_bytes * count, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    pool->fibers = calloc(count + 2, sizeof(*pool->fibers));
    if (memory == MAP_FAILED || pool->fibers == NULL) {
        return -1;
    }
    pool->memory = memory;
    pool->capacity = count;
    return 0;
}

int fiber_pool_grow(struct fiber_pool *pool, size_t count) {
    starting = pool;
    if (count > pool->capacity && make_room_for(pool, count) != 0) {
        return -1;
    }
    for (; pool->count < count; pool->count++) {
        if (guard(pool->memory + pool->slot_bytes * pool->count, pool->guard_bytes) != 0) {
            return -1;
        }
        make(pool, pool->count);
    }
    return 0;
}

void fiber_pool_restart(struct fiber_pool *pool, size_t count) {
    for (size_t i = 0; i < count; i++) {
        make(pool, i);
    }
}

long fiber_guard(const struct fiber_pool *pool, uintptr_t address) {
    uintptr_t offset = address - (uintptr_t)pool->memory;
    if (pool->memory == NULL || offset >= pool->slot_bytes * pool->count ||
        offset % pool->slot_bytes >= pool->guard_bytes) {
        return -1;
    }
    return (long)(offset / pool->slot_bytes);
}

void fiber_settle_flags(void) {
    feraiseexcept(FE_ALL_EXCEPT);
}
