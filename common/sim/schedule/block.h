// Running one block: which warp goes next, and what happens when its threads wait.
//
// Within a warp the lanes run one after the other, each switching directly to the next (turn.h). Then the
// warp's accesses are counted (warp/counting.h), and lanes that wait for each other are matched
// (warp/sync.h). When no warp can run, every thread is at the block barrier, has left, spins, or waits for
// lanes that will not come.
#ifndef SIM_BLOCK_H
#define SIM_BLOCK_H

#include "sim/schedule/worker.h"

// Runs block number `block` (linear index in the grid) of the worker's launch to its end, or until a thread
// must be stopped (worker->abandoned).
void block_run(struct worker *worker, uint64_t block);

#endif
