// Running one block: which warp goes next, and what happens when its threads wait.
//
// Within a warp the lanes run one after the other, each switching straight to the next (turn.h). Then the
// warp's accesses are counted (warp/counting.h) and lanes that wait for each other are matched (warp/sync.h).
// When no warp can run, all threads stand at the block barrier, or have left, or spin, or wait for lanes that
// will not come.
#ifndef SIM_BLOCK_H
#define SIM_BLOCK_H

#include "sim/schedule/worker.h"

// Runs block number `block` (linear index in the grid) of the worker's launch to its end, or until a thread
// has to be stopped (worker->abandoned).
void block_run(struct worker *worker, uint64_t block);

#endif
