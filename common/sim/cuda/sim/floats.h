// CUDA's floating-point functions. Kernels may also use C's math library.
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

SIM_FUNCTION int __double2hiint(double value) {
    return (int)(__double_as_longlong(value) >> 32);
}
SIM_FUNCTION int __double2loint(double value) {
    return (int)__double_as_longlong(value);
}
SIM_FUNCTION double __hiloint2double(int high, int low) {
    return __longlong_as_double((long long)((unsigned long long)(unsigned)high << 32 | (unsigned)low));
}

// ---- Single operations, rounded to nearest ----

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

// Of NaN: 0, or the highest bit alone if either type has 64 bits.
#define SIM_OF_NAN(type, from)                                                                               \
    (sizeof(type) == 8 || sizeof(from) == 8 ? (type)(1ull << (8 * sizeof(type) - 1)) : (type)0)

#define SIM_ROUND(function, type, from, rounding, least, most)                                               \
    SIM_FUNCTION type function(from value) {                                                                 \
        from whole = rounding(value);                                                                        \
        return whole >= (from)(most)    ? (most)                                                             \
               : whole <= (from)(least) ? (least)                                                            \
               : whole != whole         ? SIM_OF_NAN(type, from)                                             \
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
SIM_ROUNDS(__float2ll, long long, float, rintf, truncf, ceilf, floorf, -0x7fffffffffffffffLL - 1,
           0x7fffffffffffffffLL)
SIM_ROUNDS(__float2ull, unsigned long long, float, rintf, truncf, ceilf, floorf, 0ull, ~0ull)
SIM_ROUNDS(__double2ll, long long, double, rint, trunc, ceil, floor, -0x7fffffffffffffffLL - 1,
           0x7fffffffffffffffLL)
SIM_ROUNDS(__double2ull, unsigned long long, double, rint, trunc, ceil, floor, 0ull, ~0ull)
#undef SIM_ROUNDS
#undef SIM_ROUND
#undef SIM_OF_NAN

#define SIM_NEAREST(function, to, from)                                                                      \
    SIM_FUNCTION to function(from value) { return (to)value; }
SIM_NEAREST(__int2float_rn, float, int)
SIM_NEAREST(__uint2float_rn, float, unsigned)
SIM_NEAREST(__ll2float_rn, float, long long)
SIM_NEAREST(__ull2float_rn, float, unsigned long long)
SIM_NEAREST(__int2double_rn, double, int)
SIM_NEAREST(__uint2double_rn, double, unsigned)
SIM_NEAREST(__ll2double_rn, double, long long)
SIM_NEAREST(__ull2double_rn, double, unsigned long long)
SIM_NEAREST(__double2float_rn, float, double)
#undef SIM_NEAREST

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

// C23's functions, which glibc has from 2.41 and 2.42 on.
#if defined(__GLIBC__)
#define SIM_GLIBC(minor) (__GLIBC__ > 2 || __GLIBC_MINOR__ >= (minor))
#else
#define SIM_GLIBC(minor) 0
#endif
#define SIM_RSQRT(type, f)                                                                                   \
    SIM_FUNCTION type rsqrt##f(type a) { return 1 / sqrt##f(a); }
#define SIM_PI(type, f)                                                                                      \
    SIM_FUNCTION type sinpi##f(type a) { return sin##f(fmod##f(a, 2) * (type)M_PI); }                        \
    SIM_FUNCTION type cospi##f(type a) { return cos##f(fmod##f(a, 2) * (type)M_PI); }
#if !SIM_GLIBC(42)
SIM_RSQRT(float, f)
SIM_RSQRT(double, )
#endif
#if !SIM_GLIBC(41)
SIM_PI(float, f)
SIM_PI(double, )
#endif
#undef SIM_GLIBC
#undef SIM_RSQRT
#undef SIM_PI

// `f`: the ending of the C library's functions for this type.
#define SIM_MATH(type, f)                                                                                    \
    SIM_FUNCTION type rcbrt##f(type a) { return 1 / cbrt##f(a); }                                            \
    SIM_FUNCTION type rhypot##f(type a, type b) { return 1 / hypot##f(a, b); }                               \
    SIM_FUNCTION type norm3d##f(type a, type b, type c) { return sqrt##f(a * a + b * b + c * c); }           \
    SIM_FUNCTION type norm4d##f(type a, type b, type c, type d) {                                            \
        return sqrt##f(a * a + b * b + c * c + d * d);                                                       \
    }                                                                                                        \
    SIM_FUNCTION type rnorm3d##f(type a, type b, type c) { return 1 / norm3d##f(a, b, c); }                  \
    SIM_FUNCTION type rnorm4d##f(type a, type b, type c, type d) { return 1 / norm4d##f(a, b, c, d); }       \
    SIM_FUNCTION void sincospi##f(type a, type *sine, type *cosine) {                                        \
        *sine = sinpi##f(a);                                                                                 \
        *cosine = cospi##f(a);                                                                               \
    }                                                                                                        \
    SIM_FUNCTION type normcdf##f(type a) { return erfc##f(-a * (type)M_SQRT1_2) / 2; }
SIM_MATH(float, f)
SIM_MATH(double, )
#undef SIM_MATH

#endif
