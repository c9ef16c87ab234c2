// What the blocks of a launch have in common: their accesses to shared memory.
//
// Most kernels access the same places of shared memory in each block, in the same order. So a worker records
// one block's accesses (PATTERN_RECORDS), and compares those of the blocks after it (PATTERN_FOLLOWS). A block
// with the same accesses between the same barriers as one without mistakes has no mistakes either, and its
// warp instructions count the same. It needs no shadow cells and no rows. Where it differs, pattern_break makes
// both as they would be now if each access had been checked, and it goes on without a pattern.
//
// Only plain accesses of aligned words between block barriers are recorded, in the fixed order of threads. A
// block that does anything else to shared memory, or in which lanes meet, is not recorded, or breaks the
// pattern. Accesses to global memory are always checked.
//
// Cost: O(1) per access. O(accesses so far in the block) for a block that differs; a launch with many of those
// stops using patterns. Memory: RECORDS_MAX, STRETCHES_MAX and PATTERN_ROWS_MAX of what follows for each worker,
// of which only what is used takes memory.
#ifndef SIM_PATTERN_H
#define SIM_PATTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/base/executable.h"
#include "sim/base/thread_local.h"
#include "sim/memory/shared_memory.h"
#include "sim/race/race.h"
#include "sim/warp/counting.h"

enum pattern_mode {
    PATTERN_OFF,     // each access is checked
    PATTERN_RECORDS, // and recorded, too
    PATTERN_FOLLOWS  // accesses to shared memory are only compared
};

// One access. `place`: the byte in shared memory, the thread and whether it writes; `caller`: the return address
// of its hook.
struct pattern_record {
    uint32_t place, caller;
};

// Of the OS thread: what the next access must be. Without a pattern to follow, no access is like this.
extern __thread struct pattern_head {
    const struct pattern_record *next;
    uintptr_t origin; // the address whose place is 0 for the running thread
} pattern_head SIM_THREAD_LOCAL;

// The turns of one warp's lanes between two waits.
struct pattern_stretch {
    uint32_t record_end, row_end; // the first of the next stretch
    uint32_t live;                // lanes
    uint32_t epoch;               // since the block's first one
    unsigned warp, writes;
    uint64_t followed;          // times that blocks have followed it, which are not counted yet
    struct counters *interval;  // in which they will be
    struct warp_interval noted; // by the rows
};

struct pattern {
    enum pattern_mode mode;
    bool ready;                // is there a block to follow?
    unsigned number;           // of the recording
    unsigned followed, broken; // blocks of this launch
    struct pattern_record *records;
    struct pattern_stretch *stretches;
    struct counted_row *rows;
    uint32_t record_count, stretch_count, row_count;
    uint32_t stretch; // PATTERN_FOLLOWS: the number of those that the block has completed
    // The worker's:
    const struct accessor *who; // the running thread
    struct shared_memory *shared;
    struct instructions *instructions;
};

// `who`: the running thread; all are the worker's. Memory is taken when there is something to record.
void pattern_open(struct pattern *pattern, const struct accessor *who, struct shared_memory *shared,
                  struct instructions *instructions);

void pattern_begin_launch(struct pattern *pattern);

// Counts the rows that the blocks which followed the pattern did not have.
void pattern_count(struct pattern *pattern);

// A block begins. `wanted`: are there more blocks like it, and is the order of its threads the fixed one?
void pattern_begin_block(struct pattern *pattern, bool wanted);

// The block has ended. Has it followed the pattern to the end? Then it has left no shadow.
bool pattern_end_block(struct pattern *pattern);

// The block, if it was recorded, has left nothing to report: others may follow it.
void pattern_keep(struct pattern *pattern);

enum { PATTERN_THREAD_SHIFT = 20, PATTERN_WRITE_SHIFT = 30 };
_Static_assert(SHARED_SPACE <= 1 << PATTERN_THREAD_SHIFT, "a place has room for each byte of shared memory");
_Static_assert(BLOCK_THREADS_MAX <= 1 << (PATTERN_WRITE_SHIFT - PATTERN_THREAD_SHIFT), "and for each thread");

// pattern_head.origin for this thread of a block.
static inline uintptr_t pattern_origin(const struct shared_memory *shared, unsigned thread) {
    return shared->base - ((uintptr_t)thread << PATTERN_THREAD_SHIFT);
}

// Is this access of a word by the running thread the one that must come next? Then it is as good as checked.
static inline bool pattern_follows(uintptr_t address, enum access_kind kind, const void *caller) {
    const struct pattern_record *next = pattern_head.next;
    uintptr_t writes = kind == ACCESS_WRITE ? (uintptr_t)1 << PATTERN_WRITE_SHIFT : 0;
    if (__builtin_expect(address - pattern_head.origin + writes != next->place ||
                             (uint32_t)(uintptr_t)caller != next->caller,
                         0)) {
        return false;
    }
    pattern_head.next = next + 1;
    return true;
}

// Records an access of a word that has been checked.
void pattern_record(struct pattern *pattern, uintptr_t address, enum access_kind kind, uint32_t pc);

// A warp has come to a wait; `live`: its lanes that were live before. Call it before its rows are counted in
// `interval`. Notes the rows that it does not have because its block follows the pattern; pattern_count() will count
// them. Returns how often they write.
unsigned pattern_end_stretch(struct pattern *pattern, uint32_t live, struct counters *interval,
                             struct warp_interval *warp);

// The rest of the block is not recorded or compared. If it was compared, shadow and rows become as if it had
// been checked.
void pattern_break(struct pattern *pattern);

// The block follows a pattern, and the instruction `pc` accesses global memory. Must the pattern break first,
// because it also accesses shared memory, or because there are many rows?
bool pattern_mixes(const struct pattern *pattern, uint32_t pc);

#endif
