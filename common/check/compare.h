// Is the actual result the expected one? Whatever cannot be compared is wrong.
#ifndef LABS_COMPARE_H
#define LABS_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mismatch {
    size_t count; // wrong elements; 0: all are right
    size_t first; // index of the first of them
};

// Ints are right when they are equal.
struct mismatch compare_int32(const int32_t *expected, const int32_t *actual, size_t count);

// One float against the exact value (computed in double).
//
//   expected NaN        only NaN is right, and NaN is right for nothing else
//   expected infinity   only the same infinity is right
//   else                |expected - actual| <= tolerance, with a finite actual; -0 is 0
bool compare_float(double expected, float actual, double tolerance);

// How far a float sum of `length` values may lie from the exact one, whatever the order of a tree-like sum:
// each of its ceil(log2 length) levels, and the last rounding, may lose half a unit in the last place of at
// most `magnitude`, the sum of the values' magnitudes. 0 for up to one value, which nothing rounds.
//
//     compare_tolerance(1024, 1024.0) == 11 * 2^-24 * 1024
double compare_tolerance(size_t length, double magnitude);

// Floats, element i with the tolerance tolerances[i].
struct mismatch compare_floats(const double *expected, const float *actual, const double *tolerances,
                               size_t count);

#endif
