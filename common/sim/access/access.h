// One memory access of a kernel thread, before it happens: where does it go, may it, does it race, and into
// which warp instruction does it belong? Does not return when the access cannot happen: that ends the launch.
//
// By far the most accesses are plain ones of aligned words, of which nothing is to be said. Those of shared
// memory are dealt with here, inline in the hook (tsan.c), those of global memory in access_check_far; all
// others in access_check.
#ifndef SIM_ACCESS_H
#define SIM_ACCESS_H

#include "sim/report/access.h"
#include "sim/schedule/worker.h"

// Any access at all.
void access_check(struct worker *worker, uintptr_t address, unsigned bytes, enum access_kind kind,
                  uint32_t pc);

// As access_check, for a plain read or write of 4 bytes, which is probably one of global memory.
void access_check_far(struct worker *worker, uintptr_t address, enum access_kind kind, uint32_t pc);

// Adds an access of a word of shared memory, of which nothing is to be said, to its warp instruction.
void access_count_shared(struct worker *worker, uintptr_t address, enum access_kind kind, uint32_t pc);

// As access_check, for any plain read or write of 4 bytes.
__attribute__((always_inline)) static inline void access_check_word(struct worker *worker, uintptr_t address,
                                                                    enum access_kind kind, uint32_t pc) {
    struct arena *arena = &worker->arena;
    uintptr_t offset = address - arena->base;
    if (__builtin_expect(offset < SHARED_ARENA && offset % 4 == 0 && arena_is_array(arena, offset) &&
                             shadow_access_quick(&arena->shadow, offset / 4, &worker->who, kind, pc),
                         1)) {
        worker->accesses++;
        worker->last_pc = pc;
        if (__builtin_expect(group_expects(&worker->group, pc), 1)) {
            worker->steps += kind == ACCESS_WRITE;
            group_add_expected(&worker->group, worker->current % WARP_LANES, address);
        } else {
            access_count_shared(worker, address, kind, pc);
        }
    } else {
        access_check_far(worker, address, kind, pc);
    }
}

#endif
