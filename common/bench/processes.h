// Runs the bench's processes and collects their times.
#ifndef LABS_BENCH_PROCESSES_H
#define LABS_BENCH_PROCESSES_H

#include "bench/measure.h"

enum { TARGETS_MAX = 16 };

// All rows, by target and power of two, in memory that the processes share.
struct table {
    struct row rows[TARGETS_MAX][POWER_MAX + 1];
};

// Measures `count` targets for n = 2^low, 2^(low + step), ... 2^high, and prints the head and the progress.
// Returns NULL, after a message, when memory is short. *code is 0, or the exit code of the process that
// failed; no process runs after that one.
const struct table *processes_run(const struct target *targets, int count, int low, int high, int step,
                                  int *code);

#endif
