// The schedule `together`: as many blocks as there are workers have begun, and none has published anything.
//
// Left to itself a worker takes a block to its end, so that a block nearly always finds those before it finished. On a
// GPU hundreds run side by side. Under this schedule each block is held before the first thing that it may tell others:
// a volatile or atomic store, or its second atomic operation (the first one may be its ticket). Once nobody can go on,
// because all others are held, finished or poll in vain, the block that was held last goes on, up to its end.
#ifndef SIM_HOLD_H
#define SIM_HOLD_H

#include <stdbool.h>

#include "shadow.h"
#include "worker.h"

// How this launch's workers run. `wanted`: hold blocks at all.
void hold_begin_launch(bool wanted, unsigned worker_count);
void hold_begin_block(struct worker *worker);
void hold_end_worker(struct worker *worker); // it takes no block of this launch any more

// Before a strong access of the block; waits in here while the block is held.
void hold_before(struct worker *worker, enum access_kind kind);

// The worker's threads have polled in vain for another round.
void hold_in_vain(struct worker *worker);

#endif
