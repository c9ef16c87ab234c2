// Is the actual result the expected one? Whatever cannot be compared is wrong.
#ifndef LABS_COMPARE_H
#define LABS_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "check/judge/oracle.h"

struct mismatch {
    size_t count; // wrong elements; 0: all are right
    size_t first; // index of the first of them
};

// expected->count values against as many actual ones. Floats as below; everything else is right when it is
// equal, bit by bit.
struct mismatch compare_values(const struct expected *expected, const void *actual);

// One float against the exact value (computed in double).
//
//   expected NaN        only NaN is right, and NaN is right for nothing else
//   expected infinity   only the same infinity is right
//   else                |expected - actual| <= tolerance, with a finite actual; -0 is 0
bool compare_float(double expected, float actual, double tolerance);

// How far a float sum of `length` values may lie from the exact one, whatever the order of its additions:
//
//     (length - 1) u / (1 - (length - 1) u) x magnitude,    u = 2^-24, half a unit in the last place of 1
//
// where `magnitude` is the sum of the values' magnitudes. Higham, "Accuracy and Stability of Numerical
// Algorithms", 2nd edition, SIAM 2002, section 4.2. 0 for up to one value, which nothing rounds, and for
// whole numbers (`whole`) of magnitude up to 2^24: all their sums are whole numbers that a float can hold.
//
//     compare_tolerance(1025, 1024, false) == 1024 x 2^-14 / (1 - 2^-14)      about 0.0625
double compare_tolerance(size_t length, double magnitude, bool whole);

#endif
