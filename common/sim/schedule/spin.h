// Threads that read a word repeatedly until another block writes it, as in a look-back.
//
// Such a thread yields after some reads, and continues in its block's next turn. Only progress elsewhere can
// help it: volatile stores, atomics that change a value, and ends of blocks. Turns with only such reads and
// without progress are counted. After many of them on all workers, no block remains that could write the
// awaited value.
#ifndef SIM_SPIN_H
#define SIM_SPIN_H

#include <stdbool.h>

#include "sim/base/access_kind.h"
#include "sim/base/launch.h"
#include "sim/base/limits.h"

struct worker;

// Only spin.c writes it.
struct spin {
    unsigned reads;            // strong reads of the running thread since its turn began
    unsigned shared_looks;     // its atomics of shared memory since then, or since one that changed a value
    unsigned looks;            // strong reads of the block since its last step
    uint64_t looks_step;       // which was this one (struct progress)
    uintptr_t lowest, highest; // addresses of the strong reads since then
    _Atomic unsigned stuck;    // turns of the block with only such reads
    _Atomic unsigned stuck_progress; // since the launch's progress was this
};

static inline void spin_begin_turn(struct spin *spin) {
    spin->reads = spin->shared_looks = 0;
}

static inline void spin_begin_block(struct spin *spin) {
    atomic_store(&spin->stuck, 0);
}

// The running thread has changed, or is about to change, a value that other threads may wait for.
static inline void spin_note_progress(struct launch *launch) {
    atomic_fetch_add(&launch->progress, 1);
}

// The running thread has made an access to global memory that is not the input. Has it, or its whole block,
// read other threads' values so often that those should run? A loop may contain votes, so a thread may read
// only once per turn. A read below or above all of the block since its last step is new, and does not count: a thread
// may go through many values.
bool spin_too_long(struct worker *worker, uintptr_t address, enum access_kind kind);

// The same for an atomic of shared memory, which only another thread of the block can change.
static inline bool spin_in_shared(struct spin *spin) {
    return ++spin->shared_looks > POLLS_MAX;
}

// An atomic of the running thread has changed a value.
static inline void spin_end_update(struct spin *spin) {
    spin->shared_looks = 0;
}

// Does any thread of the worker's block spin?
bool spin_waits(const struct worker *worker);

// Ends a turn of the block that began after `steps_before` steps. true: there was progress, on this worker or
// another one. false: the turn has been counted as one without progress.
bool spin_end_turn(struct worker *worker, uint64_t steps_before);

// Has the worker's block done nothing but spin, for some rounds since the launch's last progress? Then it has
// seen all progress.
bool spin_in_vain(const struct worker *worker);

// Does no block remain that could write the value for which the worker's threads wait?
bool spin_is_endless(const struct worker *worker);

// Have other blocks of the launch stored a value in each word that the worker's threads read? Then these wait for
// further values. An atomic update counts as none: it may be one of many, as of blocks that are counted.
bool spin_waits_again(const struct worker *worker);

// The last volatile or atomic write to the word that the worker's threads read; 0: none, or they read several.
uint32_t spin_last_write(const struct worker *worker);

// The first thread of the worker's block that spins.
unsigned spin_first_thread(const struct worker *worker);

#endif
