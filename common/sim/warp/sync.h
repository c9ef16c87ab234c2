// Lanes of a warp that wait for each other: warp barriers, shuffles, votes, matches, reductions.
//
// Those that a mask names wait for one another; when all of them that have not left the kernel stand at the
// same thing with the same mask, they have met, and values go from lane to lane. A lane that asks for the
// active mask waits for no particular others: it goes on when no lane of its warp can, together with those
// that stand at the same place.
#ifndef SIM_EXCHANGE_H
#define SIM_EXCHANGE_H

#include "sim/schedule/worker.h"

// As enum sim_exchange_kind in cuda/sim/warp.h, which is C++.
enum exchange_kind {
    SHUFFLE_INDEX,
    SHUFFLE_UP,
    SHUFFLE_DOWN,
    SHUFFLE_XOR,
    BALLOT, // which lanes give something else than 0?
    ANY,    // the same; what a vote makes of it is done in cuda/sim/warp.h
    ALL,
    MATCH_ANY, // which lanes give the same as this one?
    MATCH_ALL, // all lanes, if all give the same; else none
    REDUCE_ADD,
    REDUCE_MIN,
    REDUCE_MAX,
    REDUCE_MIN_SIGNED,
    REDUCE_MAX_SIGNED,
    REDUCE_AND,
    REDUCE_OR,
    REDUCE_XOR,
    ACTIVE_MASK // which lanes are here?
};

// What one lane brings.
struct exchange {
    enum exchange_kind kind;
    size_t bytes;
    int argument, width;
    uint64_t given;  // first `bytes` bytes
    uint64_t *taken; // result
};

// Lets all lanes of the warp go on that have met all the lanes they wait for.
void exchange_resolve(struct worker *worker, struct warp *warp);

// Gives each of the lanes `met` what it gets; `lanes` are those of their warp.
void exchange_values(struct worker *worker, struct lane *lanes, uint32_t met);

// Lanes wait for others that will not come: reports it and gives the block up.
void exchange_report_deadlock(struct worker *worker);

#endif
