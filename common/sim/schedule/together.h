// The schedule `together`: as many blocks as there are workers have begun, and none has published anything.
//
// Left to itself a worker takes a block to its end, so that a block nearly always finds those before it
// finished. On a GPU hundreds run side by side. Under this schedule each block is held before the first thing
// that it may tell others: a volatile or atomic store, or its second atomic operation (the first one may be
// its ticket). Once nobody can go on, because all others are held, finished or have polled in vain since the
// last news, the latest of the held blocks goes on, up to its end: that with the highest ticket, or where
// there are none, the highest number. So the order is the same however busy the machine is.
//
// A block that waits before it has told others anything is counted (early_waits): such blocks wait for each
// other one after the other. With blocks that are taken to their ends one at a time nobody would have to
// wait.
#ifndef SIM_HOLD_H
#define SIM_HOLD_H

#include <stdbool.h>
#include <stddef.h>

#include "sim/memory/shadow.h"
#include "sim/schedule/worker.h"

// How this launch's workers run. `wanted`: hold blocks at all.
void hold_begin_launch(bool wanted, unsigned worker_count);
void hold_begin_block(struct worker *worker);
void hold_end_worker(struct worker *worker); // it takes no block of this launch any more

// Before a strong access of the block; waits in here while the block is held.
void hold_before(struct worker *worker, enum access_kind kind);

// The block's atomic operation has found `old` there: its ticket, if this was the first one.
void hold_ticket(struct worker *worker, const void *old, size_t bytes);

// The worker's threads have polled in vain for another round: counts that, and lets a held block go on.
void hold_in_vain(struct worker *worker);

#endif
