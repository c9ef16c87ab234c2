// The lanes of a warp, and what they wait for.
#ifndef SIM_WARP_H
#define SIM_WARP_H

#include "sim/warp/counting.h"

enum lane_state {
    LANE_READY,   // can run, or runs
    LANE_BARRIER, // waits at a block barrier
    LANE_WARP,    // waits for lanes of its warp: a warp barrier, shuffle or vote
    LANE_CUT,     // stopped in the middle of a long stretch
    LANE_POLL,    // stopped because it reads the same word again and again
    LANE_DONE     // has left the kernel
};

// One simulated thread.
struct lane {
    uint8_t state;  // enum lane_state
    uint16_t skips; // statements with a warp barrier or exchange that it has skipped since skip_epoch
    uint32_t pc;    // of the call where it waits
    uint32_t mask;  // of the lanes for which it waits
    union {
        struct exchange *exchange; // what it gives in a shuffle or vote (shuffle.h); NULL: a warp barrier
        const void *frame;         // of the call by which it waits at a block barrier (schedule/calls.c)
    };
    uint32_t path, path_epoch;    // the branches that it has taken since this epoch: equal for equal paths
    uint32_t combines;            // calls of combine() since the last block barrier
    uint32_t skip_epoch, skip_pc; // skip_pc: of the first one's condition
};

// Lanes have met at different calls of one kind: `lane` at `pc`, `other` at other_pc, which is further on.
struct mixed_call {
    uint32_t pc, other_pc, mask; // pc 0: none
    unsigned lane, other;
};

struct warp {
    uint32_t lanes;                // all of them
    uint32_t live;                 // lanes that have not left the kernel
    uint32_t ready;                // lanes that can run
    uint32_t barrier_pc;           // of the block barrier at which all its lanes wait; 0: see struct lane
    uint32_t meeting;              // LANE_WARP
    uint32_t cut;                  // LANE_CUT
    uint32_t polling;              // LANE_POLL
    uint32_t epoch, full_epoch;    // see race/race.h
    uint32_t meeting_pc;           // of the last warp barrier of all lanes
    uint32_t exchange_epoch;       // before it, all live lanes took part in a shuffle or vote
    uint32_t (*known)[WARP_LANES]; // [lane][other lane], allocated at the first partial warp barrier
    bool knows;                    // is `known` in use in this block?
    uint32_t path_epoch;           // when all lanes last met
    bool diverged;                 // have the lanes taken different paths since all of them last met?
    struct mixed_call mixed;       // the first in this block
    struct warp_interval interval;
};

#endif
