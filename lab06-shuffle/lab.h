// lab06: what your functions receive, and what they must produce. Included by starter.cu and solution.cu.
#ifndef LAB_H
#define LAB_H

#include <stddef.h>

// value_t, identity(), combine(a, b), and the shuffles of a value_t of any size. All lanes of `mask` must call them
// together; each gives its value and gets another lane's. A lane without a partner gets its own value back.
//
//   shuffle_down(mask, value, offset)   from the lane whose number is larger by offset
//   shuffle_up(mask, value, offset)     from the lane whose number is smaller by offset
//   shuffle_from(mask, value, lane)     from that lane; each lane may name another one
#include "shuffle.h"

#define BLOCK_SIZE    512 // threads per block, in both parts
#define COARSE_FACTOR 8   // elements per thread, in part "shuffle"

#ifdef __cplusplus
extern "C" {
#endif

// The result of combining the n values at d_in, for any n from 0 (for n = 0, the identity). Several operators
// are checked, as in lab04. All of them are associative and commutative. With the sum, [3 1 7 0] gives 11.
//
//   d_in   n values in device memory, const: they must not change. Its address is a multiple of 16 bytes, as
//          every address from cudaMalloc is
//   n      number of elements
//
// Both functions free everything they allocate, and launch only their own kernels.

// Part "shuffle": the threads of a warp pass their values on directly. A block combines the results of its
// warps.
value_t reduce_shuffle(const value_t *d_in, size_t n);

// Part "grid_stride": the number of blocks depends on the device, not on the length of the input. They share
// the input and read it in pieces of 16 bytes. There are two launches for every n above 0.
value_t reduce_grid_stride(const value_t *d_in, size_t n);

#ifdef __cplusplus
}
#endif

// For the harness: each part's kind, name and function.
#define LAB_PARTS(PART)                                                                                      \
    PART(REDUCE, shuffle, reduce_shuffle)                                                                    \
    PART(REDUCE, grid_stride, reduce_grid_stride)

#endif
