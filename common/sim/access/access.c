#include "sim/access/access.h"

#include "sim/access/global.h"
#include "sim/access/mistake.h"
#include "sim/access/word.h"
#include "sim/base/executable.h"
#include "sim/memory/variables.h"
#include "sim/schedule/workers.h"
#include "sim/trace/trace.h"

// On the stack of the running thread?
static bool is_local(const struct worker *worker, uintptr_t address) {
    return address - worker->own_stack < STACK_BYTES;
}

// threadIdx or another built-in variable?
static bool is_built_in(uintptr_t address) {
    return address - (uintptr_t)&threadIdx < sizeof(threadIdx) ||
           address - (uintptr_t)&blockIdx < sizeof(blockIdx) ||
           address - (uintptr_t)&blockDim < sizeof(blockDim) ||
           address - (uintptr_t)&gridDim < sizeof(gridDim);
}

// Outside shared memory.
static void access_far(struct worker *worker, uintptr_t address, unsigned bytes, unsigned alignment,
                       enum access_kind kind, uint32_t pc) {
    progress_access(&worker->progress);
    if (worker->astray.left != 0 && !is_local(worker, address)) {
        access_astray(worker, kind);
    }
    if (global_memory_contains(address)) {
        access_in_allocation(worker, address, bytes, alignment, kind, pc);
    } else if (is_local(worker, address) || is_built_in(address) ||
               (access_reads(kind) && executable_is_constant(address))) {
        return; // built-in variables, constants of the program
    } else if (variables_near(address)) {
        access_in_variable(worker, address, bytes, alignment, kind, pc);
    } else {
        mistake_wrong_space(worker, address, bytes, kind, pc);
    }
}

// An access to shared memory in a block that is recorded, or that differs from the one that was.
__attribute__((noinline)) static void access_pattern_word(struct worker *worker, uintptr_t address,
                                                          unsigned alignment, enum access_kind kind,
                                                          uint32_t pc) {
    if (worker->pattern.mode == PATTERN_FOLLOWS) {
        pattern_break(&worker->pattern);
    }
    uintptr_t offset = address - worker->shared.base;
    if (worker->astray.left == 0 && offset % 4 == 0 && shared_memory_is_array(&worker->shared, offset) &&
        race_check_quick(&worker->shared.shadow, offset / 4, &worker->who, kind, pc)) {
        progress_access(&worker->progress);
        access_count_shared(worker, address, kind, pc);
    } else {
        access_shared(worker, address, 4, alignment, kind, pc);
    }
    if (worker->pattern.mode == PATTERN_RECORDS) {
        pattern_record(&worker->pattern, address, kind, pc);
    }
}

void access_far_word(struct worker *worker, uintptr_t address, unsigned alignment, enum access_kind kind,
                     uint32_t pc) {
    bool inside;
    const struct allocation *found;
    if (trace_on()) {
        access_check(worker, address, 4, alignment, kind, pc);
        return;
    }
    if (shared_memory_contains(&worker->shared, address)) {
        access_pattern_word(worker, address, alignment, kind, pc);
        return;
    }
    if (address % 4 != 0 || !instruction_expects(&worker->instructions, pc, SPACE_GLOBAL) ||
        (found = global_memory_find(address, 4, &inside)) == NULL || !inside) {
        access_far(worker, address, 4, alignment, kind, pc);
        return;
    }
    if (found->is_input && kind == ACCESS_READ) {
        global_memory_input_read(&found->seen[(address - found->base) / 4], worker->launch->side_by_side);
    } else if (found->is_input || worker->launch->operation != 0 ||
               !access_is_alone(worker, found, address, kind, pc)) {
        access_far(worker, address, 4, alignment, kind, pc);
        return;
    }
    progress_access(&worker->progress);
    worker->progress.steps += kind == ACCESS_WRITE;
    instruction_add_expected(&worker->instructions, worker->current % WARP_LANES, address);
}

void access_check(struct worker *worker, uintptr_t address, unsigned bytes, unsigned alignment,
                  enum access_kind kind, uint32_t pc) {
    if (shared_memory_contains(&worker->shared, address)) {
        worker_break_pattern(worker);
        access_shared(worker, address, bytes, alignment, kind, pc);
    } else {
        access_far(worker, address, bytes, alignment, kind, pc);
    }
}

void access_block_fence(struct worker *worker, enum fence_kind kind) {
    lane_next_epoch(worker);
    happens_before_block_fence(&worker->order, &worker->who, kind);
}

void access_fence(struct worker *worker, enum fence_kind kind) {
    lane_next_epoch(worker); // separates the accesses before the fence from those after it
    happens_before_fence(&worker->order, &worker->who, kind);
}
