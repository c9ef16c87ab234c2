// The output of the bench, in columns that common/cli/bench.c reads.
#ifndef LABS_BENCH_PRINT_H
#define LABS_BENCH_PRINT_H

#include "bench/measure.h"

// The device that is open, and the columns' names.
void print_head(void);

// Prints the current measurement, in a line that begins with "~ ".
void print_progress(const struct target *target, int power, int process);

void print_row(const struct target *target, int power, const struct row *row);

#endif
