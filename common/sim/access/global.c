// Accesses to global memory and to __device__ and __constant__ variables.
#include "sim/access/global.h"

#include <unistd.h>

#include "runner/protocol.h"
#include "sim/access/mistake.h"
#include "sim/access/strong.h"
#include "sim/access/stream_use.h"
#include "sim/access/word.h"
#include "sim/memory/variables.h"

// Arrays in global memory get the numbers after the shared ones.
static unsigned array_number(uintptr_t index) {
    return (unsigned)(index % 32) + 32;
}

static void access_input(struct worker *worker, const struct allocation *input, uintptr_t address,
                         unsigned bytes, enum access_kind kind, uint32_t pc) {
    if (!access_reads(kind)) {
        mistake_input_written(worker, address, kind, pc);
    }
    for (size_t word = (address - input->base) / 4; word <= (address + bytes - 1 - input->base) / 4; word++) {
        global_memory_input_read(&input->seen[word], worker->launch->side_by_side);
    }
    if (worker->astray.left != 0) {
        return;
    }
    // An input never changes: volatile or not, no thread waits for it.
    enum access_kind counted = access_reads(kind) ? ACCESS_READ : access_unscoped(kind);
    access_count(worker, address, bytes, SPACE_GLOBAL, counted,
                 array_number((uintptr_t)(input - global_memory_at(0))), pc);
}

// Has only the running thread accessed the word since its launch began, and by plain accesses?
static bool is_mine(const struct shadow_cell *cell, const struct accessor *who) {
    const uint32_t any_plain = SHADOW_STATE(.kind = ACCESS_READ) ^ SHADOW_STATE(.kind = ACCESS_WRITE);
    const uint32_t others = any_plain | SHADOW_STATE(.unused = 1) | SHADOW_STATE(.lock = UINT8_MAX);
    return cell->block_id == who->block_id &&
           (cell->state & ~others) == (SHADOW_STATE(.kind = ACCESS_READ, .set_bytes = 15) | who->thread);
}

bool access_is_alone(struct worker *worker, const struct allocation *found, uintptr_t address,
                     enum access_kind kind, uint32_t pc) {
    const struct accessor *who = &worker->who;
    struct shadow_cell *cell = &found->shadow.cells[(address - found->base) / 4];
    lock_cell(worker, cell);
    bool first = cell->block_id - worker->launch->first_block >= worker->launch->block_count;
    if (first ? kind == ACCESS_READ && cell->set_bytes != 15
              : !is_mine(cell, who) || (kind == ACCESS_READ && cell->kind == ACCESS_WRITE)) {
        shadow_unlock(cell);
        return false;
    }
    cell->block_id = who->block_id;
    cell->epoch = who->epoch;
    cell->pc = pc;
    uint32_t state =
        SHADOW_STATE(.kind = kind & 15, .set_bytes = 15, .unused = kind == ACCESS_WRITE) | who->thread;
    __atomic_store_n(&cell->state, state, __ATOMIC_RELEASE); // this also unlocks the cell
    return true;
}

// How many bytes of the access, from its first one on, are whole words as access_is_alone() has them? They are checked
// now.
static unsigned check_alone(struct worker *worker, const struct allocation *found, uintptr_t address,
                            unsigned bytes, enum access_kind kind, uint32_t pc) {
    unsigned checked = 0;
    bool plain = kind == ACCESS_READ || kind == ACCESS_WRITE;
    if (!plain || (address | bytes) % 4 != 0 || worker->launch->operation != 0 ||
        worker->same_values.count != 0) {
        return 0;
    }
    while (checked < bytes && access_is_alone(worker, found, address + checked, kind, pc)) {
        checked += 4;
    }
    return checked;
}

// The cells of an atomic update stay locked until access_end_update: the race rule sees updates in the order
// in which they happen.
static void check_global(struct worker *worker, const struct allocation *found, uintptr_t address,
                         unsigned bytes, enum access_kind kind, uint32_t pc) {
    note_reading(worker, address, bytes, kind);
    unsigned checked = check_alone(worker, found, address, bytes, kind, pc);
    if (checked == bytes) {
        worker->copied = 0;
        return;
    }
    struct accessor who = accessor_of(worker, pc);
    for (uintptr_t word = (address + checked) & ~(uintptr_t)3; word < address + bytes; word += 4) {
        struct shadow shadow = shadow_from(&found->shadow, word - found->base);
        lock_cell(worker, shadow.cells);
        const uint8_t set = shadow.cells->set_bytes;
        if (kind == ACCESS_WRITE && race_may_follow_strong(&shadow)) {
            shadow_strong_writes(&shadow)->kept[0].by.block_id = 0; // they are not the last writes any more
        }
        access_check_bytes(worker, &shadow, &who, word < address ? address : word,
                           (uint8_t)shadow_mask(word, address, bytes), kind, bytes, found->element);
        if (access_strong(kind) && bytes <= 4 * STALE_WORDS_MAX) {
            shadow.cells->set_bytes = set & 15; // strong_access() sets them: its read may get an older value
        }
        if (worker->launch->operation != 0) {
            stream_use_word(worker, found, word, shadow_mask(word, address, bytes), kind);
        }
        if (!access_is_update(kind)) {
            shadow_unlock(shadow.cells);
        } else {
            worker->updating.cells = shadow.cells - worker->updating.count++;
        }
    }
    worker->copied = 0;
}

// `found`: the allocation, or __device__ variable, that the access is in; `array`: its number.
static void access_global(struct worker *worker, const struct allocation *found, unsigned array,
                          uintptr_t address, unsigned bytes, enum access_kind kind, uint32_t pc) {
    enum access_kind counted = access_unscoped(kind);
    if (worker->astray.left != 0) {
        if (kind == ACCESS_READ) {
            check_global(worker, found, address, bytes, kind, pc);
        }
        return;
    }
    if (access_strong(kind)) {
        if (worker->launch->chance) {
            _exit(RUNNER_NEEDS_ONE_WORKER);
        }
        worker_break_pattern(worker); // how often a thread polls depends on the writes before
    }
    stale_end(&worker->stale);
    if (counted != ACCESS_ATOMIC) {
        check_global(worker, found, address, bytes, kind, pc);
    }
    access_count(worker, address, bytes, SPACE_GLOBAL, counted, array, pc);
    if (spin_too_long(worker, address, counted)) { // another thread may have to write what this one waits for
        access_let_others_run(worker, LANE_POLL, pc);
        stale_end(&worker->stale); // again: it may have read an older value
    }
    if (access_strong(kind)) {
        together_before(worker, address, counted);
        if (counted == ACCESS_STRONG_WRITE || counted == ACCESS_ATOMIC_WRITE) {
            spin_note_progress(worker->launch);
        }
        if (access_in_block(kind)) {
            block_order_strong(&worker->order.block, &worker->who, address, counted);
        } else {
            happens_before_strong(&worker->order, &worker->who, address, counted); // right before the access
        }
        access_record_again(worker);
        if (counted == ACCESS_ATOMIC) {
            check_global(worker, found, address, bytes, kind, pc);
        }
        strong_access(worker, found, address, bytes, kind, pc);
    }
}

void access_in_allocation(struct worker *worker, uintptr_t address, unsigned bytes, unsigned alignment,
                          enum access_kind kind, uint32_t pc) {
    bool inside;
    const struct allocation *found = global_memory_find(address, bytes, &inside);
    if (!inside) {
        mistake_stray(worker, address, bytes, kind, pc);
    } else if (address % access_alignment_most(alignment) != 0) {
        mistake_misaligned(worker, address, bytes, access_alignment_most(alignment), kind, pc);
    } else if (found->is_input) {
        access_input(worker, found, address, bytes, kind, pc);
    } else {
        access_global(worker, found, array_number((uintptr_t)(found - global_memory_at(0))), address, bytes,
                      kind, pc);
    }
}

// Only operations of other streams may change it.
static void read_constant(struct worker *worker, const struct allocation *found, uintptr_t address,
                          unsigned bytes) {
    for (uintptr_t word = address & ~(uintptr_t)3; word < address + bytes; word += 4) {
        struct shadow_cell *cell = &found->shadow.cells[(word - found->base) / 4];
        lock_cell(worker, cell);
        stream_use_word(worker, found, word, shadow_mask(word, address, bytes), ACCESS_READ);
        shadow_unlock(cell);
    }
}

void access_in_variable(struct worker *worker, uintptr_t address, unsigned bytes, unsigned alignment,
                        enum access_kind kind, uint32_t pc) {
    bool inside;
    const struct variable *variable = variables_find(address, bytes, &inside);
    if (variable == NULL || !inside) {
        mistake_stray(worker, address, bytes, kind, pc);
    } else if (address % access_alignment_most(alignment) != 0) {
        mistake_misaligned(worker, address, bytes, access_alignment_most(alignment), kind, pc);
    } else if (variable->space != VARIABLE_CONSTANT) {
        access_global(worker, &variable->allocation, array_number(31 - variables_number(variable) % 32),
                      address, bytes, kind, pc);
    } else if (!access_reads(kind)) {
        mistake_constant_written(worker, address, kind, pc);
    } else if (worker->launch->operation != 0) {
        read_constant(worker, &variable->allocation, address, bytes);
    }
}
