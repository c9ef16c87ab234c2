// The times of one thing, measured often: how often is enough, and what is told of them.
#ifndef LABS_BENCH_TIMES_H
#define LABS_BENCH_TIMES_H

#include <stdbool.h>

enum {
    RUNS_MIN = 9, // of one process
    RUNS_MAX = 41,
    PROCESSES = 7,
    TIMES_MAX = PROCESSES * RUNS_MAX
};

struct times {
    double values[TIMES_MAX]; // ms
    int count;
};

// TIMES_MAX fit; what comes after is not kept.
void times_add(struct times *times, double milliseconds);
void times_add_all(struct times *times, const struct times *more);

// The mean of the middle half of the times, of which there is at least one. Like the median it leaves out
// whatever was disturbed, but of several processes' times, and of times in steps of a clock (32 ns on an
// H200), it is the steadier one.
double times_middle(const struct times *times);

// The given share of the times, of which there is at least one, is not above it: 0.1 is the tenth
// percentile. Between two times it is interpolated.
double times_percentile(const struct times *times, double share);

// Is the half width of the middle half of the times, divided by the root of their number, under 0.2 % of
// their middle, and are there RUNS_MIN?
bool times_steady(const struct times *times);

#endif
