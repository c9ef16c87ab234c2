// lab08: what your functions receive, and what they must produce. Included by starter.cu and solution.cu.
#ifndef LAB_H
#define LAB_H

#include <stddef.h>

#include "operator.h" // value_t, identity(), combine(a, b)

#define SECTION_SIZE 512  // values per section, and threads per block, in all parts except "full_block"
#define SECTION_MAX  1024 // the same in part "full_block": the largest possible block

#ifdef __cplusplus
extern "C" {
#endif

// Scans of sections. The n values at d_in, for any n from 0, are cut into sections of SECTION_SIZE values;
// the last one may be shorter. Each section is scanned by itself. (lab10 joins them.) The operator, written +
// here, is combine(). It is associative but may not commute, so keep its operands in the order of the
// elements.
//
//   d_in     n values in device memory, const: they must not change
//   d_out    n values in device memory, not initialized: write all of them
//   n        number of elements
//
// The functions free everything they allocate, and launch only their own kernels.

// Part "inclusive": each value becomes the sum from the start of its section up to and including itself. Two
// barriers per step.
//
// If SECTION_SIZE were 4, [5 2 1 3 6 7 0 4] would give [5 7 8 11 6 13 13 17].
void scan_inclusive(const value_t *d_in, value_t *d_out, size_t n);

// Part "exclusive": each value becomes the sum of all values of its section before it. The first value of a
// section becomes the identity.
//
// If SECTION_SIZE were 4, [5 2 1 3 6 7 0 4] would give [0 5 7 8 0 6 13 13].
void scan_exclusive(const value_t *d_in, value_t *d_out, size_t n);

// Part "ping_pong": like "inclusive", with two buffers and one barrier per step.
void scan_ping_pong(const value_t *d_in, value_t *d_out, size_t n);

// Part "full_block": like "ping_pong", with SECTION_MAX values per section and threads per block.
void scan_full_block(const value_t *d_in, value_t *d_out, size_t n);

// Part "from_inclusive": like "exclusive", computed from the inclusive scan.
void scan_from_inclusive(const value_t *d_in, value_t *d_out, size_t n);

// Part "from_exclusive": like "inclusive", computed from the exclusive scan.
void scan_from_exclusive(const value_t *d_in, value_t *d_out, size_t n);

#ifdef __cplusplus
}
#endif

// For the harness: each part's kind, name and function.
#define LAB_PARTS(PART)                                                                                      \
    PART(SCAN, inclusive, scan_inclusive)                                                                    \
    PART(SCAN, exclusive, scan_exclusive)                                                                    \
    PART(SCAN, ping_pong, scan_ping_pong)                                                                    \
    PART(SCAN, full_block, scan_full_block)                                                                  \
    PART(SCAN, from_inclusive, scan_from_inclusive)                                                          \
    PART(SCAN, from_exclusive, scan_from_exclusive)

#endif
