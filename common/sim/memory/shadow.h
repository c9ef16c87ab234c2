// Race and unset-read detection: one cell for every 4-byte word of shared and global memory.
//
// Two accesses are a race when one writes, they come from different threads, and nothing orders them. What
// orders two accesses of one launch:
//
//     same thread                      program order
//     same block, barrier between      the block's `barrier_tick` has passed the earlier one's tick
//     same warp, warp barrier between  the warp's `full_tick` has, or what the lane knows of the other lane
//     both strong                      such accesses may meet (see enum access_kind)
//     different blocks                 what happens_before.h knows: fence, flag written, flag read. It is
//     asked of each
//                                      suspect, which is rare. (Kernel boundaries order launches.)
//
// Ticks count up on a worker: at each block barrier (all warps go on from the same, higher tick), at each
// warp barrier (that warp alone), and from block to block. So one comparison answers each question.
//
// Most words are one thread's between two barriers, and a cell of 16 bytes remembers its last access, the
// write if it has read and written. Some are read by two. Where more is done, a history beside the cell
// remembers the last plain write, and of the reads, the strong reads and the strong writes since then as many
// as it takes: of those that are not ordered among each other one warp's, with a mask of its lanes, and one
// of another warp, of another block if there is one. Whoever comes next is not in one of the two.
//
// (Where flags order some blocks and not others, happens_before.h may excuse those two, while a third, which
// it would not excuse, has been forgotten: such a race is missed.)
//
// Cost: O(1) time an access. Memory: 16 bytes a word that is accessed, 8 more if read by two and 124 more if
// by many, whatever the number of threads and blocks and however long they run; 496 more if by bytes
// (bytes.h).
#ifndef SIM_SHADOW_H
#define SIM_SHADOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/base/limits.h"

// Strong accesses are those that threads of different blocks may meet at: atomics, and volatile reads and
// writes of global memory. (`volatile` in shared memory orders nothing and is plain here.) ACCESS_ATOMIC
// reads and writes; the two after it are load() and store() of a cuda::atomic_ref, which are one of the two.
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

// Who has come to a word since the last barrier?
enum shadow_sharing {
    SHADOW_ALONE, // the thread of its last access
    SHADOW_PAIR, // two threads, each of which has read it at the same tick: the cell's, and its second reader
    SHADOW_MANY, // its history says it
    SHADOW_SPLIT // the histories of its bytes do (bytes.h)
};

// The last access, in the fields of an access_record, and what is known of the word.
struct shadow_cell {
    uint32_t tick, pc, serial;
    union {
        struct {
            uint16_t thread : 12, kind : 4;
            uint8_t set_bytes : 4; // bit b: byte b has been written (in shared memory: by the block `serial`)
            uint8_t unused : 1;    // written by a kernel and not read since
            uint8_t sharing : 2;   // enum shadow_sharing
            uint8_t lock;          // taken around each look where blocks run side by side
        };
        uint32_t state; // all these, to be compared and written at once
    };
};

#define SHADOW_STATE(...) (((struct shadow_cell){__VA_ARGS__}).state)

// The second reader of a pair.
struct shadow_reader {
    uint32_t pc;
    uint16_t thread;
};

// Accesses that need not be ordered among each other.
struct shadow_set {
    struct access_record a, b; // b: the last one of another block than a's, or else of another warp
    uint32_t lanes;            // of a's warp, at a's tick
};

struct shadow_history {
    struct access_record write; // plain
    struct shadow_set reads;    // plain
    struct shadow_set strong_reads, strong_writes;
};

// A stretch of memory's cells, second readers and histories, for each word, and histories for each byte.
struct shadow {
    struct shadow_cell *cells;
    struct shadow_reader *readers;
    struct shadow_history *words, *bytes;
};

// The thread that accesses, as the race rule needs it.
struct accessor {
    uint32_t serial;     // its block
    uint32_t first_tick; // of the block; on one worker, as in shared memory, earlier ones are of other blocks
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

// Does `record` count at all? Not one of an earlier launch, and in shared memory not one of another block,
// which had the same memory before.
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
    return (struct access_record){.serial = who->serial,
                                  .tick = who->tick,
                                  .pc = who->pc,
                                  .thread = who->thread,
                                  .kind = (uint8_t)kind};
}

// Is nobody to be asked any more: was the last access in an earlier launch, or (in shared memory, where all
// that count are of one block) before the block's last barrier?
static inline bool shadow_over(const struct shadow_cell *cell, const struct accessor *who) {
    return cell->serial - who->first_serial >= who->serial_count ||
           (who->serial_count == 1 && cell->tick < who->barrier_tick);
}

enum { SUSPECTS_MAX = 7 };

// Looks at an access of a whole word that is not split, or split no more (shadow_over), and updates its
// shadow. Returns how many earlier accesses race with it as far as can be said here, and copies them to
// `suspects`.
unsigned shadow_access(const struct shadow *word, const struct accessor *who, enum access_kind kind,
                       struct access_record suspects[SUSPECTS_MAX]);

// The same to a history, which is all that is known.
unsigned shadow_history_access(struct shadow_history *history, const struct accessor *who,
                               enum access_kind kind, struct access_record suspects[SUSPECTS_MAX]);

// What is known of a word that is not split, as a history.
struct shadow_history shadow_history_of(const struct shadow *word);

// Remembers `who` as the last one.
static inline void shadow_note(struct shadow_cell *cell, const struct accessor *who, enum access_kind kind) {
    cell->serial = who->serial;
    cell->tick = who->tick;
    cell->pc = who->pc;
    cell->thread = who->thread & 0xfff;
    cell->kind = (unsigned)kind & 15;
}

// shadow_access() for by far the most accesses of shared memory: a plain one of a whole word that is set, by
// the only thread since the last barrier, or the second one to read. false: it is none of these, and nothing
// has been done.
static inline bool shadow_access_quick(const struct shadow *memory, size_t word, const struct accessor *who,
                                       enum access_kind kind, uint32_t pc) {
    struct shadow_cell *cell = &memory->cells[word];
    const uint32_t state = cell->state, mine = who->thread;
    const uint32_t set = SHADOW_STATE(.set_bytes = 15), unused = SHADOW_STATE(.unused = 1);
    const uint32_t read = SHADOW_STATE(.kind = ACCESS_READ) | set,
                   written = SHADOW_STATE(.kind = ACCESS_WRITE) | set;
    const uint32_t any_thread = SHADOW_STATE(.thread = 0xfff), any_plain = read ^ written;
    bool since_barrier = cell->tick >= who->barrier_tick;

    if (kind == ACCESS_WRITE) {
        if (since_barrier && ((state ^ (read | mine)) & ~(any_plain | set | unused)) != 0) {
            return false;
        }
        cell->state = written | unused | mine;
    } else if (!since_barrier || state == (read | mine)) {
        if (cell->tick < who->first_tick || (state & set) != set) {
            return false;
        }
        cell->state = read | mine;
    } else if (cell->tick != who->tick) {
        return false;
    } else if ((state & ~unused) == (written | mine)) {
        cell->state = written | mine; // whoever comes into conflict with the read does so with the write
        return true;
    } else if ((state & ~any_thread) == read) {
        cell->state = state | SHADOW_STATE(.sharing = SHADOW_PAIR);
        memory->readers[word] = (struct shadow_reader){pc, who->thread};
        return true;
    } else {
        return false;
    }
    cell->serial = who->serial;
    cell->tick = who->tick;
    cell->pc = pc;
    return true;
}

// ---- Memory for all this ----

// Address space for the shadow of `bytes` of memory, all zero. 0, or -1. Memory is taken where it is touched.
// Where there is no address space for histories of single bytes, `bytes` is NULL, and a word is one also for
// its bytes.
int shadow_reserve(struct shadow *shadow, size_t bytes);

// Makes the first `bytes`' shadow zero again, and gives its memory back.
void shadow_forget(struct shadow *shadow, size_t bytes);

void shadow_free(struct shadow *shadow, size_t bytes);

// The shadow from the word `offset` bytes on.
static inline struct shadow shadow_from(const struct shadow *shadow, size_t offset) {
    return (struct shadow){shadow->cells + offset / 4, shadow->readers + offset / 4,
                           shadow->words + offset / 4, shadow->bytes == NULL ? NULL : shadow->bytes + offset};
}

// Of the word at `address` nothing was written, or not all bytes. May that be a struct's padding, which is read
// where the struct is copied? `copied`: bytes that are read at once; `element`: bytes of the array's elements.
// Padding of a whole word is in front of, or behind, a member of 8 bytes.
static inline bool shadow_may_be_padding(const struct shadow_cell *cell, uintptr_t address, size_t copied, size_t element) {
    if (copied == 0 || element < 4) {
        return false;
    }
    bool in_pair = copied >= 16 && element >= 16 && element % 8 == 0 && address % 8 >= 4;
    return cell->set_bytes != 0 || (in_pair && cell[-1].set_bytes != 0);
}

#endif
