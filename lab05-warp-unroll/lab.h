// lab05: what your functions receive, and what they must return. Included by starter.cu and solution.cu.
#ifndef LAB_H
#define LAB_H

#include <stddef.h>

#include "operator.h" // value_t, identity(), combine(a, b)

#define BLOCK_SIZE    256 // threads per block, in both parts
#define COARSE_FACTOR 8   // elements per thread

#ifdef __cplusplus
extern "C" {
#endif

// Return the n values at d_in, combined with combine(), for any n (identity() if n is 0). There are
// several operators, as in lab04. All of them are associative and commutative.
//
//   d_in   n values in device memory; they must not change
//   n      number of elements
//
// Each function frees what it allocates and launches only this lab's kernels.

// Part "last_warp": when only 64 partial results of a block are left, its first warp continues alone.
value_t reduce_last_warp(const value_t *d_in, size_t n);

// Part "unrolled": the same without a loop. The kernel is a template with its block size as a parameter, and
// the compiler removes every step that a block of that size does not need. `template <unsigned block_size>`
// before a function makes block_size a constant in it; `name<256>` is the function for 256.
value_t reduce_unrolled(const value_t *d_in, size_t n);

#ifdef __cplusplus
}
#endif

// For the harness: each part's kind, name and function.
#define LAB_PARTS(PART)                                                                                      \
    PART(REDUCE, last_warp, reduce_last_warp)                                                                \
    PART(REDUCE, unrolled, reduce_unrolled)

#endif
