// The course documents' own reduction kernels, as parts that a checker can run. A part takes n ints, n a
// multiple of what its blocks sum, and returns their sum; the block sums are added on the host.
#ifndef LAB_H
#define LAB_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

int modulo_1024(const int *d_in, size_t n);     // documents 000 and 001: two elements a thread, 2,048 a block
int sequential_1024(const int *d_in, size_t n); // the same documents: their better kernel
int modulo_256(const int *d_in, size_t n);      // document 003: one element a thread, 256 a block
int strided_256(const int *d_in, size_t n);     // document 003: its second kernel
int sequential_256(const int *d_in, size_t n);  // document 003: its third kernel
int four_loads_256(const int *d_in,
                   size_t n); // document 003: its fourth kernel, four elements a thread, 1,024 a block
int in_place_256(const int *d_in,
                 size_t n); // document 004: in global memory, in the input itself, 512 a block
int coarsened_256(const int *d_in, size_t n); // document 004: eight elements a thread, 2,048 a block

#ifdef __cplusplus
}
#endif

#define LAB_PARTS(PART)                                                                                      \
    PART(REDUCE, modulo_1024, modulo_1024)                                                                   \
    PART(REDUCE, sequential_1024, sequential_1024)                                                           \
    PART(REDUCE, modulo_256, modulo_256)                                                                     \
    PART(REDUCE, strided_256, strided_256)                                                                   \
    PART(REDUCE, sequential_256, sequential_256)                                                             \
    PART(REDUCE, four_loads_256, four_loads_256)                                                             \
    PART(REDUCE, in_place_256, in_place_256)                                                                 \
    PART(REDUCE, coarsened_256, coarsened_256)

#endif
