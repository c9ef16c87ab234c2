// lab09: what your functions receive, and what they must produce. Included by starter.cu and solution.cu.
#ifndef LAB_H
#define LAB_H

#include <stddef.h>

#include "operator.h" // value_t, identity(), combine(a, b)

// A block scans one section, two elements per thread. The parts have sections of different lengths, to show
// that nothing depends on how often a stride can double.
#define SECTION_SIZE       1024 // elements per section in parts "inclusive" and "padded": 2^10
#define SHORT_SECTION_SIZE 512  // elements per section in part "exclusive": 2^9

#ifdef __cplusplus
extern "C" {
#endif

// The scan of each section of d_in by itself, for any n from 0. The last section may be shorter. The
// operator, written + here, is combine(). It is associative but may not commute, so keep its operands in the
// order of the elements.
//
//   d_in    n values in device memory, const: they must not change
//   d_out   n values in device memory, not initialized: write all of them
//   n       number of elements
//
// The functions free everything they allocate, and launch only their own kernels.

// Part "inclusive": d_out[i] is the sum of all elements of its section up to and including d_in[i].
//
// If SECTION_SIZE were 4, [3 1 7 0 4 1 6 3] would give [3 4 11 11 4 5 11 14].
void scan_inclusive(const value_t *d_in, value_t *d_out, size_t n);

// Part "exclusive": d_out[i] is the sum of all elements of its section before d_in[i]. The first value of a
// section is the identity.
//
// If SHORT_SECTION_SIZE were 4, [3 1 7 0 4 1 6 3] would give [0 3 4 11 0 4 5 11].
void scan_exclusive(const value_t *d_in, value_t *d_out, size_t n);

// Part "padded": the same as part "inclusive", without its bank conflicts.
void scan_padded(const value_t *d_in, value_t *d_out, size_t n);

#ifdef __cplusplus
}
#endif

// For the harness: each part's kind, name and function.
#define LAB_PARTS(PART)                                                                                      \
    PART(SCAN, inclusive, scan_inclusive)                                                                    \
    PART(SCAN, exclusive, scan_exclusive)                                                                    \
    PART(SCAN, padded, scan_padded)

#endif
