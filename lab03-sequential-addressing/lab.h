// lab03: what your functions are given, and what they must leave. starter.cu and solution.cu include this.
#ifndef LAB_H
#define LAB_H

#include <stddef.h>

#define BLOCK_SIZE 256 // threads a block, in both parts

#ifdef __cplusplus
extern "C" {
#endif

// The sum of the n ints at d_in, for any n from 0 (whose sum is 0). Sums wrap around like unsigned ones.
//
//   d_in   n ints in device memory, const: they must be the same afterwards
//   n      elements
//
// [3 1 7 0 4 1 6 3] gives 25.
//
// Both free what they allocate and use no other kernels than their own.

// Part "sequential": in shared memory, one element a thread, without a bank conflict; the host adds the block
// sums.
int reduce_sequential(const int *d_in, size_t n);

// Part "repeated": the same kernel is launched again, on the block sums, until one value is left. The sums
// stay in device memory: the host gets the one value and nothing else.
int reduce_repeated(const int *d_in, size_t n);

#ifdef __cplusplus
}
#endif

// Which function is which part, and of what kind, for the harness.
#define LAB_PARTS(PART)                                                                                      \
    PART(REDUCE, sequential, reduce_sequential)                                                              \
    PART(REDUCE, repeated, reduce_repeated)

#endif
