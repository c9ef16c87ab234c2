// lab08: what your functions are given, and what they must leave. starter.cu and solution.cu include this.
#ifndef LAB_H
#define LAB_H

#include <stddef.h>

#include "operator.h" // value_t, identity(), combine(a, b)

#define SECTION_SIZE 512  // values a section, and threads a block, in all parts but "full_block"
#define SECTION_MAX  1024 // the same in part "full_block": the largest block that there is

#ifdef __cplusplus
extern "C" {
#endif

// Scans of sections: the n values at d_in, for any n from 0, are cut into sections of SECTION_SIZE values, of
// which the last may be shorter, and each section is scanned by itself. (lab10 joins them.) The operator,
// written + here, is combine(): associative, but it may not commute, so its operands stay in the order of the
// elements.
//
//   d_in     n values in device memory, const: they must be the same afterwards
//   d_out    n values in device memory, none of them set: all are yours to write
//   n        elements
//
// All free what they allocate and use no other kernels than their own.

// Part "inclusive": each value becomes the sum from the begin of its section to itself. Two barriers a step.
//
// If SECTION_SIZE were 4, [5 2 1 3 6 7 0 4] would give [5 7 8 11 6 13 13 17].
void scan_inclusive(const value_t *d_in, value_t *d_out, size_t n);

// Part "exclusive": the sum from the begin of its section to the value before; the first one's is the
// identity.
//
// If SECTION_SIZE were 4, [5 2 1 3 6 7 0 4] would give [0 5 7 8 0 6 13 13].
void scan_exclusive(const value_t *d_in, value_t *d_out, size_t n);

// Part "ping_pong": as "inclusive", in two buffers and with one barrier a step.
void scan_ping_pong(const value_t *d_in, value_t *d_out, size_t n);

// Part "full_block": as "ping_pong", with sections and blocks of SECTION_MAX.
void scan_full_block(const value_t *d_in, value_t *d_out, size_t n);

// Part "from_inclusive": as "exclusive", made from the inclusive scan.
void scan_from_inclusive(const value_t *d_in, value_t *d_out, size_t n);

// Part "from_exclusive": as "inclusive", made from the exclusive scan.
void scan_from_exclusive(const value_t *d_in, value_t *d_out, size_t n);

#ifdef __cplusplus
}
#endif

// Which function is which part, and of what kind, for the harness.
#define LAB_PARTS(PART)                                                                                      \
    PART(SCAN, inclusive, scan_inclusive)                                                                    \
    PART(SCAN, exclusive, scan_exclusive)                                                                    \
    PART(SCAN, ping_pong, scan_ping_pong)                                                                    \
    PART(SCAN, full_block, scan_full_block)                                                                  \
    PART(SCAN, from_inclusive, scan_from_inclusive)                                                          \
    PART(SCAN, from_exclusive, scan_from_exclusive)

#endif
