#include "bench/times.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double SPREAD_SMALL = 0.002;

void times_add(struct times *times, double milliseconds) {
    if (times->count < TIMES_MAX) {
        times->values[times->count++] = milliseconds;
    }
}

void times_add_all(struct times *times, const struct times *more) {
    for (int i = 0; i < more->count; i++) {
        times_add(times, more->values[i]);
    }
}

static int by_value(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static void sort(const struct times *times, double sorted[TIMES_MAX]) {
    memcpy(sorted, times->values, (size_t)times->count * sizeof(*sorted));
    qsort(sorted, (size_t)times->count, sizeof(*sorted), by_value);
}

double times_percentile(const struct times *times, double share) {
    double sorted[TIMES_MAX];
    sort(times, sorted);
    double at = share * (times->count - 1);
    int below = (int)at;
    int above = below + 1 < times->count ? below + 1 : below;
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

double times_middle(const struct times *times) {
    double sorted[TIMES_MAX], sum = 0;
    sort(times, sorted);
    int aside = times->count / 4;
    for (int i = aside; i < times->count - aside; i++) {
        sum += sorted[i];
    }
    return sum / (times->count - 2 * aside);
}

bool times_steady(const struct times *times) {
    if (times->count < RUNS_MIN) {
        return false;
    }
    double half = (times_percentile(times, 0.75) - times_percentile(times, 0.25)) / 2;
    return half / sqrt(times->count) < SPREAD_SMALL * times_middle(times);
}
