// lab10, beyond: what the function is given, and what it must leave. beyond.cu includes this.
#ifndef LAB_H
#define LAB_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// All parts: d_out[i] is the sum of d_in up to and with d_in[i], for any n from 0; sums wrap around. They
// differ in how many tiles a multiprocessor has between a tile's sum and its scan: 0, 1, and as many as are
// best.
//
//   d_in    n ints in device memory, const
//   d_out   n ints in device memory, to be written. Both begin at a multiple of 16 bytes, as all memory from
//           cudaMalloc does
//   n       elements, fewer than 2^44
//
// They need a GPU of compute capability 9.0 (Hopper) or newer; on others they end the program and say so.
void scan_at_once(const int *d_in, int *d_out, size_t n);
void scan_one_behind(const int *d_in, int *d_out, size_t n);
void scan_ring(const int *d_in, int *d_out, size_t n);

#ifdef __cplusplus
}
#endif

// Which function is which part, and of what kind, for the harness.
#define LAB_PARTS(PART)                                                                                      \
    PART(SCAN, at_once, scan_at_once)                                                                        \
    PART(SCAN, one_behind, scan_one_behind)                                                                  \
    PART(SCAN, ring, scan_ring)

#endif
