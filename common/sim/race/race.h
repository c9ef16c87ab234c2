// The race rule: a few tests per access, based on the shadow of its word.
//
// Two accesses are a race if one of them writes, they come from different threads, and nothing orders them.
// In one launch, accesses are ordered as follows:
//
//     same thread                      program order
//     same block, barrier between      the earlier one's epoch is before the block's `barrier_epoch`
//     same warp, warp barrier between  it is before the warp's `full_epoch`, or before the epoch through which
//                                      this lane knows the other one; shuffles and votes order nothing
//     both strong                      no order needed (enum access_kind), unless both are volatile writes or
//                                      one is an atomic with the scope of another block
//     different blocks                 a fence, a flag written and a flag read: happens_before.h. The caller
//                                      asks it about each candidate found here, which is rare.
//
// The end of a kernel orders launches. Epochs count up on a worker: at each block barrier (all warps continue
// in the same, higher epoch), at each warp barrier, shuffle and vote (that warp alone), and from block to
// block. So one comparison answers each question. Each check is O(1).
#ifndef SIM_RACE_H
#define SIM_RACE_H

#include "sim/memory/shadow.h"

// The thread that accesses, as the race rule needs it.
struct accessor {
    uint32_t block_id;
    uint32_t first_epoch;   // of the block; in shared memory, earlier epochs belong to earlier blocks
    uint32_t barrier_epoch; // of the block's last barrier
    uint32_t full_epoch;    // of the warp's last barrier of all lanes
    const uint32_t *known; // by lane: epoch of the last partial barrier through which it is known; NULL: none
    uint32_t epoch;        // now
    uint32_t pc;
    uint16_t thread;
    // The blocks whose accesses count: in global memory all of the launch, in shared memory only this one.
    uint32_t first_block, block_count;
};

// Does `record` count? Accesses of earlier launches do not. In shared memory, neither do those of other
// blocks that used the same memory before.
static inline bool race_counts(const struct access_record *record, const struct accessor *who) {
    return record->block_id - who->first_block < who->block_count;
}

// Do warp barriers order an access of `lane`, in who's warp, in `epoch` before the current access of `who`?
static inline bool race_warp_orders(const struct accessor *who, unsigned lane, uint32_t epoch) {
    return epoch < who->full_epoch || (who->known != NULL && epoch < who->known[lane]);
}

// What lies before a fence of `thread`: by epoch, what all threads of its block did before a block barrier,
// what itself did, and what lanes of its warp did before a warp barrier.
struct reach {
    uint32_t barrier_epoch, epoch, full_epoch;
    uint16_t thread;
    bool partial;             // were there partial warp barriers?
    uint8_t ages[WARP_LANES]; // how many epochs before `epoch` the last was through which it knows a lane;
                              // AGE_MAX: too many, or none
};

static inline struct reach race_reach(const struct accessor *who) {
    struct reach reach = {.barrier_epoch = who->barrier_epoch,
                          .epoch = who->epoch,
                          .full_epoch = who->full_epoch,
                          .thread = who->thread};
    for (unsigned lane = 0; who->known != NULL && lane < WARP_LANES; lane++) {
        uint32_t age = who->epoch - who->known[lane];
        reach.ages[lane] = (uint8_t)(age < AGE_MAX ? age : AGE_MAX);
        reach.partial = true;
    }
    return reach;
}

// The epoch before which all accesses of `thread` lie before the fence.
static inline uint32_t race_reach_epoch(const struct reach *reach, unsigned thread) {
    uint32_t epoch = reach->barrier_epoch;
    if (thread / WARP_LANES == reach->thread / WARP_LANES) {
        epoch = reach->full_epoch > epoch ? reach->full_epoch : epoch;
        uint8_t age = reach->partial ? reach->ages[thread % WARP_LANES] : AGE_MAX;
        epoch = age != AGE_MAX && reach->epoch - age > epoch ? reach->epoch - age : epoch;
    }
    return thread == reach->thread ? reach->epoch : epoch;
}

// Is `record`, which counts, ordered before who's access?
static inline bool race_ordered(const struct access_record *record, const struct accessor *who) {
    if (record->block_id != who->block_id) {
        return false;
    }
    if (record->epoch < who->barrier_epoch || record->thread == who->thread) {
        return true;
    }
    return record->thread / WARP_LANES == who->thread / WARP_LANES &&
           race_warp_orders(who, record->thread % WARP_LANES, record->epoch);
}

// Can the cell's accesses no longer race? That is so if they are of an earlier launch or, in shared memory,
// came before the block's last barrier.
static inline bool race_is_over(const struct shadow_cell *cell, const struct accessor *who) {
    return cell->block_id - who->first_block >= who->block_count ||
           (who->block_count == 1 && cell->epoch < who->barrier_epoch);
}

// Records `who` as the last access.
static inline void race_note(struct shadow_cell *cell, const struct accessor *who, enum access_kind kind) {
    cell->block_id = who->block_id;
    cell->epoch = who->epoch;
    cell->pc = who->pc;
    cell->thread = who->thread & 0xfff;
    cell->kind = (unsigned)kind & 15;
}

// May a strong access have come after the last plain write of the word? (Not its last strong writes, which take a page
// of memory to look at.)
static inline bool race_may_follow_strong(const struct shadow *word) {
    const struct shadow_cell *cell = word->cells;
    return cell->sharing == SHADOW_MANY ? shadow_words(word)->strong
                                        : cell->sharing == SHADOW_SPLIT || access_strong(cell->kind);
}

// An earlier access that may race, and those of other lanes of its warp that may race, too.
struct race_candidate {
    struct access_record first;
    uint32_t others; // lanes
    uint32_t epoch;  // each of which accessed the word so many epochs before this one:
    uint8_t ages[WARP_LANES];
    uint32_t near_pc, near_lanes; // as in struct shadow_set
};

// Goes from one access to the next of the candidate's others, with pc 0 if it is not known. false: there are no more.
bool race_next(struct race_candidate *candidate, struct access_record *access);

enum { CANDIDATES_MAX = 11 };

// Checks an access of a whole word that is not split, or no longer (race_is_over), and updates its shadow.
// Returns how many earlier accesses race with it, as far as the rule above can say without happens_before.h,
// and copies them to `candidates`.
unsigned race_check(const struct shadow *word, const struct accessor *who, enum access_kind kind,
                    struct race_candidate candidates[CANDIDATES_MAX]);

// The same for a history without a cell.
unsigned race_check_history(struct shadow_history *history, struct shadow_strong *strong,
                            const struct accessor *who, enum access_kind kind,
                            struct race_candidate candidates[CANDIDATES_MAX]);

// The state of a word that is not split, as a history.
struct shadow_full_history race_history_of(const struct shadow *word);

// race_check() for most accesses of shared memory: a plain access of a whole word that is set, by the only
// thread since the last barrier, or by the second one to read. false: it is another kind of access, and
// nothing has been changed.
static inline bool race_check_quick(const struct shadow *memory, size_t word, const struct accessor *who,
                                    enum access_kind kind, uint32_t pc) {
    struct shadow_cell *cell = &memory->cells[word];
    const uint32_t state = cell->state, mine = who->thread;
    const uint32_t set = SHADOW_STATE(.set_bytes = 15), unused = SHADOW_STATE(.unused = 1);
    const uint32_t read = SHADOW_STATE(.kind = ACCESS_READ) | set,
                   written = SHADOW_STATE(.kind = ACCESS_WRITE) | set;
    const uint32_t any_thread = SHADOW_STATE(.thread = 0xfff), any_plain = read ^ written;
    bool since_barrier = cell->epoch >= who->barrier_epoch;

    if (kind == ACCESS_WRITE) {
        if (since_barrier && ((state ^ (read | mine)) & ~(any_plain | set | unused)) != 0) {
            return false;
        }
        cell->state = written | unused | mine;
    } else if (!since_barrier || state == (read | mine)) {
        if (cell->epoch < who->first_epoch || (state & set) != set) {
            return false;
        }
        cell->state = read | mine;
    } else if (cell->epoch != who->epoch) {
        return false;
    } else if ((state & ~unused) == (written | mine)) {
        cell->state = written | mine; // an access that conflicts with this read conflicts with the write
        return true;
    } else if ((state & ~any_thread) == read) {
        cell->state = state | SHADOW_STATE(.sharing = SHADOW_PAIR);
        memory->readers[word] = (struct shadow_reader){pc, who->thread};
        return true;
    } else {
        return false;
    }
    cell->block_id = who->block_id;
    cell->epoch = who->epoch;
    cell->pc = pc;
    return true;
}

#endif
