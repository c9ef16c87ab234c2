// Race and unset-read detection: one cell for every 4-byte word of shared and global memory, and for each byte of
// words that are accessed by bytes (bytes.h).
//
// A cell remembers the last write and up to two reads since. Two accesses are a race when one writes, they come
// from different threads, and nothing orders them. What orders two accesses of one launch:
//
//     same thread                      program order
//     same block, barrier between      the block's `barrier_tick` has passed the earlier one's tick
//     same warp, warp barrier between  the warp's `full_tick` has, or what the lane knows of the other lane
//     both strong                      such accesses may meet (see enum access_kind)
//     different blocks                 what order.h knows: fence, flag written, flag read. It is asked about each
//                                      suspect, which is rare. (Kernel boundaries order launches.)
//
// Ticks count up within a block: at each block barrier (all warps go on from the same, higher tick) and at each
// warp barrier (that warp alone). So one comparison answers each question.
//
// Keeping two reads is enough for these orders: read_a with the mask of its warp's lanes, and read_b from any
// other warp. Whoever writes next is not in one of the two.
//
// Cost: O(1) time an access and one cell of fixed size a word, whatever the number of threads and blocks and however
// long they run.
#ifndef SIM_SHADOW_H
#define SIM_SHADOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limits.h"

// Strong accesses are those that threads of different blocks may meet at: atomics, and volatile reads and writes of
// global memory. (`volatile` in shared memory orders nothing and is plain here.) ACCESS_ATOMIC reads and writes; the
// two after it are load() and store() of a cuda::atomic_ref, which are one of the two.
enum access_kind {
    ACCESS_READ,
    ACCESS_WRITE,
    ACCESS_STRONG_READ,
    ACCESS_STRONG_WRITE,
    ACCESS_ATOMIC,
    ACCESS_ATOMIC_READ,
    ACCESS_ATOMIC_WRITE
};

static inline bool access_reads(enum access_kind kind) { // and does not write
    return kind == ACCESS_READ || kind == ACCESS_STRONG_READ || kind == ACCESS_ATOMIC_READ;
}

static inline bool access_strong(enum access_kind kind) {
    return kind >= ACCESS_STRONG_READ;
}

// One remembered access. serial 0: none.
struct access_record {
    uint32_t serial; // the block: unique over all launches
    uint32_t tick;
    uint32_t pc;
    uint16_t thread; // linear index within the block
    uint8_t kind;    // enum access_kind
};

struct shadow_cell {
    struct access_record write, read_a, read_b;
    uint32_t reader_lanes; // lanes of read_a's warp that have read since, at read_a's tick
    uint8_t set_bytes;     // bit b: byte b has been written (in shared memory: by this block)
    bool unused;           // written by a kernel and not read since
    bool split;            // its bytes have cells of their own (bytes.h)
    uint8_t lock;          // taken around each look where blocks run side by side
};

// The thread that accesses, as the race rule needs it.
struct accessor {
    uint32_t serial;       // its block
    uint32_t barrier_tick; // tick of the block's last barrier
    uint32_t full_tick;    // tick of its warp's last barrier of all lanes
    const uint32_t *known; // by lane: tick of the last partial barrier through which it is known; NULL: none
    uint32_t tick;         // now
    uint32_t pc;
    uint16_t thread;
    // Serials whose accesses count: all blocks of this launch for global memory, this block alone for shared.
    uint32_t first_serial, serial_count;
};

// ---- The rule ----

// Does `record` count at all? Not one of an earlier launch, and in shared memory not one of another block, which
// had the same memory before.
static inline bool counts(const struct access_record *record, const struct accessor *who) {
    return record->serial - who->first_serial < who->serial_count;
}

// Is what `lane` of who's warp did at `tick` ordered before what `who` does now, by warp barriers?
static inline bool warp_ordered(const struct accessor *who, unsigned lane, uint32_t tick) {
    return tick < who->full_tick || (who->known != NULL && tick < who->known[lane]);
}

// Is `record`, which counts, ordered before `who`'s access?
static inline bool ordered(const struct access_record *record, const struct accessor *who) {
    if (record->serial != who->serial) {
        return false; // another block
    }
    if (record->tick < who->barrier_tick || record->thread == who->thread) {
        return true;
    }
    return record->thread / WARP_LANES == who->thread / WARP_LANES &&
           warp_ordered(who, record->thread % WARP_LANES, record->tick);
}

static inline bool suspicious(const struct access_record *record, const struct accessor *who,
                              enum access_kind kind) {
    return counts(record, who) && !ordered(record, who) &&
           !(access_strong(kind) && access_strong((enum access_kind)record->kind));
}

static inline struct access_record record_of(const struct accessor *who, enum access_kind kind) {
    return (struct access_record){
        .serial = who->serial, .tick = who->tick, .pc = who->pc, .thread = who->thread, .kind = (uint8_t)kind};
}

// Lanes of who's warp, without its own, whose reads in the cell are not ordered before `who`.
static inline uint32_t unordered_lanes(const struct shadow_cell *cell, const struct accessor *who) {
    uint32_t lanes = cell->reader_lanes & ~(1u << who->thread % WARP_LANES);
    if (cell->read_a.tick < who->full_tick) {
        return 0;
    }
    if (who->known != NULL) {
        for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
            unsigned lane = (unsigned)__builtin_ctz(rest);
            lanes &= cell->read_a.tick < who->known[lane] ? ~(1u << lane) : ~0u;
        }
    }
    return lanes;
}

enum { SUSPECTS_MAX = 3 };

// Looks at a read and updates the cell. Returns how many earlier accesses race with it as far as can be said here,
// and copies them to `suspects`.
static inline unsigned shadow_read(struct shadow_cell *cell, const struct accessor *who, enum access_kind kind,
                                   struct access_record suspects[SUSPECTS_MAX]) {
    unsigned count = 0;
    cell->unused = false;
    if (suspicious(&cell->write, who, kind)) {
        suspects[count++] = cell->write;
    }

    uint32_t lane = 1u << who->thread % WARP_LANES;
    struct access_record *a = &cell->read_a;
    if (!counts(a, who) || (a->serial == who->serial && a->tick < who->barrier_tick)) {
        *a = record_of(who, kind); // nobody has read since the last barrier
        cell->reader_lanes = lane;
        cell->read_b.serial = 0;
    } else if (a->serial == who->serial && a->thread / WARP_LANES == who->thread / WARP_LANES) {
        // Reads that are ordered before this one need not be kept: what comes after this one comes after them.
        uint32_t others = unordered_lanes(cell, who);
        enum access_kind weakest = others != 0 && a->kind == ACCESS_READ ? ACCESS_READ : kind;
        cell->reader_lanes = others | lane;
        // The first of those that still matter stays, since the next writer is rather the latest than the first.
        bool stays = (others >> a->thread % WARP_LANES & 1) != 0 && a->tick == who->tick && a->kind == weakest;
        if (!stays) {
            *a = record_of(who, weakest);
        }
    } else {
        cell->read_b = record_of(who, kind);
    }
    return count;
}

// The lanes of the writer's own warp whose reads race with its write.
static inline uint32_t racing_mates(const struct shadow_cell *cell, const struct accessor *who) {
    const struct access_record *a = &cell->read_a;
    bool mates = a->serial == who->serial && a->thread / WARP_LANES == who->thread / WARP_LANES &&
                 a->tick >= who->barrier_tick;
    return mates ? unordered_lanes(cell, who) : 0;
}

// The same for a write or atomic update.
static inline unsigned shadow_write(struct shadow_cell *cell, const struct accessor *who, enum access_kind kind,
                                    struct access_record suspects[SUSPECTS_MAX]) {
    unsigned count = 0;
    const struct access_record *a = &cell->read_a;
    if (suspicious(&cell->write, who, kind)) {
        suspects[count++] = cell->write;
    }
    uint32_t mates = racing_mates(cell, who);
    if (mates != 0 && !(access_strong(kind) && access_strong((enum access_kind)a->kind))) {
        suspects[count] = *a; // the latest of them, or else the first lane's, which read by the same tick
        if ((mates >> a->thread % WARP_LANES & 1) == 0) {
            suspects[count].thread =
                (uint16_t)(who->thread / WARP_LANES * WARP_LANES + (unsigned)__builtin_ctz(mates));
        }
        count++;
    } else if (suspicious(a, who, kind)) {
        suspects[count++] = *a;
    }
    if (suspicious(&cell->read_b, who, kind)) {
        suspects[count++] = cell->read_b;
    }
    cell->write = record_of(who, kind);
    cell->read_a.serial = 0;
    cell->read_b.serial = 0;
    cell->reader_lanes = 0;
    cell->unused = kind != ACCESS_ATOMIC;
    return count;
}

#endif
