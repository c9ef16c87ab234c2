// lab10: what your functions are given, and what they must leave. starter.cu and solution.cu include this.
#ifndef LAB_H
#define LAB_H

#include <stddef.h>

#include "operator.h"

// Values that are read at once: 16 bytes, the most that one load instruction brings (as in lab06). Of values
// that do not fill 16 bytes, such as points, one at a time.
#define PIECE (16 % sizeof(value_t) == 0 ? 16 / sizeof(value_t) : 1)

// A warp reads a row at once: a piece for each of its 32 threads. In part "three_kernel" a warp has 2 rows
// and a block 8 warps, together a section; in part "single_pass" a warp has 12 rows and a block 12 warps, a
// tile.
#define ROW_SIZE        (32 * PIECE)                                     // values: 128 of 4 bytes
#define SECTION_ROWS    2                                                // rows a warp
#define SECTION_THREADS 256                                              // threads a block
#define SECTION_SIZE    (SECTION_THREADS / 32 * SECTION_ROWS * ROW_SIZE) // values: 2,048 of 4 bytes
#define TILE_ROWS       12                                               // rows a warp
#define TILE_THREADS    384                                              // threads a block
#define TILE_SIZE       (TILE_THREADS / 32 * TILE_ROWS * ROW_SIZE)       // values: 18,432 of 4 bytes

#define SAUSAGE_LENGTH    10000 // inches
#define RECURRENCE_FACTOR 31
#define RECURRENCE_START  7

#ifdef __cplusplus
extern "C" {
#endif

// Parts "three_kernel" and "single_pass": d_out[i] is all of d_in up to and with d_in[i], for any n from 0.
// [3 1 7 0 4 1 6 3] gives [3 4 11 11 15 16 22 25], if the operator is the sum.
//
//   d_in    n values in device memory, const: they must be the same afterwards
//   d_out   n values in device memory, to be written. Both begin at a multiple of 16 bytes.
//   n       elements
//
// Operands in the order of the elements: combine() may not commute. Launch no other kernels than your own.
void scan_three_kernel(const value_t *d_in, value_t *d_out, size_t n);
void scan_single_pass(const value_t *d_in, value_t *d_out, size_t n);

// The other parts use such a scan, that of sums or that of maps, and are there where it is.
#if OPERATOR_IS(sum)

// Part "compact": the positive elements of d_in, in their order, and 0 in all places of d_out that are left.
// [3 -1 7 0 -4 1] gives [3 7 1 0 0 0].
void compact(const int *d_in, int *d_out, size_t n);

// Part "sausage": n people stand in a row for one sausage of SAUSAGE_LENGTH inches; d_wishes[i], at least 0,
// is what the i-th wants of it. d_cuts[i] is where the knife has to come down behind that piece, counted from
// the sausage's beginning, and the sausage's end for those for whom it does not reach. [3 5 2 7] gives [3 8
// 10 17]. All wishes together fit an int.
void cut_sausage(const int *d_wishes, int *d_cuts, size_t n);

#elif OPERATOR_IS(affine)

// Part "recurrence": y[i] = RECURRENCE_FACTOR * y[i - 1] + d_in[i], where y[-1] = RECURRENCE_START, in ints
// that wrap around; d_out[i] is y[i]. [3 1 7] gives [220 6821 211458].
void solve_recurrence(const int *d_in, int *d_out, size_t n);

#endif

#ifdef __cplusplus
}
#endif

// Which function is which part, and of what kind, for the harness.
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
