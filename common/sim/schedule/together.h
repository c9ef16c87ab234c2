// The schedule `together`: as many blocks as there are workers have begun, and none has published anything.
//
// Normally a worker runs a block to its end, so a block nearly always finds the earlier ones finished. On a
// GPU hundreds run side by side. Under this schedule, each block is held before the first thing that it may
// publish: a volatile or atomic store, or its second atomic operation (the first one may fetch its ticket).
// Once no block can run, because all others are held, finished or have spun in vain since the last progress,
// the latest held block is released and runs to its end: that with the highest ticket or, without tickets,
// with the highest number. So the order is the same however busy the machine is.
//
// A block that spins before it has published anything is counted (early_waits): such blocks wait for each
// other one after the other. If blocks ran to their ends one at a time, none would have to wait.
#ifndef SIM_TOGETHER_H
#define SIM_TOGETHER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/base/access_kind.h"

struct worker;

// What a block has done that matters here. Only together.c writes it.
struct gate {
    bool took_ticket, knows_ticket; // its first atomic operation: begun, and done
    bool published;                 // anything that other blocks may read
    bool waited_early;
    uint64_t ticket; // what the first atomic operation found
};

// How this launch's workers run. `wanted`: is it the schedule `together`?
void together_begin_launch(bool wanted, unsigned worker_count);
void together_begin_block(struct gate *gate);
void together_end_worker(struct worker *worker); // it will run no more blocks of this launch

// Before a strong access of the block. Waits here while the block is held.
void together_before(struct worker *worker, enum access_kind kind);

// The block's atomic operation has found `old`: its ticket, if this was the first one.
void together_ticket(struct gate *gate, const void *old, size_t bytes);

// The worker's threads have spun in vain for another round: counts it, and releases a held block if none can run.
void together_in_vain(struct worker *worker);

#endif
