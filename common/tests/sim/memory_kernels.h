// What memory_test.c calls. Each makes about `count` accesses, as many as possible of one kind, in an array of fixed
// size.
#ifndef TESTS_MEMORY_KERNELS_H
#define TESTS_MEMORY_KERNELS_H

#include <stddef.h>

#define LONG_KERNELS(X) \
    X(long_blocks)      \
    X(long_one_thread)  \
    X(long_ways)        \
    X(long_bytes)       \
    X(long_barriers)    \
    X(long_shuffles)    \
    X(long_atomics)     \
    X(long_fences)      \
    X(long_mistakes)    \
    X(long_launches)

enum {
    SLOTS = 512,      // blocks that have their own place
    DATA_INTS = 65536 // length of d_data
};

#ifdef __cplusplus
extern "C" {
#endif
#define DECLARE_LONG(name) void name(int *d_data, size_t count);
LONG_KERNELS(DECLARE_LONG)
#undef DECLARE_LONG
#ifdef __cplusplus
}
#endif

#endif
