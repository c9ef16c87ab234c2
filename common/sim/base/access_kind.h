// The kinds of memory access.
#ifndef SIM_ACCESS_KIND_H
#define SIM_ACCESS_KIND_H

#include <stdbool.h>

// Threads of different blocks may make strong accesses to the same address: atomics, and volatile reads and
// writes of global memory. (`volatile` orders nothing in shared memory, where such accesses are
// plain, except for flags that are polled: schedule/poll.h.)
// ACCESS_ATOMIC reads and writes; ACCESS_ATOMIC_READ and ACCESS_ATOMIC_WRITE are the load() and store() of a
// cuda::atomic_ref. The same with the scope of the block, in global memory, are atomic for its threads only.
// ACCESS_EXCHANGE is an ACCESS_ATOMIC that stores whatever it finds.
enum access_kind {
    ACCESS_READ,
    ACCESS_WRITE,
    ACCESS_STRONG_READ,
    ACCESS_STRONG_WRITE,
    ACCESS_ATOMIC,
    ACCESS_ATOMIC_READ,
    ACCESS_ATOMIC_WRITE,
    ACCESS_BLOCK_ATOMIC,
    ACCESS_BLOCK_ATOMIC_READ,
    ACCESS_BLOCK_ATOMIC_WRITE,
    ACCESS_EXCHANGE,
    ACCESS_BLOCK_EXCHANGE
};

// Does it only read?
static inline bool access_reads(enum access_kind kind) {
    return kind == ACCESS_READ || kind == ACCESS_STRONG_READ || kind == ACCESS_ATOMIC_READ ||
           kind == ACCESS_BLOCK_ATOMIC_READ;
}

// Is it an atomic with the scope of the block?
static inline bool access_in_block(enum access_kind kind) {
    return kind >= ACCESS_BLOCK_ATOMIC && kind != ACCESS_EXCHANGE;
}

static inline bool access_exchanges(enum access_kind kind) {
    return kind >= ACCESS_EXCHANGE;
}

// An exchange as the atomic update that it is.
static inline enum access_kind access_update(enum access_kind kind) {
    return kind == ACCESS_EXCHANGE         ? ACCESS_ATOMIC
           : kind == ACCESS_BLOCK_EXCHANGE ? ACCESS_BLOCK_ATOMIC
                                           : kind;
}

// Without regard to scope.
static inline enum access_kind access_unscoped(enum access_kind kind) {
    kind = access_update(kind);
    return access_in_block(kind) ? (enum access_kind)(kind - ACCESS_BLOCK_ATOMIC + ACCESS_ATOMIC) : kind;
}

static inline bool access_strong(enum access_kind kind) {
    return kind >= ACCESS_STRONG_READ;
}

#endif
