// Computes one element of a check's input from its seed and index, on the host and, for the bench, on the
// device. data.h describes the inputs.
//
// A counter-based generator. The mixing is that of SplitMix64: Steele, Lea and Flood, "Fast Splittable
// Pseudorandom Number Generators", OOPSLA 2014, with David Stafford's constants ("Mix13").
#ifndef LABS_DATA_VALUE_H
#define LABS_DATA_VALUE_H

#include <stddef.h>
#include <stdint.h>

#include "operator/operators.h"

// The largest magnitude of data_int32: four digits are easy to read, and 2^20 such values are far from overflow.
enum { DATA_INT32_MAX = 9999 };

// Up to this length floats use all their bits, and their sums are rounded. Beyond it they are multiples of 2^-23
// so small that a sum of n of them is exact in any order. A rounding bound for so many would hide lost elements.
enum { DATA_ROUNDED_MAX = 1024 };

// With DATA_EDGE_SEED, the longest array of two blocks and a little more: a tile of lab10 has 18,432 values.
enum { DATA_SHORT_MAX = 1 << 16 };

// With this seed the values are at the edges of their type: the ones with which a wrong type or a wrong identity
// gives a wrong result. The operators for which that says nothing have the same values as with other seeds.
enum { DATA_EDGE_SEED = 0 };

// With this seed, the ints to be added are those of the lessons' example, 3 1 7 0 4 1 6 3, and then other digits: a
// reader can add them. Never in a check, because a digit is easily taken for another one that is the same.
enum { DATA_EXAMPLE_SEED = 31704163, DATA_EXAMPLE_LENGTH = 8 };

// The bits of a short array of ints there. With these, the sum of the first block takes all 32 bits in each size of
// block (256 to 18,432 values): where it is passed on in fewer, or in a float, the result is wrong.
#define DATA_WIDE_SEED ((uint64_t)308 << 32)

// The step between neighbouring counters: 2^64 divided by the golden ratio, made odd.
#define DATA_GOLDEN_STEP 0x9e3779b97f4a7c15u

// Every bit of the argument affects every bit of the result, and different arguments have different results.
OPERATOR_FUNCTION uint64_t data_mix(uint64_t bits) {
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
    return bits ^ (bits >> 31);
}

// 64 well mixed bits for element `index` of the input with this seed.
OPERATOR_FUNCTION uint64_t data_bits(uint64_t seed, uint64_t index) {
    // The seed is mixed first. Otherwise seed 2 would be seed 1 shifted by one element.
    return data_mix(data_mix(seed + DATA_GOLDEN_STEP) + (index + 1) * DATA_GOLDEN_STEP);
}

// A number from 0 to bound - 1, from 32 of the bits.
OPERATOR_FUNCTION int data_below(uint64_t bits, int bound) {
    return (int)((bits >> 32) * (uint64_t)bound >> 32);
}

// -largest to largest except 0, all about equally often.
OPERATOR_FUNCTION int data_whole(uint64_t bits, int largest) {
    int value = data_below(bits, 2 * largest);
    return value < largest ? value - largest : value - largest + 1;
}

// Element `index`: -9999 to 9999 except 0, so a lost element always changes the sum.
//
//     data_int32(7, 0) == 4430
OPERATOR_FUNCTION int32_t data_int32(uint64_t seed, uint64_t index) {
    return data_whole(data_bits(seed, index), DATA_INT32_MAX);
}

// Element `index` with DATA_EXAMPLE_SEED: 0 to 9, first the digits of the seed itself.
OPERATOR_FUNCTION int data_example(uint64_t index) {
    int digits = DATA_EXAMPLE_SEED;
    for (uint64_t i = index; i + 1 < DATA_EXAMPLE_LENGTH; i++) {
        digits /= 10;
    }
    return index < DATA_EXAMPLE_LENGTH ? digits % 10 : data_below(data_bits(DATA_EXAMPLE_SEED, index), 10);
}

// Element `index` of the n of an operator's input, one function for each operator: data_value_NAME.
// At the edges: all ints, so that sums wrap around. In a float or a double they do not. Sums of whole blocks are 0,
// which a program may take for "not there yet". In a short array the values before the last one or two, which are those
// of one block or two, are the same backwards with the other sign. In a long one, neighbours in the last quarter
// cancel: with more of them, the sum of the blocks' sums would be in range for some lengths.
OPERATOR_FUNCTION int data_value_sum(uint64_t seed, uint64_t index, size_t n) {
    if (seed == DATA_EXAMPLE_SEED) {
        return data_example(index);
    }
    if (seed != DATA_EDGE_SEED) {
        return data_int32(seed, index);
    }
    const uint64_t even = (n - 1) / 2 * 2;
    uint64_t partner = index;
    if (n > DATA_SHORT_MAX) {
        partner -= index > n / 4 * 3 && index % 2 == 1;
    } else {
        seed = DATA_WIDE_SEED;
        partner = index >= even / 2 && index < even ? even - 1 - index : index;
    }
    const unsigned value = (unsigned)(data_bits(seed, partner) >> 32);
    return (int)(partner == index ? value : 0 - value);
}

// At the edges: 1 and -1, two of a kind after each other except the first two. So the first of several blocks, and all
// values up to the end of any block, have the product -1, which a program may take for "not there yet".
OPERATOR_FUNCTION int data_value_product(uint64_t seed, uint64_t index, size_t n) {
    (void)n;
    if (seed == DATA_EDGE_SEED) {
        return index < 2 ? (index == 0 ? -1 : 1) : (data_bits(seed, index / 2) & 1) != 0 ? -1 : 1;
    }
    int value = data_int32(seed, index) | 1;
    return value == 1 || value == -1 ? 3 : value;
}

// At the edges: only the identity. With INT_MAX - 1 in its place the minimum is too small.
OPERATOR_FUNCTION int data_value_min(uint64_t seed, uint64_t index, size_t n) {
    (void)n;
    return seed == DATA_EDGE_SEED ? identity_min()
                                  : 1000000000 + data_below(data_bits(seed, index), 1000000000);
}

OPERATOR_FUNCTION int data_value_max(uint64_t seed, uint64_t index, size_t n) {
    (void)n;
    return seed == DATA_EDGE_SEED ? identity_max()
                                  : -1000000000 - data_below(data_bits(seed, index), 1000000000);
}

// Up to DATA_ROUNDED_MAX elements a magnitude is above 1/8 and at most 1. That is more than twice the
// rounding bound of their sum (judge/compare.h: 1,023 / 2^24 x 1,024, about 1/16), so the bound cannot hide a
// lost element. Beyond, the magnitudes of all n add up to at most 2. All values are
// fractions: a program that keeps a sum in an int loses them.
OPERATOR_FUNCTION float data_value_float_sum(uint64_t seed, uint64_t index, size_t n) {
    const size_t most = 1 << 24;
    uint64_t bits = data_bits(seed, index);
    if (n <= DATA_ROUNDED_MAX) {
        int value = data_whole(bits, 7 << 20);
        return (float)(value < 0 ? value - (1 << 20) : value + (1 << 20)) / (1 << 23);
    }
    int value = n <= most                              ? data_whole(bits, (int)(most / n))
                : index % ((n + most - 1) / most) == 0 ? data_whole(bits, 1)
                                                       : 0;
    return (float)value / (1 << 23);
}

OPERATOR_FUNCTION double data_value_double_sum(uint64_t seed, uint64_t index, size_t n) {
    (void)n;
    return data_int32(seed, index);
}

// Near the largest corner, moved inwards by four steps: by 0 to 4 along x, by the rest along y and z. The squares
// of the five distances are 299,860,017 to 299,860,027. They are the same float, and so are their roots. The
// farthest of the points has the smallest x, so a comparison of floats chooses another one.
OPERATOR_FUNCTION struct point data_nearly_tied(uint64_t bits) {
    int inwards = data_below(bits, 5), rest = 4 - inwards, half = rest / 2;
    struct point point = {9999 - inwards, 9999 - (rest - half), 9999 - half};
    point.x = (bits & 1) != 0 ? -point.x : point.x;
    point.y = (bits & 2) != 0 ? -point.y : point.y;
    point.z = (bits & 4) != 0 ? -point.z : point.z;
    return point;
}

// One point in four is among 48 at the same distance: 99, 14 and 1 times a factor, in any order and with any signs. All
// others are nearer. Each 256 neighbours have a factor of their own, from 85 to 100. So in a scan most blocks of some
// hundred values depend on those before them, and in a reduction equally far points come from different blocks, too.
OPERATOR_FUNCTION struct point data_value_farthest(uint64_t seed, uint64_t index, size_t n) {
    (void)n;
    enum { NEAR = 4800, NEIGHBOURS = 256, FACTORS = 16, LARGEST = 100 };
    uint64_t bits = data_bits(seed, index);
    if (seed == DATA_EDGE_SEED) {
        return data_nearly_tied(bits);
    }
    struct point point = {data_below(bits, 2 * NEAR + 1) - NEAR, data_below(bits << 16, 2 * NEAR + 1) - NEAR,
                          data_below(bits << 32, 2 * NEAR + 1) - NEAR};
    if ((bits & 3) != 0) {
        return point;
    }
    const int factor = LARGEST - data_below(data_bits(~seed, index / NEIGHBOURS), FACTORS);
    const int far[] = {99 * factor, 14 * factor, factor};
    unsigned first = bits >> 2 & 0xff, turn = bits >> 10 & 1, signs = bits >> 11 & 7;
    point.x = (signs & 1 ? -1 : 1) * far[first % 3];
    point.y = (signs & 2 ? -1 : 1) * far[(first + 1 + turn) % 3];
    point.z = (signs & 4 ? -1 : 1) * far[(first + 2 - turn) % 3];
    return point;
}

OPERATOR_FUNCTION struct affine data_value_affine(uint64_t seed, uint64_t index, size_t n) {
    (void)n;
    uint64_t bits = data_bits(seed, index);
    struct affine map = {(unsigned)(bits >> 32) | 1, (unsigned)bits};
    return map;
}

#endif
