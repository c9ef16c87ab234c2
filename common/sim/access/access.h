// One memory access of a kernel thread, before it happens: is it in bounds, is the value set, does it race,
// and to which warp instruction does it belong? Does not return if the access cannot happen: that ends the launch.
//
// Most accesses are plain ones of aligned words that need no report. Those of shared memory are checked here,
// inline in the hook (hooks/tsan.c), those of global memory in access_far_word.
#ifndef SIM_ACCESS_H
#define SIM_ACCESS_H

#include "sim/schedule/worker.h"

// Any access. `alignment`: of the type that is accessed, which may be less than its size. Where the compiler does not
// say it, the sum of the least and the greatest that it may be.
void access_check(struct worker *worker, uintptr_t address, unsigned bytes, unsigned alignment,
                  enum access_kind kind, uint32_t pc);

// The same for an aligned word of shared memory on which threads wait, and which is not counted: a GPU has instructions
// for it. false: it is elsewhere, or the access is wrong, so that access_check is to be called.
bool access_uncounted(struct worker *worker, uintptr_t address, enum access_kind kind, uint32_t pc);

// The atomic update or store that access_check was about has happened.
void access_end_update(struct worker *worker, bool changed);

// An atomic update is about to begin; the result of the last one, an addition of this kind, is not used.
void access_begin_update(struct worker *worker);
void access_result_unused(struct worker *worker, enum stale_addition addition);

// The older value that the update may find if it does not change it (race/stale.h). false if there is none.
bool access_older(const struct worker *worker, const void *address, void *value, size_t bytes);
bool access_take_older(struct worker *worker);   // true: it has found it, and is over
void access_refuse_older(struct worker *worker); // it finds the newest value

// A fence for the thread's block.
void access_block_fence(struct worker *worker, enum fence_kind kind);

// A fence for the whole device.
void access_fence(struct worker *worker, enum fence_kind kind);

// ---- The parts of access_check_word ----

// An access to shared memory.
void access_shared(struct worker *worker, uintptr_t address, unsigned bytes, unsigned alignment,
                   enum access_kind kind, uint32_t pc);

// Adds an access of a word of shared memory that needs no report to its warp instruction.
void access_count_shared(struct worker *worker, uintptr_t address, enum access_kind kind, uint32_t pc);

// A plain access of 4 bytes outside shared memory, or anywhere while the block's accesses are recorded or compared.
void access_far_word(struct worker *worker, uintptr_t address, unsigned alignment, enum access_kind kind,
                     uint32_t pc);

// As access_check, for a plain read or write of 4 bytes that does not follow a pattern.
__attribute__((always_inline)) static inline void access_check_word(struct worker *worker, uintptr_t address,
                                                                    unsigned alignment, enum access_kind kind,
                                                                    uint32_t pc) {
    struct shared_memory *shared = &worker->shared;
    uintptr_t offset = address - shared->quick_base;
    if (__builtin_expect(offset >= SHARED_SPACE, 0)) {
        if (address - worker->own_stack < STACK_BYTES) {
            progress_access(&worker->progress); // the thread's local memory
        } else {
            access_far_word(worker, address, alignment, kind, pc);
        }
    } else if (__builtin_expect(offset % 4 == 0 && shared_memory_is_array(shared, offset) &&
                                    race_check_quick(&shared->shadow, offset / 4, &worker->who, kind, pc),
                                1)) {
        progress_access(&worker->progress);
        if (__builtin_expect(instruction_expects(&worker->instructions, pc, SPACE_SHARED), 1)) {
            worker->progress.steps += kind == ACCESS_WRITE;
            instruction_add_expected(&worker->instructions, worker->current % WARP_LANES, address);
        } else {
            access_count_shared(worker, address, kind, pc);
        }
    } else {
        access_shared(worker, address, 4, alignment, kind, pc);
    }
}

#endif
