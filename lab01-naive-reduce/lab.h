// lab01: what your functions receive, and what they must return. Included by starter.cu and solution.cu.
#ifndef LAB_H
#define LAB_H

#include <stddef.h>

#define BLOCK_SIZE 256 // threads per block, in all parts

#ifdef __cplusplus
extern "C" {
#endif

// Warm-up, parts "index", "guard" and "blocks": d_out[i] is twice d_in[i], for any n.
//
//   d_in    n ints in device memory; they must not change
//   d_out   n ints in device memory, not initialized: write all of them
//   n       number of elements
//
// Example: [3 1 7] gives [6 2 14].
void twice_by_index(const int *d_in, int *d_out, size_t n);
void twice_with_guard(const int *d_in, int *d_out, size_t n);
void twice_in_blocks(const int *d_in, int *d_out, size_t n);

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

// Part "shared": in shared memory, two elements per thread; the host adds the block sums.
int reduce_shared(const int *d_in, size_t n);

// Part "modulo": in shared memory, one element per thread; the host adds the block sums.
int reduce_modulo(const int *d_in, size_t n);

#ifdef __cplusplus
}
#endif

// For the harness: each part's kind, name and function.
#define LAB_PARTS(PART)                                                                                      \
    PART(SCAN, index, twice_by_index)                                                                        \
    PART(SCAN, guard, twice_with_guard)                                                                      \
    PART(SCAN, blocks, twice_in_blocks)                                                                      \
    PART(REDUCE, tree, reduce_tree)                                                                          \
    PART(REDUCE, shared, reduce_shared)                                                                      \
    PART(REDUCE, modulo, reduce_modulo)

#endif
