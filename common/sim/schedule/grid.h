// Launches: a grid's blocks spread over the workers, and what they found put together.
#ifndef SIM_GRID_H
#define SIM_GRID_H

#include "runner/device.h"
#include "sim/schedule/worker.h"

// Starts the workers. 0, or -1 when memory or threads are short.
int grid_open(const struct device_options *options);

// Forgets earlier launches; records go to `sink` from now on.
void grid_begin_case(const struct device_sink *sink);

unsigned grid_launches(void); // in this case, those that were accepted
unsigned grid_workers(void);
struct worker *grid_worker(unsigned number);

// The error that a stopped kernel has left (cudaError_t, sticky); 0: none.
int grid_error(void);

#endif
