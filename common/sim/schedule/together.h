// The schedule `together`: as many blocks as there are workers have begun, and none has published anything.
//
// Normally a worker runs a block to its end, so a block nearly always finds the earlier ones finished. On a
// GPU hundreds run side by side. Under this schedule, each block is held before its first possible
// publication: a volatile or atomic store, or its second atomic operation (the first one may fetch its
// ticket, unless the block has just looked at that word). It is also held before it reads its ticket's word
// again; and, up to twice, before it writes what it has just read, reads what it has just updated, or writes after
// that: others may come between. Once all others are held, finished or have spun without success since the last
// progress, the latest held block goes on: the one with the highest ticket or, without tickets, with the highest
// number. Only one worker runs at a time, until its block is held, spins in vain, or it has no more blocks. So the
// order is the same in each run.
//
// With a seed, the earliest held block goes on instead, but every third one after all others: then a block may find the
// values of the block before it and of some far before it, and none of those between.
//
// A block that spins before it has published anything is counted (early_waits): such blocks wait for each
// other in a chain. If blocks ran to their ends one at a time, none would have to wait. So do blocks that spin for a
// second value where another block has already stored one (late_waits).
//
// The blocks of a cooperative launch take turns in the same way, whatever the schedule: a block runs until all its
// threads wait for the whole grid. Only the schedule `together` also holds them.
#ifndef SIM_TOGETHER_H
#define SIM_TOGETHER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/base/access_kind.h"
#include "sim/base/launch.h"

struct worker;

// The actions of a block that matter here. Only together.c writes it.
struct gate {
    bool took_ticket, knows_ticket; // its first atomic operation: begun, and done
    bool published;                 // anything that other blocks may read
    bool waited_early, waited_late;
    atomic_bool meets;      // it waits for the whole grid
    uint8_t held_again;     // how often, after it has published
    uint64_t ticket;        // the value that the first atomic operation found
    uintptr_t ticket_place; // its address
    uintptr_t looked;       // the address of the last volatile or atomic load; 0: there was none
    uintptr_t updated;      // the address of the last atomic operation; 0: there was none
};

// How this launch's workers run. `holds`: is it the schedule `together`? `seed`: 0, or with gaps.
void together_begin_launch(const struct launch *launch, bool holds, uint64_t seed);
void together_begin_block(struct gate *gate);
void together_begin_worker(struct worker *worker); // waits for its turn
void together_end_worker(struct worker *worker);   // it will run no more blocks of this launch

// Before a strong access of the block. Waits here while the block is held.
void together_before(struct worker *worker, uintptr_t address, enum access_kind kind);

// The block's atomic operation has found `old`: its ticket, if this was the first one.
void together_ticket(struct gate *gate, const void *old, size_t bytes);

// All threads of the block wait for the whole grid, in a cooperative launch. Returns once all other blocks do, too;
// then all blocks have new ids, and nothing that they did before is in the launch any more. false: some blocks never
// will.
bool together_meet(struct worker *worker);

// The worker's threads have spun without success for another round. Counts the round, and releases a held
// block if none can run.
void together_in_vain(struct worker *worker);

#endif
