// The operators that the labs reduce and scan with: type, identity and combination of two values.
//
// All are associative, and each has an identity: combine(identity, a) = combine(a, identity) = a. All but
// `affine` commute. Ints wrap around at 2^31, so every grouping gives the same result. Floats do not: their
// sums differ by rounding, and check/judge/compare.h says by how much they may.
//
// Kernels include operator.h instead, which chooses one operator. The checker knows all of them.
//
// To add an operator: a line in OPERATORS, its combine_NAME and identity_NAME below, its text in
// common/operator/table.c, its input in common/data/value.h, its functor_NAME in common/bench/peer.cu, and its name in
// cmake/runners.cmake.
#ifndef LABS_OPERATORS_H
#define LABS_OPERATORS_H

#include <limits.h>

// For host and device. In a kernel for the simulated GPU, accesses to its parameters are not memory accesses
// of the program, but every assignment of a struct is.
#if defined(SIM_RAW)
#define OPERATOR_FUNCTION SIM_RAW static inline __host__ __device__
#define OPERATOR_STRUCT   SIM_STRUCT
#elif defined(__CUDACC__)
#define OPERATOR_FUNCTION static inline __host__ __device__
#else
#define OPERATOR_FUNCTION static inline
#endif
#ifndef OPERATOR_STRUCT
#define OPERATOR_STRUCT(name)
#endif

// A point with whole coordinates of magnitude up to 9,999, so the square of its distance fits into an int.
struct point {
    int x, y, z;
    OPERATOR_STRUCT(point)
};

// The map x -> a x + b, over 32-bit integers that wrap around.
struct affine {
    unsigned a, b;
    OPERATOR_STRUCT(affine)
};

// X(NAME, name, value type, title, does it commute?)
#define OPERATORS(X)                                                                                         \
    X(SUM, sum, int, "sum", 1)                                                                               \
    X(PRODUCT, product, int, "product", 1)                                                                   \
    X(MIN, min, int, "minimum", 1)                                                                           \
    X(MAX, max, int, "maximum", 1)                                                                           \
    X(FLOAT_SUM, float_sum, float, "sum of floats", 1)                                                       \
    X(DOUBLE_SUM, double_sum, double, "sum of doubles", 1)                                                   \
    X(FARTHEST, farthest, struct point, "point farthest from the origin", 1)                                 \
    X(AFFINE, affine, struct affine, "composition of affine maps", 0)

OPERATOR_FUNCTION int identity_sum(void) {
    return 0;
}
OPERATOR_FUNCTION int combine_sum(int a, int b) {
    return (int)((unsigned)a + (unsigned)b); // unsigned: signed overflow would be undefined
}

OPERATOR_FUNCTION int identity_product(void) {
    return 1;
}
OPERATOR_FUNCTION int combine_product(int a, int b) {
    return (int)((unsigned)a * (unsigned)b);
}

OPERATOR_FUNCTION int identity_min(void) {
    return INT_MAX;
}
OPERATOR_FUNCTION int combine_min(int a, int b) {
    return b < a ? b : a;
}

OPERATOR_FUNCTION int identity_max(void) {
    return INT_MIN;
}
OPERATOR_FUNCTION int combine_max(int a, int b) {
    return b > a ? b : a;
}

OPERATOR_FUNCTION float identity_float_sum(void) {
    return 0;
}
OPERATOR_FUNCTION float combine_float_sum(float a, float b) {
    return a + b;
}

// Only for the bench, with sums of whole numbers, which are exact.
OPERATOR_FUNCTION double identity_double_sum(void) {
    return 0;
}
OPERATOR_FUNCTION double combine_double_sum(double a, double b) {
    return a + b;
}

// The farther of two points from the origin. At the same distance, the one with the larger x, then y, then z,
// so the result does not depend on the order. The origin is the identity: no point is nearer.
OPERATOR_FUNCTION struct point identity_farthest(void) {
    struct point origin = {0, 0, 0};
    return origin;
}
OPERATOR_FUNCTION struct point combine_farthest(struct point a, struct point b) {
    int a_square = a.x * a.x + a.y * a.y + a.z * a.z;
    int b_square = b.x * b.x + b.y * b.y + b.z * b.z;
    if (a_square != b_square) {
        return a_square > b_square ? a : b;
    }
    if (a.x != b.x) {
        return a.x > b.x ? a : b;
    }
    if (a.y != b.y) {
        return a.y > b.y ? a : b;
    }
    return a.z > b.z ? a : b;
}

// First f, then g: x -> g.a (f.a x + f.b) + g.b. Swapped, they are another map. A scan with this operator
// solves the recurrence y[i] = a[i] y[i - 1] + b[i].
OPERATOR_FUNCTION struct affine identity_affine(void) {
    struct affine same = {1, 0};
    return same;
}
OPERATOR_FUNCTION struct affine combine_affine(struct affine f, struct affine g) {
    struct affine both = {f.a * g.a, g.a * f.b + g.b};
    return both;
}

#endif
