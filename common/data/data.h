// The input of every check: values that depend only on a seed and on their position.
//
// A value is a hash of (seed, index), so each can be computed without the others and is the same on every
// machine. No input is constant, except at the edges of min and max: a kernel that reads a wrong element gets a
// wrong value.
#ifndef LABS_DATA_H
#define LABS_DATA_H

#include <stddef.h>
#include <stdint.h>

#include "data/value.h" // data_bits, data_int32: single elements
#include "operator/table.h"

// Writes n values of the operator's type that make errors visible:
//
//   sum         data_int32
//   product     odd, and neither 1 nor -1: each element that is lost or used twice changes the product
//   min         all at least 1,000,000,000, so 0 is not an identity
//   max         all at most -1,000,000,000, so 0 is not an identity
//   float_sum   up to DATA_ROUNDED_MAX elements: of magnitude 1/8 to 1;
//               more elements: multiples of 2^-23 up to 2 / n, which are not 0 up to n = 2^24
//   double_sum  data_int32
//   farthest    whole coordinates; of 256 neighbours about 64 are among the 48 points at the largest distance there
//   affine      a is odd, so no map loses what came before it
//
// With DATA_EDGE_SEED (seed 0):
//
//   sum         all ints: sums wrap around, and those of some blocks are 0
//   product     1 and -1: the product up to the end of any block is -1
//   min, max    INT_MAX, INT_MIN: only the identity
//   farthest    the squares of all distances are the same float, but differ
// With DATA_EXAMPLE_SEED, a sum has digits: 3 1 7 0 4 1 6 3, and so on.
void data_fill(enum operator_id operator_id, void *values, size_t n, uint64_t seed);

// Writes only those from number `first` on to the one before `end`.
void data_fill_range(enum operator_id operator_id, void *values, size_t n, uint64_t seed, size_t first,
                     size_t end);

#endif
