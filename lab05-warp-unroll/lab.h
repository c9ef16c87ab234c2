// lab05: what your functions are given, and what they must leave. starter.cu and solution.cu include this.
#ifndef LAB_H
#define LAB_H

#include <stddef.h>

#include "operator.h" // value_t, identity(), combine(a, b): see there

#define BLOCK_SIZE    256 // threads a block, in both parts
#define COARSE_FACTOR 8   // elements a thread

#ifdef __cplusplus
extern "C" {
#endif

// What combine() makes of the n values at d_in, for any n from 0 (which makes identity()), with several
// operators as in lab04. All of them are associative and commute.
//
//   d_in   n values in device memory, const: they must be the same afterwards
//   n      elements
//
// Both free what they allocate and use no other kernels than their own.

// Part "last_warp": when no more than 64 partial results of a block are left, its first warp goes on alone.
value_t reduce_last_warp(const value_t *d_in, size_t n);

// Part "unrolled": the same without a loop: the kernel is a template on its block size, and every step that a
// block of that size does not need is gone when it is compiled.
value_t reduce_unrolled(const value_t *d_in, size_t n);

#ifdef __cplusplus
}
#endif

// Which function is which part, and of what kind, for the harness.
#define LAB_PARTS(PART)                                                                                      \
    PART(REDUCE, last_warp, reduce_last_warp)                                                                \
    PART(REDUCE, unrolled, reduce_unrolled)

#endif
