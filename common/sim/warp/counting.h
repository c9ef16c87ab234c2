// From warp instructions to counters: bank conflicts, sectors, lanes, divergence.
//
// Cost: O(lanes) time a warp instruction of neighbouring lanes, O(lanes²) at worst; memory for the counters
// of INTERVAL_MAX stretches and of each instruction of the kernel.
#ifndef SIM_COUNT_H
#define SIM_COUNT_H

#include <stdbool.h>

#include "sim/warp/instruction.h"

// What a warp has done since the last block barrier.
struct warp_interval {
    uint64_t arrays_read, arrays_written; // bit per array number
    bool active, divergent;
};

// Counts all rows of `group` for a warp whose live lanes are `live`: into `interval` (the launch's counters
// for this stretch between barriers), into each row's site, and into the warp's own notes. Then clears the
// group.
void count_rows(struct group *group, uint32_t live, struct counters *interval, struct warp_interval *warp);

// At a block barrier or the block's end: the warp's notes become counts.
void count_warp_interval(struct warp_interval *warp, struct counters *interval);

// Passes over the banks that a shared access of these lanes takes, and how many of them are due to conflicts.
// Rule: 32 banks of 4-byte words; lanes that want the same word are served together; different words of one
// bank one after the other. 8-byte accesses are served by half warps, 16-byte ones by quarter warps.
unsigned count_wavefronts(const uintptr_t addresses[WARP_LANES], uint32_t lanes, unsigned bytes,
                          unsigned *conflicts);

// Different 32-byte sectors that these lanes touch.
unsigned count_sectors(const uintptr_t addresses[WARP_LANES], uint32_t lanes, unsigned bytes);

#endif
