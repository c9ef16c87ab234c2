// The times of one thing, measured often: how often is enough, and what is told of them.
#ifndef LABS_BENCH_TIMES_H
#define LABS_BENCH_TIMES_H

#include <stdbool.h>

enum {
    RUNS_MIN = 9, // of one sitting
    RUNS_MAX = 41,
    SITTINGS = 7,
    TIMES_MAX = SITTINGS * RUNS_MAX
};

struct times {
    double values[TIMES_MAX]; // ms
    int count;
};

// TIMES_MAX fit; what comes after is not kept.
void times_add(struct times *times, double milliseconds);
void times_add_all(struct times *times, const struct times *more);

// The given share of the times, of which there is at least one, is not above it: 0.5 is the median. Between
// two times it is interpolated.
double times_percentile(const struct times *times, double share);
double times_median(const struct times *times);

// Is the half width of the middle half of the times, divided by the root of their number, under 0.2 % of the
// median, and are there RUNS_MIN?
bool times_steady(const struct times *times);

#endif
