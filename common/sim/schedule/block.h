// Running one block: which thread goes next, and what they wait for.
//
// A fiber runs until it waits. Within a warp the lanes go one after the other, each switching straight to the
// next; then the warp's accesses are counted (counting.h) and what its lanes wait for is looked at. When no
// warp can go on, all threads stand at the block barrier, or have left, or will wait for ever.
#ifndef SIM_BLOCK_H
#define SIM_BLOCK_H

#include "sim/schedule/worker.h"

// Runs block number `block` (linear index in the grid) of the worker's launch to its end, or until a thread
// has to be stopped (worker->abandoned).
void block_run(struct worker *worker, uint64_t block);

// The running thread waits, in this state, at this instruction. Returns when it goes on.
void block_wait(struct worker *worker, enum lane_state state, uint32_t pc);

// Lanes that were only stopped in the middle go on: `stopped`, a bit each, which becomes 0.
void block_resume(struct worker *worker, struct warp *warp, uint32_t *stopped);

// Stops the running thread and with it the launch, with a cudaError_t. Does not return.
_Noreturn void block_abandon(struct worker *worker, int error);

// The body of a fiber: runs the kernel for one thread of one block after the other. Never returns.
void block_fiber(void *worker);

// "thread 3 of block 0", "thread (3,1,0) of block (0,2,0)"; returns `text`.
char *block_name_thread(const struct launch *launch, uint32_t serial, unsigned thread, char *text,
                        size_t size);

#endif
