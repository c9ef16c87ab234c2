// Lanes of a warp that wait for each other: warp barriers, shuffles and votes.
#ifndef SIM_EXCHANGE_H
#define SIM_EXCHANGE_H

#include "worker.h"

// As enum sim_exchange_kind in include/sim/threads.h, which is C++.
enum exchange_kind { SHUFFLE_INDEX, SHUFFLE_UP, SHUFFLE_DOWN, SHUFFLE_XOR, BALLOT, ANY, ALL };

// What one lane brings to a shuffle or vote.
struct exchange {
    enum exchange_kind kind;
    size_t bytes;
    int argument, width;
    uint64_t given;  // first `bytes` bytes
    uint64_t *taken; // result
};

// Lets all lanes of the warp go on that have met all the lanes they wait for.
void exchange_resolve(struct worker *worker, struct warp *warp);

// Lanes wait for others that will not come: reports it and gives the block up.
void exchange_report_deadlock(struct worker *worker);

#endif
