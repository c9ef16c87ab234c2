// What accesses to shared and to global memory have in common: they are counted, their words are checked, and others
// may have to run before them.
#ifndef SIM_ACCESS_WORD_H
#define SIM_ACCESS_WORD_H

#include "sim/schedule/worker.h"

// Adds the access to its warp instruction, and records it. `array`: its number.
void access_count(struct worker *worker, uintptr_t address, unsigned bytes, enum access_space space,
                  enum access_kind kind, unsigned array, uint32_t pc);

// The recorded access happens only now.
void access_record_again(struct worker *worker);

// Checks the bytes `mask` of a word, the first of them at `address`: are they set, and do they race? Without
// room for histories of single bytes, the word is checked as a whole. `bytes`: of the access; `element`: of
// the array's elements.
void access_check_bytes(struct worker *worker, const struct shadow *word, const struct accessor *who,
                        uintptr_t address, uint8_t mask, enum access_kind kind, unsigned bytes,
                        size_t element);

// The running thread polls (LANE_POLL), or is interrupted (LANE_CUT): others run before its access.
void access_let_others_run(struct worker *worker, enum lane_state state, uint32_t pc);

// The running thread is astray. Does not return unless it only reads.
void access_astray(struct worker *worker, enum access_kind kind);

static inline bool access_is_update(enum access_kind kind) {
    return access_unscoped(kind) == ACCESS_ATOMIC;
}

// The greatest alignment that is possible (access_check).
static inline unsigned access_alignment_most(unsigned alignment) {
    return alignment & (alignment - 1) ? alignment & (alignment - 1) : alignment;
}

#endif
