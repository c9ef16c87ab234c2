// Kernels whose counters on the simulated GPU and on a real one are compared, as parts that a checker can run.
// A part takes n ints, where n is a multiple of 2,048, and returns their sum.
#ifndef LAB_H
#define LAB_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

int neighbours(const int *d_in,
               size_t n); // each thread stores and loads eight neighbouring ints of shared memory
int warp_sums(const int *d_in, size_t n); // the sum of each warp by __reduce_add_sync
int exchanges(const int *d_in, size_t n); // shuffles, votes, and functions of cooperative groups
int tiles(const int *d_in, size_t n);     // the same within parts of a warp
int atomics(const int *d_in, size_t n);   // on shared and global memory

#ifdef __cplusplus
}
#endif

#define LAB_PARTS(PART)                                                                                      \
    PART(REDUCE, neighbours, neighbours)                                                                     \
    PART(REDUCE, warp_sums, warp_sums)                                                                       \
    PART(REDUCE, exchanges, exchanges)                                                                       \
    PART(REDUCE, tiles, tiles)                                                                               \
    PART(REDUCE, atomics, atomics)

#endif
