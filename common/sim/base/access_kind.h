// The kinds of memory access.
#ifndef SIM_ACCESS_KIND_H
#define SIM_ACCESS_KIND_H

#include <stdbool.h>

// Threads of different blocks may make strong accesses to the same address: atomics, and volatile reads and
// writes of global memory. (`volatile` orders nothing in shared memory, where such accesses are plain.)
// ACCESS_ATOMIC reads and writes; ACCESS_ATOMIC_READ and ACCESS_ATOMIC_WRITE are the load() and store() of a
// cuda::atomic_ref.
enum access_kind {
    ACCESS_READ,
    ACCESS_WRITE,
    ACCESS_STRONG_READ,
    ACCESS_STRONG_WRITE,
    ACCESS_ATOMIC,
    ACCESS_ATOMIC_READ,
    ACCESS_ATOMIC_WRITE
};

// Does it only read?
static inline bool access_reads(enum access_kind kind) {
    return kind == ACCESS_READ || kind == ACCESS_STRONG_READ || kind == ACCESS_ATOMIC_READ;
}

static inline bool access_strong(enum access_kind kind) {
    return kind >= ACCESS_STRONG_READ;
}

#endif
