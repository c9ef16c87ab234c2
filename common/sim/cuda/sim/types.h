// dim3 and CUDA's vector types, with the sizes and alignments of the CUDA C++ Programming Guide.
#ifndef SIM_TYPES_H
#define SIM_TYPES_H

#include "qualifiers.h"

// type, name, alignment of two, alignment of four
#define SIM_VECTORS(X)                                                                                       \
    X(signed char, char, 2, 4)                                                                               \
    X(unsigned char, uchar, 2, 4)                                                                            \
    X(short, short, 4, 8)                                                                                    \
    X(unsigned short, ushort, 4, 8)                                                                          \
    X(int, int, 8, 16)                                                                                       \
    X(unsigned, uint, 8, 16)                                                                                 \
    X(long, long, 16, 16)                                                                                    \
    X(unsigned long, ulong, 16, 16)                                                                          \
    X(long long, longlong, 16, 16)                                                                           \
    X(unsigned long long, ulonglong, 16, 16)                                                                 \
    X(float, float, 8, 16)                                                                                   \
    X(double, double, 16, 16)

#define SIM_VECTOR(type, name, align2, align4)                                                               \
    typedef struct name##1 {                                                                                 \
        type x;                                                                                              \
        SIM_STRUCT(name##1)                                                                                  \
    }                                                                                                        \
    name##1;                                                                                                 \
    typedef struct __attribute__((aligned(align2))) name##2 {                                                \
        type x, y;                                                                                           \
        SIM_STRUCT(name##2)                                                                                  \
    }                                                                                                        \
    name##2;                                                                                                 \
    typedef struct name##3 {                                                                                 \
        type x, y, z;                                                                                        \
        SIM_STRUCT(name##3)                                                                                  \
    }                                                                                                        \
    name##3;                                                                                                 \
    typedef struct __attribute__((aligned(align4))) name##4 {                                                \
        type x, y, z, w;                                                                                     \
        SIM_STRUCT(name##4)                                                                                  \
    }                                                                                                        \
    name##4;

SIM_VECTORS(SIM_VECTOR)
#undef SIM_VECTOR

#ifdef __cplusplus
struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {
    }
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {
    }
    constexpr operator uint3() const {
        return uint3{x, y, z};
    }
};

// Not constexpr, as in CUDA: a variable of the device cannot begin with the result.
#define SIM_MAKE(type, name, align2, align4)                                                                 \
    SIM_RAW static inline name##1 make_##name##1(type x) { return name##1 {x}; }                             \
    SIM_RAW static inline name##2 make_##name##2(type x, type y) { return name##2 {x, y}; }                  \
    SIM_RAW static inline name##3 make_##name##3(type x, type y, type z) { return name##3 {x, y, z}; }       \
    SIM_RAW static inline name##4 make_##name##4(type x, type y, type z, type w) {                           \
        return name##4 {x, y, z, w};                                                                         \
    }
SIM_VECTORS(SIM_MAKE)
#undef SIM_MAKE
#else
typedef struct {
    unsigned x, y, z;
} dim3;
#endif

#undef SIM_VECTORS

#endif
