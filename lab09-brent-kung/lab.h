// lab09: what your functions are given, and what they must leave. starter.cu and solution.cu include this.
#ifndef LAB_H
#define LAB_H

#include <stddef.h>

#include "operator.h"

// A section is what a block scans: two elements a thread. The parts have sections of different lengths, so
// that nothing depends on how often a stride can double.
#define SECTION_SIZE       1024 // elements a section in parts "inclusive" and "padded": 2^10
#define SHORT_SECTION_SIZE 512  // elements a section in part "exclusive": 2^9

#ifdef __cplusplus
extern "C" {
#endif

// The scan of each section of d_in by itself, for any n from 0. The last section may be shorter.
//
//   d_in    n values in device memory, const: they must be the same afterwards
//   d_out   n values in device memory, to be written
//   n       elements
//
// Operands in the order of the elements: combine() may not commute. Launch no other kernels than your own.

// Part "inclusive": d_out[i] is all of its section up to and with d_in[i].
// If a section had 4 elements and the operator were the sum:
// [3 1 7 0 4 1 6 3] gives [3 4 11 11 4 5 11 14].
void scan_inclusive(const value_t *d_in, value_t *d_out, size_t n);

// Part "exclusive": d_out[i] is all of its section before d_in[i]; the identity for the first of a section.
// With sections of 4 elements, [3 1 7 0 4 1 6 3] gives [0 3 4 11 0 4 5 11].
void scan_exclusive(const value_t *d_in, value_t *d_out, size_t n);

// Part "padded": the same as part "inclusive", without its bank conflicts.
void scan_padded(const value_t *d_in, value_t *d_out, size_t n);

#ifdef __cplusplus
}
#endif

// Which function is which part, and of what kind, for the harness.
#define LAB_PARTS(PART)                                                                                      \
    PART(SCAN, inclusive, scan_inclusive)                                                                    \
    PART(SCAN, exclusive, scan_exclusive)                                                                    \
    PART(SCAN, padded, scan_padded)

#endif
