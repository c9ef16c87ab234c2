// Strong accesses of global memory, right before they happen: those that may find an older value (race/stale.h).
#ifndef SIM_STRONG_H
#define SIM_STRONG_H

#include "sim/schedule/workers.h"

// A waiting worker shows its own hidden value first, because another one may wait for it.
static inline void lock_cell(struct worker *worker, struct shadow_cell *cell) {
    while (worker->launch->side_by_side && __atomic_exchange_n(&cell->lock, 1, __ATOMIC_ACQUIRE) != 0) {
        stale_end(&worker->stale);
    }
}

// The running thread, for global memory: all blocks of the launch count.
static inline struct accessor accessor_of(const struct worker *worker, uint32_t pc) {
    struct accessor who = worker->who;
    who.pc = pc;
    who.first_block = worker->launch->first_block;
    who.block_count = (uint32_t)worker->launch->block_count;
    return who;
}

// Where the worker reads next: its check is done.
static inline void note_reading(struct worker *worker, uintptr_t address, unsigned bytes,
                                enum access_kind kind) {
    uintptr_t word = address & ~(uintptr_t)3, more = (address + bytes - 1 - word) / 4;
    __atomic_store_n(&worker->reading, access_reads(kind) ? word + more : 0, __ATOMIC_RELAXED);
}

// The running thread is about to make this strong access. The cells of an atomic update are locked.
void strong_access(struct worker *worker, const struct allocation *found, uintptr_t address, unsigned bytes,
                   enum access_kind kind, uint32_t pc);

#endif
