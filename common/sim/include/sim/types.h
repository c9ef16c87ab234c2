// dim3 and CUDA's vector types, with the sizes and alignments of the CUDA C++ Programming Guide.
#ifndef SIM_TYPES_H
#define SIM_TYPES_H

typedef struct {
    unsigned x, y, z;
} uint3;

#ifdef __cplusplus
struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
};
#else
typedef struct {
    unsigned x, y, z;
} dim3;
#endif

#define SIM_VECTOR(type, name, align2, align4)                                                               \
    typedef struct {                                                                                         \
        type x;                                                                                              \
    } name##1;                                                                                               \
    typedef struct {                                                                                         \
        type x, y;                                                                                           \
    } __attribute__((aligned(align2))) name##2;                                                              \
    typedef struct {                                                                                         \
        type x, y, z, w;                                                                                     \
    } __attribute__((aligned(align4))) name##4;

#define SIM_VECTOR3(type, name)                                                                              \
    typedef struct {                                                                                         \
        type x, y, z;                                                                                        \
    } name##3;

// type, name, alignment of two, alignment of four
#define SIM_VECTORS(X)                                                                                       \
    X(signed char, char, 2, 4)                                                                               \
    X(unsigned char, uchar, 2, 4)                                                                            \
    X(short, short, 4, 8)                                                                                    \
    X(unsigned short, ushort, 4, 8)                                                                          \
    X(int, int, 8, 16)                                                                                       \
    X(unsigned, uint, 8, 16)                                                                                 \
    X(long long, longlong, 16, 16)                                                                           \
    X(unsigned long long, ulonglong, 16, 16)                                                                 \
    X(float, float, 8, 16)                                                                                   \
    X(double, double, 16, 16)

SIM_VECTORS(SIM_VECTOR)
SIM_VECTOR3(signed char, char)
SIM_VECTOR3(unsigned char, uchar)
SIM_VECTOR3(short, short)
SIM_VECTOR3(unsigned short, ushort)
SIM_VECTOR3(int, int) // uint3 stands above
SIM_VECTOR3(long long, longlong)
SIM_VECTOR3(unsigned long long, ulonglong)
SIM_VECTOR3(float, float)
SIM_VECTOR3(double, double)

#ifdef __cplusplus
#define SIM_MAKE(type, name, align2, align4)                                                                 \
    static inline name##2 make_##name##2(type x, type y) {                                                   \
        return name##2{x, y};                                                                                \
    }                                                                                                        \
    static inline name##3 make_##name##3(type x, type y, type z) {                                           \
        return name##3{x, y, z};                                                                             \
    }                                                                                                        \
    static inline name##4 make_##name##4(type x, type y, type z, type w) {                                   \
        return name##4{x, y, z, w};                                                                          \
    }
SIM_VECTORS(SIM_MAKE)
#undef SIM_MAKE
#endif

#undef SIM_VECTOR
#undef SIM_VECTOR3
#undef SIM_VECTORS

#endif
