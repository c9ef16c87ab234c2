#include "check/judge/compare.h"

#include <math.h>
#include <string.h>

static void note_wrong(struct mismatch *mismatch, size_t index) {
    if (mismatch->count == 0) {
        mismatch->first = index;
    }
    mismatch->count++;
}

struct mismatch compare_values(const struct expected *expected, const void *actual) {
    struct mismatch mismatch = {0, 0};
    size_t size = operators[expected->operator_id].value_size;
    for (size_t i = 0; i < expected->count; i++) {
        bool correct =
            expected->exact != NULL
                ? compare_float(expected->exact[i], ((const float *)actual)[i], expected->tolerance[i])
                : memcmp((const char *)expected->values + i * size, (const char *)actual + i * size, size) ==
                      0;
        if (!correct) {
            note_wrong(&mismatch, i);
        }
    }
    return mismatch;
}

bool compare_float(double expected, float actual, double tolerance) {
    if (isnan(expected)) {
        return isnan(actual);
    }
    if (isinf(expected)) {
        return actual == expected;
    }
    double error = fabs(expected - actual); // infinite or NaN where `actual` is
    return isfinite(tolerance) && error <= tolerance;
}

double compare_tolerance(size_t length, double magnitude, double unit) {
    if (length <= 1 || magnitude <= ldexp(unit, 24)) {
        return 0;
    }
    double lost = ldexp((double)(length - 1), -24);
    return lost < 1 ? lost / (1 - lost) * magnitude : INFINITY; // accepts nothing
}
