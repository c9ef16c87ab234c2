// One memory access of a kernel thread, before it happens: where does it go, may it, does it race, and into which
// warp instruction does it belong? Does not return when the access cannot happen: that ends the launch.
//
// By far the most accesses are aligned words of shared memory. They are dealt with here, inline in the hook
// (hooks.c); all others in access.c.
#ifndef SIM_ACCESS_H
#define SIM_ACCESS_H

#include "accuse.h"
#include "worker.h"

// Anything but an aligned word of shared memory.
void access_other(struct worker *worker, uintptr_t address, unsigned bytes, enum access_kind kind, uint32_t pc);

// The stretch has become too long: the running lane stops until the others have come as far; an access that had no
// room (GROUP_FULL) is added afterwards.
void access_cut(struct worker *worker, uintptr_t address, unsigned bytes, enum access_space space,
                enum access_kind kind, unsigned array, uint32_t pc, enum group_answer answer);

// Volatile or not is all one in shared memory.
static inline enum access_kind access_in_shared(enum access_kind kind) {
    return kind >= ACCESS_ATOMIC ? kind : access_reads(kind) ? ACCESS_READ : ACCESS_WRITE;
}

// The questions to one word's cell: set? racing?
static inline void access_word(struct worker *worker, struct shadow_cell *cell, const struct accessor *who,
                               uintptr_t address, uint8_t bytes_mask, enum access_kind kind) {
    if ((access_reads(kind) || kind == ACCESS_ATOMIC) &&
        __builtin_expect((cell->set_bytes & bytes_mask) != bytes_mask, 0)) {
        accuse_unset(worker, address, cell->set_bytes, who->pc);
    }
    struct access_record suspects[SUSPECTS_MAX];
    unsigned count = access_reads(kind) ? shadow_read(cell, who, kind, suspects)
                                        : shadow_write(cell, who, kind, suspects);
    if (__builtin_expect(count != 0, 0)) {
        accuse_suspects(worker, address, kind, who->pc, suspects, count);
    }
    if (!access_reads(kind)) {
        cell->set_bytes |= bytes_mask;
    }
}

static inline void access_count(struct worker *worker, uintptr_t address, unsigned bytes, enum access_space space,
                                enum access_kind kind, unsigned array, uint32_t pc) {
    worker->steps += kind == ACCESS_WRITE || kind == ACCESS_STRONG_WRITE || kind == ACCESS_ATOMIC_WRITE;
    enum group_answer answer = group_add(&worker->group, worker->current % WARP_LANES, pc, address, bytes, space,
                                         kind, array);
    if (__builtin_expect(answer != GROUP_GO_ON, 0)) {
        access_cut(worker, address, bytes, space, kind, array, pc, answer);
    }
}

static inline void access_check(struct worker *worker, uintptr_t address, unsigned bytes, enum access_kind kind,
                                uint32_t pc) {
    worker->accesses++;
    worker->last_pc = pc;
    struct arena *arena = &worker->arena;
    uintptr_t offset = address - arena->base;
    uint8_t owner = 0;
    if (bytes == 4 && offset < SHARED_ARENA && offset % 4 == 0) {
        owner = arena->owners[offset / SHARED_GRANULE];
    }
    if (owner == 0 || (owner & ARENA_PARTIAL) != 0) {
        access_other(worker, address, bytes, kind, pc);
        return;
    }
    struct shadow_cell *cell = &arena->cells[offset / 4];
    if (cell->write.serial != worker->serial) {
        if (__builtin_expect(cell->split, 0)) {
            access_other(worker, address, bytes, kind, pc);
            return;
        }
        cell->set_bytes = 0; // what is there belongs to an earlier block
    }
    worker->who.pc = pc;
    kind = access_in_shared(kind);
    access_word(worker, cell, &worker->who, address, 15, kind);
    access_count(worker, address, 4, SPACE_SHARED, kind, owner - 1u, pc);
}

#endif
