// The expected results, computed in the plainest way: one element after the other, on the CPU.
#ifndef LABS_ORACLE_H
#define LABS_ORACLE_H

#include <stddef.h>
#include <stdint.h>

// a + b as the device adds: wrapping around at 2^31.
int32_t oracle_add_int32(int32_t a, int32_t b);

// The sum of n elements; 0 when there are none.
//
//     [3 1 7 0 4 1 6 3] gives 25
int32_t oracle_reduce_int32(const int32_t *in, size_t n);

// out[i] = in[0] + ... + in[i], n elements each.
//
//     [3 1 7 0 4 1 6 3] gives [3 4 11 11 15 16 22 25]
void oracle_inclusive_scan_int32(const int32_t *in, int32_t *out, size_t n);

// out[i] = in[0] + ... + in[i - 1], out[0] = 0, n elements each.
//
//     [3 1 7 0 4 1 6 3] gives [0 3 4 11 11 15 16 22]
void oracle_exclusive_scan_int32(const int32_t *in, int32_t *out, size_t n);

#endif
