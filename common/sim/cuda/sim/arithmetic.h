// CUDA's integer functions, and min and max.
#ifndef SIM_ARITHMETIC_H
#define SIM_ARITHMETIC_H

#include "qualifiers.h"

#define SIM_FUNCTION SIM_RAW static inline

#define SIM_MIN_MAX(result, left, right)                                                                     \
    SIM_FUNCTION result min(left a, right b) { return (result)b < (result)a ? (result)b : (result)a; }       \
    SIM_FUNCTION result max(left a, right b) { return (result)a < (result)b ? (result)b : (result)a; }
#define SIM_MIN_MAX_INTEGER(type)                                                                            \
    SIM_MIN_MAX(type, type, type)                                                                            \
    SIM_MIN_MAX(unsigned type, unsigned type, unsigned type)                                                 \
    SIM_MIN_MAX(unsigned type, type, unsigned type)                                                          \
    SIM_MIN_MAX(unsigned type, unsigned type, type)
SIM_MIN_MAX_INTEGER(int)
SIM_MIN_MAX_INTEGER(long)
SIM_MIN_MAX_INTEGER(long long)
SIM_MIN_MAX(float, float, float)
SIM_MIN_MAX(double, double, double)
SIM_MIN_MAX(double, float, double)
SIM_MIN_MAX(double, double, float)
#undef SIM_MIN_MAX
#undef SIM_MIN_MAX_INTEGER

SIM_FUNCTION unsigned umin(unsigned a, unsigned b) {
    return a < b ? a : b;
}
SIM_FUNCTION unsigned umax(unsigned a, unsigned b) {
    return a > b ? a : b;
}

SIM_FUNCTION long long llmin(long long a, long long b) {
    return a < b ? a : b;
}
SIM_FUNCTION long long llmax(long long a, long long b) {
    return a > b ? a : b;
}
SIM_FUNCTION unsigned long long ullmin(unsigned long long a, unsigned long long b) {
    return a < b ? a : b;
}
SIM_FUNCTION unsigned long long ullmax(unsigned long long a, unsigned long long b) {
    return a > b ? a : b;
}

// ---- Bits ----

SIM_FUNCTION int __popc(unsigned x) {
    return __builtin_popcount(x);
}
SIM_FUNCTION int __popcll(unsigned long long x) {
    return __builtin_popcountll(x);
}
SIM_FUNCTION int __clz(int x) {
    return x == 0 ? 32 : __builtin_clz((unsigned)x);
}
SIM_FUNCTION int __clzll(long long x) {
    return x == 0 ? 64 : __builtin_clzll((unsigned long long)x);
}
SIM_FUNCTION int __ffs(int x) {
    return __builtin_ffs(x);
}
SIM_FUNCTION int __ffsll(long long x) {
    return __builtin_ffsll(x);
}
SIM_FUNCTION unsigned __brev(unsigned x) {
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(x);
}
SIM_FUNCTION unsigned long long __brevll(unsigned long long x) {
    return (unsigned long long)__brev((unsigned)x) << 32 | __brev((unsigned)(x >> 32));
}

// The offset-th set bit at or above `base` (offset > 0) or at or below it (offset < 0); ~0u if there is none.
SIM_FUNCTION unsigned __fns(unsigned mask, unsigned base, int offset) {
    if (offset == 0) {
        return mask >> base & 1 ? base : ~0u;
    }
    int step = offset > 0 ? 1 : -1, left = offset > 0 ? offset : -offset;
    for (int bit = (int)base; bit >= 0 && bit < 32; bit += step) {
        left -= (int)(mask >> bit & 1);
        if (left == 0) {
            return (unsigned)bit;
        }
    }
    return ~0u;
}

// The four bytes of b:a that the lower three bits of the selector's digits select. (The instruction PRMT would select a
// byte's sign by the fourth bit; nvcc masks it away.)
SIM_FUNCTION unsigned __byte_perm(unsigned a, unsigned b, unsigned selector) {
    unsigned long long bytes = (unsigned long long)b << 32 | a;
    unsigned result = 0;
    for (int i = 0; i < 4; i++) {
        unsigned number = selector >> i * 4 & 7;
        result |= ((unsigned)(bytes >> number * 8) & 255) << i * 8;
    }
    return result;
}

// The high (l) or low (r) half of high:low after the shift. The shift is taken modulo 32, or is at most 32
// (c).
SIM_FUNCTION unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
    return (unsigned)((((unsigned long long)high << 32 | low) << (shift & 31)) >> 32);
}
SIM_FUNCTION unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
SIM_FUNCTION unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
    return (unsigned)(((unsigned long long)high << 32 | low) >> (shift & 31));
}
SIM_FUNCTION unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
    return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

// ---- Products, means, differences ----

SIM_FUNCTION int __mul24(int a, int b) {
    return (int)((unsigned)((int)((unsigned)a << 8) >> 8) * (unsigned)((int)((unsigned)b << 8) >> 8));
}
SIM_FUNCTION unsigned __umul24(unsigned a, unsigned b) {
    return (a & 0xffffffu) * (b & 0xffffffu);
}
SIM_FUNCTION int __mulhi(int a, int b) {
    return (int)((long long)a * b >> 32);
}
SIM_FUNCTION unsigned __umulhi(unsigned a, unsigned b) {
    return (unsigned)((unsigned long long)a * b >> 32);
}
SIM_FUNCTION long long __mul64hi(long long a, long long b) {
    __extension__ typedef __int128 wide;
    return (long long)((wide)a * b >> 64);
}
SIM_FUNCTION unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    __extension__ typedef unsigned __int128 wide;
    return (unsigned long long)((wide)a * b >> 64);
}
SIM_FUNCTION int __hadd(int a, int b) {
    return (int)(((long long)a + b) >> 1);
}
SIM_FUNCTION int __rhadd(int a, int b) {
    return (int)(((long long)a + b + 1) >> 1);
}
SIM_FUNCTION unsigned __uhadd(unsigned a, unsigned b) {
    return (unsigned)(((unsigned long long)a + b) >> 1);
}
SIM_FUNCTION unsigned __urhadd(unsigned a, unsigned b) {
    return (unsigned)(((unsigned long long)a + b + 1) >> 1);
}
SIM_FUNCTION unsigned __sad(int a, int b, unsigned c) {
    return c + (unsigned)(a < b ? (long long)b - a : (long long)a - b);
}
SIM_FUNCTION unsigned __usad(unsigned a, unsigned b, unsigned c) {
    return c + (a < b ? b - a : a - b);
}

// The sum of c and the products of the four bytes.
#define SIM_DOT(type, byte)                                                                                  \
    SIM_FUNCTION type __dp4a(type a, type b, type c) {                                                       \
        for (int i = 0; i < 32; i += 8) {                                                                    \
            c += (type)(byte)(a >> i) * (type)(byte)(b >> i);                                                \
        }                                                                                                    \
        return c;                                                                                            \
    }
SIM_DOT(int, signed char)
SIM_DOT(unsigned, unsigned char)
#undef SIM_DOT

#endif
