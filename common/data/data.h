// The input of every check: values that depend on a seed and on their position, and on nothing else.
//
// A value is a hash of (seed, index), so each can be had without those before it and is the same on every
// machine. No input is ever constant: a kernel that reads a wrong element gets a wrong value.
#ifndef LABS_DATA_H
#define LABS_DATA_H

#include <stddef.h>
#include <stdint.h>

#include "data/value.h" // data_bits, data_int32: single elements
#include "operator/table.h"

// The first n elements.
void data_fill_int32(int32_t *values, size_t n, uint64_t seed);

// n values for the operator, such that a mistake shows:
//
//   sum         data_int32
//   product     odd and neither 1 nor -1: every element that is lost or taken twice changes the product
//   min         all at least 1,000,000,000, max: all at most -1,000,000,000: 0 is no identity
//   float_sum   of magnitude 1/8 to 1; beyond DATA_ROUNDED_MAX whole numbers up to 2^24 / n; not 0 up to n =
//   2^24 double_sum  data_int32 farthest    whole coordinates; about one point of four is one of the 48 at
//   the largest distance affine      a odd, so that no map forgets what came before it
//
// `values` has room for n values of the operator's type.
void data_fill(enum operator_id operator_id, void *values, size_t n, uint64_t seed);

#endif
