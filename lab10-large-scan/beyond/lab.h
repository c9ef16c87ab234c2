// lab10, beyond: what the functions receive, and what they must produce. Included by beyond.cu.
#ifndef LAB_H
#define LAB_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// All parts: d_out[i] is the sum of d_in[0] to d_in[i], for any n from 0; sums wrap around. The first three
// differ in how many tiles a multiprocessor keeps between a tile's sum and its scan: 0, 1, and the fastest
// number. `best` is `ring`, but keeps short inputs in registers. Two calls must not run at the same time.
//
//   d_in    n ints in device memory, const
//   d_out   n ints in device memory, to be written. Both addresses are multiples of 16 bytes,
//           as every address from cudaMalloc is
//   n       number of elements, at most 2^34
//
// They need a GPU of compute capability 9.0 (Hopper) or newer. On others they end the program with a message.
void scan_at_once(const int *d_in, int *d_out, size_t n);
void scan_one_behind(const int *d_in, int *d_out, size_t n);
void scan_ring(const int *d_in, int *d_out, size_t n);
void scan_best(const int *d_in, int *d_out, size_t n);

#ifdef __cplusplus
}
#endif

// For the harness: each part's kind, name and function.
#define LAB_PARTS(PART)                                                                                      \
    PART(SCAN, at_once, scan_at_once)                                                                        \
    PART(SCAN, one_behind, scan_one_behind)                                                                  \
    PART(SCAN, ring, scan_ring)                                                                              \
    PART(SCAN, best, scan_best)

#endif
