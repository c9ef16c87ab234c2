// lab02: what your function is given, and what it must leave. starter.cu and solution.cu include this.
#ifndef LAB_H
#define LAB_H

#include <stddef.h>

#define BLOCK_SIZE 256 // threads a block

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
// Part "interleaved": in shared memory, one element a thread, and the threads that add are the first of the
// block; the host adds the block sums. Frees what it allocates and uses no other kernels than its own.
int reduce_interleaved(const int *d_in, size_t n);

#ifdef __cplusplus
}
#endif

// Which function is which part, and of what kind, for the harness.
#define LAB_PARTS(PART) PART(REDUCE, interleaved, reduce_interleaved)

#endif
