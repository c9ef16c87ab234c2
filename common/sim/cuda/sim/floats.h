// CUDA's floating-point functions, besides C's math library, which kernels may use too.
//
// The fast ones (__expf ...) are precise here: a result may differ from a GPU's in the last bits.
#ifndef SIM_FLOATS_H
#define SIM_FLOATS_H

#include <math.h>

#include "arithmetic.h"

// ---- The bits of a number ----

#define SIM_BITS(function, to, from)                                                                         \
    SIM_FUNCTION to function(from value) {                                                                   \
        to bits;                                                                                             \
        __builtin_memcpy(&bits, &value, sizeof(bits));                                                       \
        return bits;                                                                                         \
    }
SIM_BITS(__int_as_float, float, int)
SIM_BITS(__uint_as_float, float, unsigned)
SIM_BITS(__float_as_int, int, float)
SIM_BITS(__float_as_uint, unsigned, float)
SIM_BITS(__longlong_as_double, double, long long)
SIM_BITS(__double_as_longlong, long long, double)
#undef SIM_BITS

// ---- One operation, rounded to nearest ----

#define SIM_OPERATIONS(type, letter, root)                                                                   \
    SIM_FUNCTION type __##letter##add_rn(type a, type b) { return a + b; }                                   \
    SIM_FUNCTION type __##letter##sub_rn(type a, type b) { return a - b; }                                   \
    SIM_FUNCTION type __##letter##mul_rn(type a, type b) { return a * b; }                                   \
    SIM_FUNCTION type __##letter##div_rn(type a, type b) { return a / b; }                                   \
    SIM_FUNCTION type __##letter##sqrt_rn(type a) { return root(a); }                                        \
    SIM_FUNCTION type __##letter##rcp_rn(type a) { return 1 / a; }
SIM_OPERATIONS(float, f, sqrtf)
SIM_OPERATIONS(double, d, sqrt)
#undef SIM_OPERATIONS

SIM_FUNCTION float __fmaf_rn(float a, float b, float c) {
    return fmaf(a, b, c);
}
SIM_FUNCTION double __fma_rn(double a, double b, double c) {
    return fma(a, b, c);
}
SIM_FUNCTION float __frsqrt_rn(float a) {
    return 1 / sqrtf(a);
}

// ---- To integers and back; a number out of range becomes the nearest one in range ----

#define SIM_ROUND(function, type, from, rounding, least, most)                                               \
    SIM_FUNCTION type function(from value) {                                                                 \
        from whole = rounding(value);                                                                        \
        return whole >= (from)(most)    ? (most)                                                             \
               : whole <= (from)(least) ? (least)                                                            \
               : whole != whole         ? 0                                                                  \
                                        : (type)whole;                                                               \
    }
#define SIM_ROUNDS(name, type, from, near, zero, up, down, least, most)                                      \
    SIM_ROUND(name##_rn, type, from, near, least, most)                                                      \
    SIM_ROUND(name##_rz, type, from, zero, least, most)                                                      \
    SIM_ROUND(name##_ru, type, from, up, least, most)                                                        \
    SIM_ROUND(name##_rd, type, from, down, least, most)
SIM_ROUNDS(__float2int, int, float, rintf, truncf, ceilf, floorf, -0x7fffffff - 1, 0x7fffffff)
SIM_ROUNDS(__float2uint, unsigned, float, rintf, truncf, ceilf, floorf, 0u, 0xffffffffu)
SIM_ROUNDS(__double2int, int, double, rint, trunc, ceil, floor, -0x7fffffff - 1, 0x7fffffff)
SIM_ROUNDS(__double2uint, unsigned, double, rint, trunc, ceil, floor, 0u, 0xffffffffu)
SIM_ROUNDS(__double2ll, long long, double, rint, trunc, ceil, floor, -0x7fffffffffffffffLL - 1,
           0x7fffffffffffffffLL)
#undef SIM_ROUNDS
#undef SIM_ROUND

SIM_FUNCTION float __int2float_rn(int value) {
    return (float)value;
}
SIM_FUNCTION float __uint2float_rn(unsigned value) {
    return (float)value;
}
SIM_FUNCTION double __int2double_rn(int value) {
    return value;
}
SIM_FUNCTION float __double2float_rn(double value) {
    return (float)value;
}

// ---- Fast, or not in C ----

SIM_FUNCTION float __saturatef(float a) {
    return a > 1 ? 1 : a > 0 ? a : 0; // and 0 for NaN
}
SIM_FUNCTION float __fdividef(float a, float b) {
    return a / b;
}
SIM_FUNCTION float fdividef(float a, float b) {
    return a / b;
}

// The C library uses these names, too.
#define __expf(a)    expf(a)
#define __exp10f(a)  powf(10, (a))
#define __logf(a)    logf(a)
#define __log2f(a)   log2f(a)
#define __log10f(a)  log10f(a)
#define __powf(a, b) powf((a), (b))
#define __sinf(a)    sinf(a)
#define __cosf(a)    cosf(a)
#define __tanf(a)    tanf(a)

SIM_FUNCTION float rsqrtf(float a) {
    return 1 / sqrtf(a);
}
SIM_FUNCTION double rsqrt(double a) {
    return 1 / sqrt(a);
}
SIM_FUNCTION float norm3df(float a, float b, float c) {
    return sqrtf(a * a + b * b + c * c);
}

#endif
