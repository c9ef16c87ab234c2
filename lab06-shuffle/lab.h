// lab06: what your functions are given, and what they must leave. starter.cu and solution.cu include this.
#ifndef LAB_H
#define LAB_H

#include <stddef.h>

#include "shuffle.h" // value_t, identity(), combine(a, b); shuffle_down(mask, value, offset)

#define BLOCK_SIZE    512 // threads a block, in both parts
#define COARSE_FACTOR 8   // elements a thread, in part "shuffle"

#ifdef __cplusplus
extern "C" {
#endif

// What combine() makes of the n values at d_in, for any n from 0 (which makes identity()), with several
// operators as in lab04. All of them are associative and commute.
//
//   d_in   n values in device memory, const: they must be the same afterwards. Begins at a multiple of 16
//   bytes,
//          as all memory from cudaMalloc does
//   n      elements
//
// Both free what they allocate and use no other kernels than their own.

// Part "shuffle": the threads of a warp pass their values on directly, and a block makes its result of those
// of its warps.
value_t reduce_shuffle(const value_t *d_in, size_t n);

// Part "grid_stride": as many blocks as suit the device, however long the input is, share it among them, and
// read it in pieces of 16 bytes. Two launches, whatever n is.
value_t reduce_grid_stride(const value_t *d_in, size_t n);

#ifdef __cplusplus
}
#endif

// Which function is which part, and of what kind, for the harness.
#define LAB_PARTS(PART)                                                                                      \
    PART(REDUCE, shuffle, reduce_shuffle)                                                                    \
    PART(REDUCE, grid_stride, reduce_grid_stride)

#endif
