// The threads of a block: how they wait, continue and end. Each is a fiber that runs until it waits; then it
// switches directly to the next lane of its warp, or to the scheduler (block.c).
#ifndef SIM_LANE_H
#define SIM_LANE_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/cuda/sim/leave.h"
#include "sim/warp/warp.h"

struct worker;

// The threads of a block on their way to a barrier. lane.c counts, block.c evaluates it when no thread can run.
struct arrivals {
    unsigned done;       // threads that have left the kernel
    unsigned at_barrier; // threads at the block barrier
    unsigned arrived;    // more of them, of the warp that runs
    uint32_t pc;         // of the last block barrier that a thread reached
    uint32_t passed_pc;  // of the block's last barrier, which all its threads have passed; 0: none
    bool differ;         // the waiting threads are at different block barriers
    bool by_call;        // they wait by a call, so struct lane has their frames; otherwise by SIM_LEAVE
    bool at_grid;        // some wait for the whole grid
    bool at_object;      // all are at a cuda::barrier, and the last of them has arrived
};

// The running thread, and the short way of a whole warp to a block barrier, in the fixed order: its lanes are recorded
// only once one of them takes another way. turn.h writes it, and block.c ends it.
struct turn {
    struct fiber *running;
    struct fiber *last; // the threads after the running one, up to it, are ready; NULL: no short way
    uint32_t caller;    // return address at the barrier arrivals.pc
    unsigned first;     // the threads from this one on, up to the running one, wait there
};

// ---- The two waits: all other code that lets a thread run calls one of them ----

// lane_wait_for_block(worker, pc, frame): the running thread waits at a block barrier, until the block's other threads
// are there. `frame`: the frame address of the function that the thread has called.
void lane_wait_for_block(struct worker *worker, uint32_t pc, const void *frame);

#ifdef SIM_LEAVE
// LANE_BLOCK_ENTRY(entry, function): an entry of SIM_LEAVE that waits so. `void *function(void *context)` returns
// lane_leave_for_block(); it is called where there is no short way from one lane to the next.
#define LANE_BLOCK_ENTRY(entry, function)                                                                    \
    __asm__(".text\n"                                                                                        \
            ".p2align 4\n"                                                                                   \
            ".globl " #entry "\n"                                                                            \
            ".type " #entry ", @function\n" #entry ":\n"                                                     \
            "    leaq " #function "(%rip), %rdx\n"                                                           \
            "    jmp lane_leave_for_block_short\n"                                                           \
            ".size " #entry ", . - " #entry "\n")
void *lane_leave_for_block(struct worker *worker, uint32_t pc, void *context);

// Where the thread with this context continues.
static inline const void *lane_continues_at(const void *context) {
    return *(void *const *)context;
}
#endif

// lane_wait(worker, state, pc): the running thread waits at this instruction for lanes of its warp (LANE_WARP), or only
// lets others run, of its warp (LANE_CUT) or of its block (LANE_POLL).
void lane_wait(struct worker *worker, enum lane_state state, uint32_t pc);

// ---- For the scheduler, and what stops a thread ----

// lane_run(worker, warp): runs the lanes of a warp that are ready until each waits or has ended.
void lane_run(struct worker *worker, struct warp *warp);

// lane_stop(worker): the running thread never continues. Its block has failed, or is about to.
_Noreturn void lane_stop(struct worker *worker);

// Does it matter how often a thread waits, because its turns are recorded, or are in a random order?
bool lane_turns_matter(const struct worker *worker);

// Lanes that were only stopped in the middle continue: `stopped`, one bit each, which becomes 0.
void lane_resume(struct worker *worker, struct warp *warp, uint32_t *stopped);

// Fails the launch with an `enum launch_error`: abandons the worker's block, and ends the launch.
void lane_fail(struct worker *worker, int error);

// The same for the running thread. Does not return.
_Noreturn void lane_abandon(struct worker *worker, int error);

// A new epoch begins for the running thread and those of its warp that run after it.
void lane_next_epoch(struct worker *worker);

// The body of a fiber: runs the kernel for one thread of each block in turn. Never returns.
void lane_fiber(void *worker);

#endif
