// Which cases a part is tried with, in which order.
#ifndef LABS_CASES_H
#define LABS_CASES_H

#include "check/check.h"
#include "check/plan/options.h"

struct check_case {
    enum operator_id operator_id;
    size_t n;                          // elements
    uint64_t seed;                     // of its input
    const struct lab_example *example; // whose input it is instead; NULL: none's
    const struct lab_order *order;     // in which blocks run; NULL: the options'
};

// The part's cases: its examples, then operator by operator each size once, the smallest first, so that the
// first failure is the smallest, then its orders; seeds count up from the options' one. With --n that size
// alone, with
// --example that example alone, with --operator that operator alone. An array of *count cases to be freed;
// NULL when there is no memory for it.
struct check_case *cases_make(const struct lab_part *part, const struct options *options, size_t *count);

#endif
