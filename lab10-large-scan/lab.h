// lab10: what your functions receive, and what they must produce. Included by starter.cu and solution.cu.
#ifndef LAB_H
#define LAB_H

#include <stddef.h>

// value_t, identity(), combine(a, b), and the shuffles of a value_t of any size, as in lab06: shuffle_up(mask, value,
// offset), shuffle_down(mask, value, offset), and shuffle_from(mask, value, lane), which gets that lane's value.
#include "shuffle.h"

// Number of values that one load reads: 16 bytes, the most that one instruction loads on most GPUs (as in
// lab06). Values that do not fill 16 bytes, such as points, are read one at a time.
#define PIECE (16 % sizeof(value_t) == 0 ? 16 / sizeof(value_t) : 1)

// A warp reads one row at a time: a piece for each of its 32 threads. In part "three_kernel" a warp has 2
// rows and a block 8 warps, together a section. In part "single_pass" a warp has 12 rows and a block 12
// warps, together a tile.
#define ROW_SIZE        (32 * PIECE)                                     // values: 128 of 4 bytes
#define SECTION_ROWS    2                                                // rows per warp
#define SECTION_THREADS 256                                              // threads per block
#define SECTION_SIZE    (SECTION_THREADS / 32 * SECTION_ROWS * ROW_SIZE) // values: 2,048 of 4 bytes
#define TILE_ROWS       12                                               // rows per warp
#define TILE_THREADS    384                                              // threads per block
#define TILE_SIZE       (TILE_THREADS / 32 * TILE_ROWS * ROW_SIZE)       // values: 18,432 of 4 bytes

#define SAUSAGE_LENGTH    10000 // inches
#define RECURRENCE_FACTOR 31
#define RECURRENCE_START  7

#ifdef __cplusplus
extern "C" {
#endif

// Parts "three_kernel" and "single_pass": d_out[i] is the sum of d_in[0] to d_in[i], for any n from 0. With
// the sum as the operator, [3 1 7 0 4 1 6 3] gives [3 4 11 11 15 16 22 25].
//
//   d_in    n values in device memory, const: they must not change
//   d_out   n values in device memory, not initialized: write all of them. Both addresses are multiples of 16
//           bytes, as every address from cudaMalloc is
//   n       number of elements
//
// The operator is combine(). It is associative but may not commute, so keep its operands in the order of the
// elements. The functions free everything they allocate, and launch only their own kernels.
void scan_three_kernel(const value_t *d_in, value_t *d_out, size_t n);
void scan_single_pass(const value_t *d_in, value_t *d_out, size_t n);

// The other parts use scan_three_kernel, for sums or for maps. Each exists only where that operator is compiled in.
#if OPERATOR_IS(sum)

// Part "compact": the positive elements of d_in, in their order, and 0 in all remaining places of d_out.
//
// [3 -1 7 0 -4 1] gives [3 7 1 0 0 0].
void compact(const int *d_in, int *d_out, size_t n);

// Part "sausage": n people share one sausage of SAUSAGE_LENGTH inches. d_wishes[i], at least 0, is what
// person i wants. d_cuts[i] is where the knife comes down after that piece, counted from the start of the
// sausage. If the sausage is too short for a person, the cut is at its end. The sum of all wishes fits in an
// int.
//
// [3 5 2 7] gives [3 8 10 17].
void cut_sausage(const int *d_wishes, int *d_cuts, size_t n);

#elif OPERATOR_IS(affine)

// Part "recurrence": d_out[i] is y[i], where y[i] = RECURRENCE_FACTOR * y[i - 1] + d_in[i] and
// y[-1] = RECURRENCE_START, in ints that wrap around.
//
// [3 1 7] gives [220 6821 211458].
void solve_recurrence(const int *d_in, int *d_out, size_t n);

#endif

#ifdef __cplusplus
}
#endif

// For the harness: each part's kind, name and function.
#if OPERATOR_IS(sum)
#define LAB_USES(PART)                                                                                       \
    PART(SCAN, compact, compact)                                                                             \
    PART(SCAN, sausage, cut_sausage)
#elif OPERATOR_IS(affine)
#define LAB_USES(PART) PART(SCAN, recurrence, solve_recurrence)
#else
#define LAB_USES(PART)
#endif
#define LAB_PARTS(PART)                                                                                      \
    PART(SCAN, three_kernel, scan_three_kernel)                                                              \
    PART(SCAN, single_pass, scan_single_pass)                                                                \
    LAB_USES(PART)

#endif
