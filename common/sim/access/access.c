#include "sim/access/access.h"

#include <unistd.h>

#include "runner/protocol.h"
#include "sim/access/mistake.h"
#include "sim/access/strong.h"
#include "sim/access/stream_use.h"
#include "sim/base/executable.h"
#include "sim/memory/variables.h"
#include "sim/race/bytes.h"
#include "sim/schedule/workers.h"
#include "sim/trace/trace.h"

// ---- Counting ----

static void record(struct worker *worker, uintptr_t address, unsigned bytes, enum access_kind kind,
                   uint32_t pc) {
    if (trace_on()) {
        trace_access(worker->number, worker->current, instruction_last_row(&worker->instructions), pc,
                     address, bytes, kind);
    }
}

// The recorded access happens only now.
static void record_again(struct worker *worker) {
    if (trace_on()) {
        trace_again(worker->number, worker->current);
    }
}

// The stretch has become too long: the running lane stops until the others have come as far. An access for
// which there was no room (INSTRUCTION_FULL) is added afterwards.
static void cut(struct worker *worker, uintptr_t address, unsigned bytes, enum access_space space,
                enum access_kind kind, unsigned array, uint32_t pc, enum instruction_answer answer) {
    while (answer != INSTRUCTION_GO_ON) {
        lane_wait(worker, LANE_CUT, pc);
        if (answer == INSTRUCTION_STOP) {
            record_again(worker);
            return;
        }
        answer = instruction_add(&worker->instructions, worker->current % WARP_LANES, pc, address, bytes,
                                 space, kind, array);
        if (answer != INSTRUCTION_FULL) {
            record(worker, address, bytes, kind, pc);
        }
    }
}

static void count(struct worker *worker, uintptr_t address, unsigned bytes, enum access_space space,
                  enum access_kind kind, unsigned array, uint32_t pc) {
    if (worker->pattern.mode == PATTERN_FOLLOWS && !instruction_expects(&worker->instructions, pc, space) &&
        pattern_mixes(&worker->pattern, pc)) {
        pattern_break(&worker->pattern);
    }
    worker->progress.steps +=
        kind == ACCESS_WRITE || kind == ACCESS_STRONG_WRITE || kind == ACCESS_ATOMIC_WRITE;
    enum instruction_answer answer = instruction_add(&worker->instructions, worker->current % WARP_LANES, pc,
                                                     address, bytes, space, kind, array);
    if (answer != INSTRUCTION_FULL) {
        record(worker, address, bytes, kind, pc);
    }
    if (answer != INSTRUCTION_GO_ON) {
        cut(worker, address, bytes, space, kind, array, pc, answer);
    }
}

void access_count_shared(struct worker *worker, uintptr_t address, enum access_kind kind, uint32_t pc) {
    bool inside;
    unsigned array =
        (unsigned)(shared_memory_find(&worker->shared, address, 4, &inside) - worker->shared.arrays);
    count(worker, address, 4, SPACE_SHARED, kind, array, pc);
}

// ---- One word ----

static bool is_update(enum access_kind kind) {
    return access_unscoped(kind) == ACCESS_ATOMIC;
}

// Checks the bytes `mask` of a word, the first of them at `address`: are they set, and do they race? Without
// room for histories of single bytes, the word is checked as a whole. `bytes`: of the access; `element`: of
// the array's elements.
static void check_word(struct worker *worker, const struct shadow *word, const struct accessor *who,
                       uintptr_t address, uint8_t mask, enum access_kind kind, unsigned bytes,
                       size_t element) {
    if (worker->same_values.count != 0) {
        same_value_settle(&worker->same_values, address);
    }
    struct shadow_cell *cell = word->cells;
    bool reads = access_reads(kind), exchanges = access_exchanges(kind);
    size_t copied = bytes >= 8 ? bytes : worker->copied;
    kind = access_update(kind);
    if ((reads || is_update(kind)) && (cell->set_bytes & mask) != mask &&
        !(reads && shadow_may_be_padding(cell, address, copied, element))) {
        mistake_unset(worker, address, cell->set_bytes, who->pc, exchanges);
    }
    if (!reads) {
        cell->set_bytes |= mask & 15;
    }
    struct race_candidate candidates[CANDIDATES_MAX];
    unsigned candidate_count;
    if ((mask != 15 || (cell->sharing == SHADOW_SPLIT && !race_is_over(cell, who))) && word->bytes != NULL) {
        unsigned byte = 0;
        candidate_count = race_check_bytes(word, who, mask, kind, candidates, &byte);
        address = (address & ~(uintptr_t)3) + byte;
    } else {
        candidate_count = race_check(word, who, kind, candidates);
    }
    if (candidate_count != 0) {
        mistake_race(worker, address, mask, kind, who->pc, candidates, candidate_count);
    }
}

// The greatest alignment that is possible.
static unsigned greatest(unsigned alignment) {
    return alignment & (alignment - 1) ? alignment & (alignment - 1) : alignment;
}

// The alignment that an access of an array certainly needs: elements are no more aligned than what they are in.
static unsigned needed(unsigned alignment, size_t array) {
    const unsigned most = greatest(alignment), least = alignment == most ? most : alignment - most;
    return array >= most ? most : array <= least ? least : (unsigned)array;
}

// The running thread polls (LANE_POLL), or is interrupted (LANE_CUT): others run before its access.
static void let_others_run(struct worker *worker, enum lane_state state, uint32_t pc) {
    int own = worker->order.block.own; // of this access
    worker->order.block.own = 0;
    lane_wait(worker, state, pc);
    worker->order.block.own = own;
}

// ---- Shared memory ----

// `volatile` and scopes make no difference in shared memory, except for flags that are polled (schedule/poll.h).
static enum access_kind kind_in_shared(enum access_kind kind) {
    return access_exchanges(kind)  ? ACCESS_EXCHANGE
           : kind >= ACCESS_ATOMIC ? access_unscoped(kind)
           : access_reads(kind)    ? ACCESS_READ
                                   : ACCESS_WRITE;
}

// The running thread is astray. Does not return unless it only reads.
static void go_on(struct worker *worker, enum access_kind kind) {
    if (!access_reads(kind)) {
        astray_leave(worker);
    }
    astray_read(worker);
}

void access_shared(struct worker *worker, uintptr_t address, unsigned bytes, unsigned alignment,
                   enum access_kind kind, uint32_t pc) {
    progress_access(&worker->progress);
    const enum access_kind written = kind; // as the program has it
    const bool is_volatile = kind == ACCESS_STRONG_READ || kind == ACCESS_STRONG_WRITE;
    kind = kind_in_shared(kind);
    if (worker->astray.left != 0) {
        go_on(worker, kind);
    }
    struct shared_memory *shared = &worker->shared;
    bool inside;
    const struct shared_array *array = shared_memory_find(shared, address, bytes, &inside);
    if (!inside) {
        mistake_stray(worker, address, bytes, kind, pc);
        return;
    }
    const unsigned needs = needed(alignment, array->alignment);
    if (address % needs != 0 || (needs > array->alignment && !array->is_dynamic)) {
        mistake_misaligned(worker, address, bytes, greatest(alignment), kind, pc);
        return;
    }
    worker->who.pc = pc;
    if (is_volatile) {
        poll_begin(worker, address, bytes, access_reads(kind), pc);
    } else {
        poll_settle(worker);
    }
    for (uintptr_t word = address & ~(uintptr_t)3; word < address + bytes; word += 4) {
        struct shadow shadow = shadow_from(&shared->shadow, word - shared->base);
        if (shadow.cells->block_id != worker->block_id) {
            shadow.cells->set_bytes = 0; // the values belong to an earlier block
        }
        check_word(worker, &shadow, &worker->who, word < address ? address : word,
                   (uint8_t)shadow_mask(word, address, bytes), kind, bytes, array->element);
    }
    worker->copied = 0;
    const bool waits = is_volatile && poll_end(worker);
    if (worker->astray.left != 0) {
        return;
    }
    count(worker, address, bytes, SPACE_SHARED, access_update(kind), (unsigned)(array - shared->arrays), pc);
    if (waits) {
        let_others_run(worker, LANE_POLL, pc);
        poll_continue(worker);
    }
    if (is_volatile) {
        block_order_strong(&worker->order.block, &worker->who, address, written);
    }
    if (access_strong(kind)) {
        if (spin_in_shared(&worker->spin)) {
            let_others_run(worker, LANE_POLL, pc);
        } else if (worker->interrupts) { // others may change what the thread has looked at before
            const unsigned looks = worker->spin.shared_looks;
            let_others_run(worker, LANE_CUT, pc);
            worker->spin.shared_looks = looks;
        }
        block_order_strong(&worker->order.block, &worker->who, address, kind);
    }
}

// ---- Global memory ----

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
    count(worker, address, bytes, SPACE_GLOBAL, counted,
          array_number((uintptr_t)(input - global_memory_at(0))), pc);
}

// Has only the running thread accessed the word since its launch began, and by plain accesses?
static bool is_mine(const struct shadow_cell *cell, const struct accessor *who) {
    const uint32_t any_plain = SHADOW_STATE(.kind = ACCESS_READ) ^ SHADOW_STATE(.kind = ACCESS_WRITE);
    const uint32_t others = any_plain | SHADOW_STATE(.unused = 1) | SHADOW_STATE(.lock = UINT8_MAX);
    return cell->block_id == who->block_id &&
           (cell->state & ~others) == (SHADOW_STATE(.kind = ACCESS_READ, .set_bytes = 15) | who->thread);
}

// A plain access of a word of global memory that no other thread has accessed in this launch. false: it is another
// kind of access, or a read of what the thread has written, and nothing has been changed.
static bool is_alone(struct worker *worker, const struct allocation *found, uintptr_t address,
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

// How many bytes of the access, from its first one on, are whole words as is_alone() has them? They are checked now.
static unsigned check_alone(struct worker *worker, const struct allocation *found, uintptr_t address,
                            unsigned bytes, enum access_kind kind, uint32_t pc) {
    unsigned checked = 0;
    bool plain = kind == ACCESS_READ || kind == ACCESS_WRITE;
    if (!plain || (address | bytes) % 4 != 0 || worker->launch->operation != 0 ||
        worker->same_values.count != 0) {
        return 0;
    }
    while (checked < bytes && is_alone(worker, found, address + checked, kind, pc)) {
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
        if (kind == ACCESS_WRITE && race_may_follow_strong(&shadow)) {
            shadow.strong_writes->kept[0].by.block_id = 0; // they are not the last writes any more
        }
        check_word(worker, &shadow, &who, word < address ? address : word,
                   (uint8_t)shadow_mask(word, address, bytes), kind, bytes, found->element);
        if (worker->launch->operation != 0) {
            stream_use_word(worker, found, word, shadow_mask(word, address, bytes), kind);
        }
        if (!is_update(kind)) {
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
    count(worker, address, bytes, SPACE_GLOBAL, counted, array, pc);
    if (spin_too_long(worker, address, counted)) {
        let_others_run(worker, LANE_POLL, pc); // another thread may have to write what this one waits for
        stale_end(&worker->stale);             // again: it may have read an older value
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
        record_again(worker);
        if (counted == ACCESS_ATOMIC) {
            check_global(worker, found, address, bytes, kind, pc);
        }
        strong_access(worker, found, address, bytes, kind, pc);
    }
}

static void access_allocation(struct worker *worker, uintptr_t address, unsigned bytes, unsigned alignment,
                              enum access_kind kind, uint32_t pc) {
    bool inside;
    const struct allocation *found = global_memory_find(address, bytes, &inside);
    if (!inside) {
        mistake_stray(worker, address, bytes, kind, pc);
    } else if (address % greatest(alignment) != 0) {
        mistake_misaligned(worker, address, bytes, greatest(alignment), kind, pc);
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

// A __constant__ variable is read through its own cache: no global load.
static void access_variable(struct worker *worker, uintptr_t address, unsigned bytes, unsigned alignment,
                            enum access_kind kind, uint32_t pc) {
    bool inside;
    const struct variable *variable = variables_find(address, bytes, &inside);
    if (variable == NULL || !inside) {
        mistake_stray(worker, address, bytes, kind, pc);
    } else if (address % greatest(alignment) != 0) {
        mistake_misaligned(worker, address, bytes, greatest(alignment), kind, pc);
    } else if (variable->space != VARIABLE_CONSTANT) {
        access_global(worker, &variable->allocation, array_number(variable->allocation.base / 128), address,
                      bytes, kind, pc);
    } else if (!access_reads(kind)) {
        mistake_constant_written(worker, address, kind, pc);
    } else if (worker->launch->operation != 0) {
        read_constant(worker, &variable->allocation, address, bytes);
    }
}

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
        go_on(worker, kind);
    }
    if (global_memory_contains(address)) {
        access_allocation(worker, address, bytes, alignment, kind, pc);
    } else if (is_local(worker, address) || is_built_in(address) ||
               (access_reads(kind) && executable_is_constant(address))) {
        return; // built-in variables, constants of the program
    } else if (variables_near(address)) {
        access_variable(worker, address, bytes, alignment, kind, pc);
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
               !is_alone(worker, found, address, kind, pc)) {
        access_far(worker, address, 4, alignment, kind, pc);
        return;
    }
    progress_access(&worker->progress);
    worker->progress.steps += kind == ACCESS_WRITE;
    instruction_add_expected(&worker->instructions, worker->current % WARP_LANES, address);
}

// ---- All of them ----

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
