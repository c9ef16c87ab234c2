// What is told where not all threads of a block wait at the same barrier.
#ifndef SIM_DIVERGENT_H
#define SIM_DIVERGENT_H

#include "sim/schedule/worker.h"

// All of the block's threads that still run stand at a barrier, and some at another one, or not all still
// run. One report for each pair of places. Cost: O(threads of the block).
void divergent_report(struct worker *worker);

#endif
