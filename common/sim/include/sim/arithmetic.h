// Functions on numbers that CUDA has everywhere.
#ifndef SIM_ARITHMETIC_H
#define SIM_ARITHMETIC_H

#include <math.h>

#include "qualifiers.h"

#define SIM_MIN_MAX(type)                                                                                    \
    static inline SIM_RAW type min(type a, type b) {                                                         \
        return b < a ? b : a;                                                                                \
    }                                                                                                        \
    static inline SIM_RAW type max(type a, type b) {                                                         \
        return a < b ? b : a;                                                                                \
    }
SIM_MIN_MAX(int)
SIM_MIN_MAX(unsigned)
SIM_MIN_MAX(long)
SIM_MIN_MAX(unsigned long)
SIM_MIN_MAX(long long)
SIM_MIN_MAX(unsigned long long)
SIM_MIN_MAX(float)
SIM_MIN_MAX(double)
#undef SIM_MIN_MAX

static inline int __popc(unsigned x) {
    return __builtin_popcount(x);
}
static inline int __popcll(unsigned long long x) {
    return __builtin_popcountll(x);
}
static inline int __clz(int x) {
    return x == 0 ? 32 : __builtin_clz((unsigned)x);
}
static inline int __ffs(int x) {
    return __builtin_ffs(x);
}

#define __ldg(pointer)         (*(pointer))
#define __ldcs(pointer)        (*(pointer))
#define __stcs(pointer, value) ((void)(*(pointer) = (value)))

#endif
