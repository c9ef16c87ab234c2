// Which cases a part is tried with, in which order.
#ifndef LABS_CASES_H
#define LABS_CASES_H

#include "check.h"
#include "options.h"

struct check_case {
    size_t n;      // elements
    uint64_t seed; // of its input
};

// Fills `cases` (room for LAB_CASE_MAX): the part's sizes, each once, the smallest first, so that the first
// failure is the smallest; seeds count up from the options' one. With --n just that one. Returns how many.
size_t cases_make(const struct lab_part *part, const struct options *options, struct check_case *cases);

#endif
