// Is the actual result the expected one? A value that cannot be compared is wrong.
#ifndef LABS_COMPARE_H
#define LABS_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "check/judge/oracle.h"

struct mismatch {
    size_t count; // wrong elements; 0: all are correct
    size_t first; // index of the first of them
};

// Compares expected->count values with as many actual ones: floats as below, all other types bit by bit.
struct mismatch compare_values(const struct expected *expected, const void *actual);

// Compares a float with the exact value, which was computed in double.
//
//   expected NaN        only NaN is correct, and NaN is correct for no other expected value
//   expected infinity   only the same infinity is correct
//   otherwise           |expected - actual| <= tolerance, and actual is finite; -0 equals 0
bool compare_float(double expected, float actual, double tolerance);

// The largest error of a float sum of `length` values, in any order of additions:
//
//     (length - 1) u / (1 - (length - 1) u) x magnitude,    u = 2^-24, half a unit in the last place of 1
//
// where `magnitude` is the sum of the values' magnitudes. Higham, "Accuracy and Stability of Numerical
// Algorithms", 2nd edition, SIAM 2002, section 4.2. 0 for up to one value, which is not rounded, and for
// multiples of `unit`, a power of two, of magnitude up to 2^24 units: a float represents all their sums exactly.
//
//     compare_tolerance(1025, 1024, 0x1p-20) == 1024 x 2^-14 / (1 - 2^-14)      about 0.0625
double compare_tolerance(size_t length, double magnitude, double unit);

#endif
