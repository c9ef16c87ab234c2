// lab04: what your functions are given, and what they must leave. starter.cu and solution.cu include this.
#ifndef LAB_H
#define LAB_H

#include <stddef.h>

#include "operator.h" // value_t, identity(), combine(a, b): see there

#define BLOCK_SIZE    256 // threads a block, in all parts
#define COARSE_FACTOR 8   // elements a thread, from part "coarse" on

#ifdef __cplusplus
extern "C" {
#endif

// What combine() makes of the n values at d_in, for any n from 0 (which makes identity()). The same code is
// compiled and checked with several operators: sum, product, minimum, maximum, the sum of floats, the point
// farthest from the origin. All of them are associative and commute.
//
//   d_in   n values in device memory, const: they must be the same afterwards
//   n      elements
//
// With the sum of ints [3 1 7 0 4 1 6 3] gives 25, with their maximum 7.
//
// All free what they allocate and use no other kernels than their own.

// Part "first_add": each thread combines two elements when it loads them; 512 elements a block.
value_t reduce_first_add(const value_t *d_in, size_t n);

// Part "adjacent": complete, to compare with. Each thread combines COARSE_FACTOR neighbouring elements.
value_t reduce_adjacent(const value_t *d_in, size_t n);

// Part "coarse": each thread combines COARSE_FACTOR elements that lie BLOCK_SIZE apart; 2,048 elements a
// block.
value_t reduce_coarse(const value_t *d_in, size_t n);

// Part "atomic": the sum of ints, whatever the operator is. As part "coarse", but each block adds its sum to
// the result itself, so that one launch does it all.
int reduce_atomic(const int *d_in, size_t n);

#ifdef __cplusplus
}
#endif

// Which function is which part, and of what kind, for the harness.
#define LAB_PARTS(PART)                                                                                      \
    PART(REDUCE, first_add, reduce_first_add)                                                                \
    PART(REDUCE, adjacent, reduce_adjacent)                                                                  \
    PART(REDUCE, coarse, reduce_coarse)                                                                      \
    PART(REDUCE, atomic, reduce_atomic)

#endif
