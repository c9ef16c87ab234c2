// A grid's blocks, spread over the workers.
#ifndef SIM_GRID_H
#define SIM_GRID_H

#include "runner/device.h"
#include "sim/base/launch.h"

// Starts the workers. 0, or -1 if memory or threads are short.
int grid_open(const struct device_options *options);

// Of launches with as many blocks as the sample, only those of the sample run, until the next call. section 0: all run.
void grid_sample(const struct sample *sample);

// How many blocks were left out since then.
uint64_t grid_left_out(void);

// Sets what of a launch depends on the workers, and runs all its blocks. Returns when each worker has
// finished, or when a thread had to be stopped (launch->error). Reports and counters stay with the workers.
void grid_run(struct launch *launch);

#endif
