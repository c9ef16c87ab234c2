// lab07: what your functions receive, and what they must produce. Included by starter.cu and solution.cu.
#ifndef LAB_H
#define LAB_H

#include <stddef.h>

#include "operator.h" // value_t, identity(), combine(a, b)

#define BLOCK_SIZE   256 // threads per block in parts "inclusive" and "exclusive"
#define SECTION_SIZE 256 // values per section, and threads per block, in part "mend"

#ifdef __cplusplus
extern "C" {
#endif

// The scan of the n values at d_in, for any n from 0. The operator, written + here, is combine(). It is
// associative but may not commute, so keep its operands in the order of the elements.
//
//   d_in     n values in device memory, const: they must not change
//   d_out    n values in device memory, not initialized: write all of them
//   n        number of elements
//
// The functions free everything they allocate, and launch only their own kernels.

// Part "inclusive": d_out[i] is d_in[0] + ... + d_in[i]. One thread per output.
//
// [3 5 2 7 28 4 3 0 8 1] gives [3 8 10 17 45 49 52 52 60 61].
void scan_inclusive(const value_t *d_in, value_t *d_out, size_t n);

// Part "exclusive": d_out[i] is d_in[0] + ... + d_in[i - 1], and d_out[0] is the identity. One thread per
// output.
//
// [3 1 7 0 4 1 6 3] gives [0 3 4 11 11 15 16 22].
void scan_exclusive(const value_t *d_in, value_t *d_out, size_t n);

// Part "mend": one block scans each section of SECTION_SIZE elements by itself, inclusively. The last section
// may be shorter. (lab10 joins the sections.)
//
// If SECTION_SIZE were 4, [3 1 7 0 4 1 6 3] would give [3 4 11 11 4 5 11 14].
void scan_sections(const value_t *d_in, value_t *d_out, size_t n);

#ifdef __cplusplus
}
#endif

// For the harness: each part's kind, name and function.
#define LAB_PARTS(PART)                                                                                      \
    PART(SCAN, inclusive, scan_inclusive)                                                                    \
    PART(SCAN, exclusive, scan_exclusive)                                                                    \
    PART(SCAN, mend, scan_sections)

#endif
