// lab04: what your functions receive, and what they must return. Included by starter.cu and solution.cu.
#ifndef LAB_H
#define LAB_H

#include <stddef.h>

#include "operator.h" // value_t, identity(), combine(a, b)

#define BLOCK_SIZE    256 // threads per block, in all parts
#define COARSE_FACTOR 8   // elements per thread, from part "coarse" on

#ifdef __cplusplus
extern "C" {
#endif

// Return the n values at d_in, combined with combine(), for any n (identity() if n is 0). The same code
// is compiled and checked with several operators: sum, product, minimum, maximum, the sum of floats, the
// point farthest from the origin. All of them are associative and commutative.
//
//   d_in   n values in device memory; they must not change
//   n      number of elements
//
// Example: [3 1 7 0 4 1 6 3] gives 25 with the sum of ints, and 7 with their maximum.
//
// Each function frees what it allocates and launches only this lab's kernels.

// Part "first_add": each thread combines two elements when it loads them; 512 elements per block.
value_t reduce_first_add(const value_t *d_in, size_t n);

// Part "adjacent": complete, for comparison. Each thread combines COARSE_FACTOR neighbouring elements.
value_t reduce_adjacent(const value_t *d_in, size_t n);

// Part "coarse": each thread combines COARSE_FACTOR elements that are BLOCK_SIZE apart; 2,048 elements
// per block.
value_t reduce_coarse(const value_t *d_in, size_t n);

// Part "atomic": the sum of ints, whatever the operator is. Like part "coarse", but each block adds its sum
// to the result itself, and one launch is enough.
int reduce_atomic(const int *d_in, size_t n);

#ifdef __cplusplus
}
#endif

// For the harness: each part's kind, name and function.
#define LAB_PARTS(PART)                                                                                      \
    PART(REDUCE, first_add, reduce_first_add)                                                                \
    PART(REDUCE, adjacent, reduce_adjacent)                                                                  \
    PART(REDUCE, coarse, reduce_coarse)                                                                      \
    PART(REDUCE, atomic, reduce_atomic)

#endif
