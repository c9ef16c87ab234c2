// The course documents' own reduction kernels, as parts that a checker can run. A part takes n ints, where n
// is a multiple of the elements per block, and returns their sum. The host adds the block sums.
#ifndef LAB_H
#define LAB_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

int modulo_1024(const int *d_in, size_t n); // documents 000 and 001: two elements per thread, 2,048 per block
int sequential_1024(const int *d_in, size_t n); // the same documents: their better kernel
int modulo_256(const int *d_in, size_t n);      // document 003: one element per thread, 256 per block
int strided_256(const int *d_in, size_t n);     // document 003: its second kernel
int sequential_256(const int *d_in, size_t n);  // document 003: its third kernel
int four_loads_256(const int *d_in,
                   size_t n); // document 003: its fourth kernel, four elements per thread, 1,024 per block
int last_warp_256(const int *d_in,
                  size_t n); // document 003: its fifth kernel, two elements per thread, 512 per block
int shuffle_256(const int *d_in, size_t n); // document 003: its sixth kernel, likewise
int in_place_256(const int *d_in,
                 size_t n); // document 004: in global memory, in the input itself, 512 per block
int coarsened_256(const int *d_in, size_t n); // document 004: eight elements per thread, 2,048 per block

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
    PART(REDUCE, last_warp_256, last_warp_256)                                                               \
    PART(REDUCE, shuffle_256, shuffle_256)                                                                   \
    PART(REDUCE, in_place_256, in_place_256)                                                                 \
    PART(REDUCE, coarsened_256, coarsened_256)

#endif
