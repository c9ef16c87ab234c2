#include "compare.h"

#include <math.h>

static void found_wrong(struct mismatch *mismatch, size_t index) {
    if (mismatch->count == 0)
        mismatch->first = index;
    mismatch->count++;
}

struct mismatch compare_int32(const int32_t *expected, const int32_t *actual, size_t count) {
    struct mismatch mismatch = {0, 0};
    for (size_t i = 0; i < count; i++)
        if (expected[i] != actual[i])
            found_wrong(&mismatch, i);
    return mismatch;
}

bool compare_float(double expected, float actual, double tolerance) {
    if (isnan(expected))
        return isnan(actual);
    if (isinf(expected))
        return actual == expected;
    double error = fabs(expected - actual); // infinite or NaN where `actual` is
    return isfinite(tolerance) && error <= tolerance;
}

double compare_tolerance(size_t length, double magnitude) {
    if (length <= 1)
        return 0;
    int levels = 0;
    while (levels < 63 && ((size_t)1 << levels) < length)
        levels++;
    return ldexp((levels + 1) * magnitude, -24);
}

struct mismatch compare_floats(const double *expected, const float *actual, const double *tolerances,
                               size_t count) {
    struct mismatch mismatch = {0, 0};
    for (size_t i = 0; i < count; i++)
        if (!compare_float(expected[i], actual[i], tolerances[i]))
            found_wrong(&mismatch, i);
    return mismatch;
}
