// Repeated times of one call: how many are enough, and how they are summarized.
#ifndef LABS_BENCH_TIMES_H
#define LABS_BENCH_TIMES_H

#include <stdbool.h>

enum {
    RUNS_MIN = 9, // per process
    RUNS_MAX = 41,
    PROCESSES = 7,
    TIMES_MAX = PROCESSES * RUNS_MAX
};

struct times {
    double values[TIMES_MAX]; // ms
    int count;
};

// Adds times. Those after TIMES_MAX are dropped.
void times_add(struct times *times, double milliseconds);
void times_add_all(struct times *times, const struct times *more);

// The mean of the middle half of the times; there must be at least one. Like the median it ignores disturbed
// runs, but it varies less if the times come from several processes or in steps of a clock (32 ns on an H200).
double times_middle(const struct times *times);

// The percentile of the times for a share: 0.1 is the tenth percentile. There must be at least one time. It
// is interpolated between two times.
double times_percentile(const struct times *times, double share);

// Is the half width of the middle half of the times, divided by the root of their number, under 0.2 % of
// their middle, and are there RUNS_MIN?
bool times_steady(const struct times *times);

#endif
