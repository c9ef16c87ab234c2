// lab01: what your functions receive, and what they must return. Included by starter.cu and solution.cu.
#ifndef LAB_H
#define LAB_H

#include <stddef.h>

#define BLOCK_SIZE 256 // threads per block, in both parts

#ifdef __cplusplus
extern "C" {
#endif

// Return the sum of the n ints at d_in, for any n (0 if n is 0). Sums wrap around, as unsigned ints do.
//
//   d_in   n ints in device memory; they must not change
//   n      number of elements
//
// Example: [3 1 7 0 4 1 6 3] gives 25.
//
// Each function frees what it allocates and launches only this lab's kernels.

// Part "tree": in global memory, on a scratch copy; each thread is responsible for two elements.
int reduce_tree(const int *d_in, size_t n);

// Part "modulo": in shared memory, one element per thread; the host adds the block sums.
int reduce_modulo(const int *d_in, size_t n);

#ifdef __cplusplus
}
#endif

// For the harness: each part's kind, name and function.
#define LAB_PARTS(PART)                                                                                      \
    PART(REDUCE, tree, reduce_tree)                                                                          \
    PART(REDUCE, modulo, reduce_modulo)

#endif
