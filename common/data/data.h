// The input of every check: values that depend on a seed and on their position, and on nothing else.
//
// A value is a hash of (seed, index), so each can be had without those before it and is the same on every
// machine. No input is ever constant: a kernel that reads a wrong element gets a wrong value.
#ifndef LABS_DATA_H
#define LABS_DATA_H

#include <stddef.h>
#include <stdint.h>

// The largest magnitude of data_int32: four digits read well, and 2^20 of them stay far from overflow.
enum { DATA_INT32_MAX = 9999 };

// 64 well mixed bits for element `index` of the input with this seed.
uint64_t data_bits(uint64_t seed, uint64_t index);

// Element `index`: -9999 to 9999 but never 0, so that a lost element always changes the sum.
//
//     data_int32(7, 0) == 4430
int32_t data_int32(uint64_t seed, uint64_t index);

// The first n elements.
void data_fill_int32(int32_t *values, size_t n, uint64_t seed);

#endif
