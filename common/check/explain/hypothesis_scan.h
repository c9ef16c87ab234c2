// What a wrong scan happens to be: help that needs no look into the kernel.
#ifndef LABS_HYPOTHESIS_SCAN_H
#define LABS_HYPOTHESIS_SCAN_H

#include "check/check.h"
#include "check/explain/hypothesis.h"

// Fills `texts` with up to HYPOTHESIS_MAX phrases about the whole output, the likeliest first, or about what
// begins with the first wrong element where none fits, and returns how many. Each has been verified for this
// very input. `actual` is the n values of a wrong output for the n values at `in`, and `kind` with its
// `section` (oracle.h) what was asked for. Floats, whose sums are not exact, are not looked at.
//
//     sum, LAB_INCLUSIVE_SCAN, in = [3 1 7 0], actual = [0 3 4 11]:
//     "is the exclusive scan"
size_t hypothesis_scan(enum lab_kind kind, size_t section, enum operator_id operator_id, const void *in,
                       size_t n, const void *actual, char texts[HYPOTHESIS_MAX][HYPOTHESIS_SIZE]);

#endif
