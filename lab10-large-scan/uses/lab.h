// uses: what your functions receive, and what they must produce. Included by starter.cu and solution.cu.
#ifndef LAB_H
#define LAB_H

#include <stddef.h>

#define BLOCK_SIZE   256                 // threads per block
#define ROWS         4                   // values per thread, one in each row of its warp
#define SECTION_SIZE (BLOCK_SIZE * ROWS) // values per block

#define LINE_BREAK 0 // part "segmented"
#define PIVOT      1000
#define DIGIT_BITS 4
#define DIGITS     (1 << DIGIT_BITS)

#ifdef __cplusplus
extern "C" {
#endif

// All parts get n values in device memory, for any n from 0 to 2^31 - 1, and free everything they allocate.
//
//   d_in    n values, const: they must not change
//   d_out   n values, not initialized: write all of them
//
// Part "exclusive": d_out[i] is the sum of all values before d_in[i]; d_out[0] is 0.
// Sums wrap around.
//
// [3 1 7 0 4 1 6 3] gives [0 3 4 11 11 15 16 22].
void scan_exclusive(const int *d_in, int *d_out, size_t n);

// Part "segmented": d_in[i] is the width of character i of a text, at least 0. A character of width LINE_BREAK
// ends its line. d_out[i] is where character i begins: the sum of the widths before it in its line.
//
// [5 2 0 4 4 0 0 1] gives [0 5 7 0 4 8 0 0].
void place_characters(const int *d_in, int *d_out, size_t n);

// Part "partition": first all elements less than PIVOT, then all others, each in the order of d_in.
//
// [1500 -3 1000 999] gives [-3 999 1500 1000].
void partition(const int *d_in, int *d_out, size_t n);

// Part "radix_pass": the elements in the order of their last digit, which are their lowest DIGIT_BITS bits. Those
// with the same digit stay in the order of d_in.
//
// [0x23 0x10 0x13 0x01] gives [0x10 0x01 0x23 0x13].
void sort_by_last_digit(const int *d_in, int *d_out, size_t n);

// Part "radix_sort": the elements in ascending order.
void radix_sort(const int *d_in, int *d_out, size_t n);

#ifdef __cplusplus
}
#endif

// For the harness: each part's kind, name and function.
#define LAB_PARTS(PART)                                                                                      \
    PART(SCAN, exclusive, scan_exclusive)                                                                    \
    PART(SCAN, segmented, place_characters)                                                                  \
    PART(SCAN, partition, partition)                                                                         \
    PART(SCAN, radix_pass, sort_by_last_digit)                                                               \
    PART(SCAN, radix_sort, radix_sort)

#endif
