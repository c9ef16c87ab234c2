// Explains a wrong scan by the elements that it combines. This needs no knowledge of the kernel.
#ifndef LABS_HYPOTHESIS_SCAN_H
#define LABS_HYPOTHESIS_SCAN_H

#include "check/check.h"
#include "check/explain/hypothesis.h"

// Writes up to HYPOTHESIS_MAX phrases to `found`, the most likely first, and returns how many. They are about
// the whole output or, if none fits, about the first wrong element and those after it. Each was verified for
// this very input. `actual` is the wrong output of n values for the n values at `in`; `kind` and `section`
// (judge/oracle.h) say what was expected. Float sums are not exact, so they are not examined.
//
//     sum, LAB_INCLUSIVE_SCAN, in = [3 1 7 0], actual = [0 3 4 11]:
//     "is the exclusive scan"
size_t hypothesis_scan(enum lab_kind kind, size_t section, enum operator_id operator_id, const void *in,
                       size_t n, const void *actual, struct said found[HYPOTHESIS_MAX]);

#endif
