// From warp instructions to counters: bank conflicts, sectors, lanes, divergence.
//
// Cost: O(lanes) time per warp instruction of neighbouring addresses, O(lanes²) at worst; memory for the
// counters of INTERVAL_MAX intervals and of each instruction of the kernel.
#ifndef SIM_COUNTING_H
#define SIM_COUNTING_H

#include <stdbool.h>
#include <string.h>

#include "sim/warp/instruction.h"

// The counters of a launch's intervals between block barriers.
struct intervals {
    struct counters counters[INTERVAL_MAX];
    unsigned current; // the one that the running block is in
    unsigned count;   // those that any block so far has ended
};

static inline struct counters *intervals_current(struct intervals *intervals) {
    return &intervals->counters[intervals->current];
}

// Sets to zero what has been counted: the intervals that a block has ended, and the one that it was in.
static inline void intervals_clear(struct intervals *intervals) {
    unsigned used = intervals->count < INTERVAL_MAX ? intervals->count + 1 : INTERVAL_MAX;
    memset(intervals->counters, 0, used * sizeof(intervals->counters[0]));
    intervals->count = 0;
}

// A warp's activity since the last block barrier.
struct warp_interval {
    uint64_t arrays_read, arrays_written; // bit per array number
    uint32_t steps;                       // memory instructions and shuffles, but no polls
    uint32_t few;                         // memory instructions of fewer than FEW_LANES lanes
    uint32_t lanes;                       // those that have taken part in the widest one
    uint32_t combines;                    // calls of combine() by the lane that makes the most
    bool active, divergent;
};

enum { FEW_LANES = 8 };

// What a block's warps have done since the last barrier.
struct block_interval {
    uint64_t path;  // steps of the slowest one
    uint64_t few;   // the most memory instructions of one in which few lanes take part
    uint64_t lanes; // that take part, of all warps
};

// What is counted of a row.
struct counted_row {
    struct site *site;
    uint32_t lanes;
    unsigned passes, conflicts; // over the banks; in global memory, `passes` are sectors
    uint8_t space, kind, array;
    bool own; // each lane reads what it has just written itself, which combines nothing
};

// `lanes` of the row, which access the memory `space`. `written`: the last row of the same stretch that writes, or
// NULL.
struct counted_row count_measure(const struct row *row, enum access_space space, uint32_t lanes,
                                 const struct row *written);

// The last row that writes, after this one.
static inline const struct row *count_written(const struct row *row, const struct row *written) {
    return access_reads((enum access_kind)row->in[row->space].kind) ? written : row;
}

// Counts a row of a warp whose live lanes are `live`, as count_rows does: `times` times in the counters of `interval`
// and of the row's site, and in the warp's own notes.
void count_row(const struct counted_row *row, uint32_t live, uint64_t times, struct counters *interval);
void count_note(const struct counted_row *row, uint32_t live, struct warp_interval *warp);

// Counts all rows of `instructions` for a warp whose live lanes are `live`: in `interval`, in each row's
// site, and in the warp's own notes. A row of both memories counts as one of each, and is divergent if it lacks a lane.
// Then clears the rows. Have all live lanes executed all of them?
bool count_rows(struct instructions *instructions, uint32_t live, struct counters *interval,
                struct warp_interval *warp);

// At a block barrier or the block's end: adds the warp's notes to the counters, and to those of its block.
void count_warp_interval(struct warp_interval *warp, struct counters *interval, struct block_interval *block);

// Passes over the banks that a shared access of these lanes takes, and how many of them are due to conflicts.
// There are 32 banks of 4-byte words. Lanes that access the same word are served together, different words of
// one bank one after the other. 8-byte accesses are served by half warps, 16-byte ones by quarter warps. For loads,
// these are twice as large if each lane has the same address as the one next to it, or each as the one two lanes away
// (partner: lane ^ 1, or lane ^ 2), or that lane is idle. NVIDIA does not document this: it was measured
// (docs/hardware-counters.md).
unsigned count_wavefronts(const uintptr_t addresses[WARP_LANES], uint32_t lanes, unsigned bytes, bool loads,
                          unsigned *conflicts);

// Number of different 32-byte sectors that these lanes touch.
unsigned count_sectors(const uintptr_t addresses[WARP_LANES], uint32_t lanes, unsigned bytes);

#endif
