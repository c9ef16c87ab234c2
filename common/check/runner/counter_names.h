// Names and sums of counters. common/runner/counters.h defines each counter.
#ifndef LABS_COUNTER_NAMES_H
#define LABS_COUNTER_NAMES_H

#include "runner/counters.h"

extern const char *const counter_names[COUNTER_COUNT];  // "working_warps"
extern const char *const counter_titles[COUNTER_COUNT]; // "working warps"
extern const char *const counter_definitions[COUNTER_COUNT];

// Position in the arrays above and in a struct counters; -1 for an unknown name.
int counter_index(const char *name);

uint64_t counter_value(const struct counters *counters, int index);

void counters_add(struct counters *sum, const struct counters *more);

#endif
