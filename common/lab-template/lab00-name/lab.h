// lab00: what your function receives, and what it must return. Included by starter.cu and solution.cu.
#ifndef LAB_H
#define LAB_H

#include <stddef.h>

#define BLOCK_SIZE 256 // threads per block

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
// Part "sum": in shared memory, one element per thread; each block adds its sum to the result.
int reduce_sum(const int *d_in, size_t n);

#ifdef __cplusplus
}
#endif

// For the harness: each part's kind, name and function.
#define LAB_PARTS(PART) PART(REDUCE, sum, reduce_sum)

#endif
