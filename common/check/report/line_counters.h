// The simulated GPU's counters of a run, for each line of the source.
#ifndef LABS_LINE_COUNTERS_H
#define LABS_LINE_COUNTERS_H

#include "check/runner/case_outcome.h"
#include "check/runner/source.h"

struct line {
    struct source_place place;
    struct counters total;
};

// The run's counters by line, sorted by file and line. Instructions of unknown lines are omitted. The caller
// frees the array; NULL, with *count 0, when memory is short.
struct line *lines_make(const struct case_outcome *run, const struct source *source, size_t *count);

#endif
