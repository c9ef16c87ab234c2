// What the simulated GPU counted in a run, line by line of the source.
#ifndef LABS_LINE_COUNTERS_H
#define LABS_LINE_COUNTERS_H

#include "check/runner/case_outcome.h"
#include "check/runner/source.h"

struct line {
    struct source_place place;
    struct counters total;
};

// The run's counters by line, sorted by file and line; to be freed. Instructions of unknown lines are left
// out. NULL, with *count 0, when memory is short.
struct line *lines_make(const struct case_outcome *run, const struct source *source, size_t *count);

#endif
