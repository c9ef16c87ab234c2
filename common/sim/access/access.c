#include "sim/access/access.h"

#include "sim/schedule/block.h"
#include "sim/race/bytes.h"
#include "sim/memory/global_memory.h"
#include "sim/schedule/together.h"
#include "sim/access/host_code.h"
#include "sim/race/happens_before.h"
#include "sim/schedule/spin.h"
#include "sim/memory/variables.h"

// Volatile or not is all one in shared memory.
static enum access_kind access_in_shared(enum access_kind kind) {
    return kind >= ACCESS_ATOMIC ? kind : access_reads(kind) ? ACCESS_READ : ACCESS_WRITE;
}

// The stretch has become too long: the running lane stops until the others have come as far; an access that
// had no room (GROUP_FULL) is added afterwards.
static void access_cut(struct worker *worker, uintptr_t address, unsigned bytes, enum access_space space,
                       enum access_kind kind, unsigned array, uint32_t pc, enum group_answer answer) {
    while (answer != GROUP_GO_ON) {
        block_wait(worker, LANE_CUT, pc);
        if (answer == GROUP_STOP) {
            return;
        }
        answer =
            group_add(&worker->group, worker->current % WARP_LANES, pc, address, bytes, space, kind, array);
    }
}

static void access_count(struct worker *worker, uintptr_t address, unsigned bytes, enum access_space space,
                         enum access_kind kind, unsigned array, uint32_t pc) {
    worker->steps += kind == ACCESS_WRITE || kind == ACCESS_STRONG_WRITE || kind == ACCESS_ATOMIC_WRITE;
    enum group_answer answer =
        group_add(&worker->group, worker->current % WARP_LANES, pc, address, bytes, space, kind, array);
    if (answer != GROUP_GO_ON) {
        access_cut(worker, address, bytes, space, kind, array, pc, answer);
    }
}

void access_count_shared(struct worker *worker, uintptr_t address, enum access_kind kind, uint32_t pc) {
    bool inside;
    unsigned array = (unsigned)(arena_find(&worker->arena, address, 4, &inside) - worker->arena.arrays);
    access_count(worker, address, 4, SPACE_SHARED, kind, array, pc);
}

// Which bytes of the word at `word` an access covers.
static uint8_t mask_in_word(uintptr_t word, uintptr_t address, unsigned bytes) {
    unsigned first = address > word ? (unsigned)(address - word) : 0;
    unsigned end = address + bytes < word + 4 ? (unsigned)(address + bytes - word) : 4;
    return (uint8_t)((1u << end) - (1u << first));
}

// The questions to the word of `shadow` whose bytes `mask` are accessed, the first of them at `address`: set?
// racing? Without room for histories of single bytes the whole word is asked. `copied` and `element` as above.
static void access_word(struct worker *worker, const struct shadow *shadow, const struct accessor *who,
                        uintptr_t address, uint8_t mask, enum access_kind kind, size_t copied, size_t element) {
    struct shadow_cell *cell = shadow->cells;
    bool reads = access_reads(kind);
    if ((reads || kind == ACCESS_ATOMIC) && (cell->set_bytes & mask) != mask &&
        !(reads && shadow_may_be_padding(cell, address, copied, element))) {
        accuse_unset(worker, address, cell->set_bytes, who->pc);
    }
    if (!reads) {
        cell->set_bytes |= mask & 15;
    }
    if ((mask != 15 || (cell->sharing == SHADOW_SPLIT && !shadow_over(cell, who))) && shadow->bytes != NULL) {
        bytes_access(worker, shadow, who, address, mask, kind);
        return;
    }
    struct access_record suspects[SUSPECTS_MAX];
    unsigned count = shadow_access(shadow, who, kind, suspects);
    if (count != 0) {
        accuse_suspects(worker, address, kind, who->pc, suspects, count);
    }
}

static bool misaligned(uintptr_t address, unsigned bytes) {
    return (bytes & (bytes - 1)) == 0 && address % bytes != 0;
}

static void access_shared(struct worker *worker, uintptr_t address, unsigned bytes, enum access_kind kind,
                          uint32_t pc, size_t copied) {
    kind = access_in_shared(kind);
    struct arena *arena = &worker->arena;
    bool inside;
    const struct arena_array *array = arena_find(arena, address, bytes, &inside);
    if (!inside) {
        accuse_stray(worker, address, bytes, kind, pc);
    }
    if (misaligned(address, bytes)) {
        accuse_misaligned(worker, address, bytes, kind, pc);
    }
    worker->who.pc = pc;
    for (uintptr_t word = address & ~(uintptr_t)3; word < address + bytes; word += 4) {
        struct shadow shadow = shadow_from(&arena->shadow, word - arena->base);
        if (shadow.cells->serial != worker->serial) {
            shadow.cells->set_bytes = 0; // what is there belongs to an earlier block
        }
        access_word(worker, &shadow, &worker->who, word < address ? address : word,
                    mask_in_word(word, address, bytes), kind, copied, array->element);
    }
    access_count(worker, address, bytes, SPACE_SHARED, kind, (unsigned)(array - arena->arrays), pc);
}

static void lock_cell(const struct worker *worker, struct shadow_cell *cell) {
    while (worker->launch->side_by_side && __atomic_exchange_n(&cell->lock, 1, __ATOMIC_ACQUIRE) != 0) {
    }
}

static void unlock_cell(struct shadow_cell *cell) {
    __atomic_store_n(&cell->lock, 0, __ATOMIC_RELEASE);
}

static void access_input(struct worker *worker, const struct allocation *input, uintptr_t address,
                         unsigned bytes, enum access_kind kind, uint32_t pc) {
    if (!access_reads(kind)) {
        accuse_input_written(worker, address, kind, pc);
    }
    for (size_t word = (address - input->base) / 4; word <= (address + bytes - 1 - input->base) / 4; word++) {
        heap_input_read(&input->seen[word], worker->launch->side_by_side);
    }
}

// `found`: the allocation, or __device__ variable, that the address is in or just past; `array`: a small
// number of it. Has this thread looked at what others write, or the whole block, so often that others should
// have a turn? A loop may have votes in it, so that a thread looks only once a turn.
static bool polls_too_long(struct worker *worker, enum access_kind kind) {
    if (kind != ACCESS_ATOMIC && !(access_strong(kind) && access_reads(kind))) {
        return false;
    }
    worker->looks = worker->looks_step == worker->steps ? worker->looks + 1 : 1;
    worker->looks_step = worker->steps;
    return ++worker->polls > POLLS_MAX || worker->looks > LOOKS_MAX;
}

static void access_global(struct worker *worker, const struct allocation *found, bool inside, unsigned array,
                          uintptr_t address, unsigned bytes, enum access_kind kind, uint32_t pc,
                          size_t copied) {
    if (!inside) {
        accuse_stray(worker, address, bytes, kind, pc);
    }
    if (misaligned(address, bytes)) {
        accuse_misaligned(worker, address, bytes, kind, pc);
    }
    if (found->is_input) {
        access_input(worker, found, address, bytes, kind, pc);
    } else {
        struct accessor who = worker->who; // all blocks of the launch count
        who.pc = pc;
        who.first_serial = worker->launch->first_serial;
        who.serial_count = (uint32_t)worker->launch->block_count;
        for (uintptr_t word = address & ~(uintptr_t)3; word < address + bytes; word += 4) {
            struct shadow shadow = shadow_from(&found->shadow, word - found->base);
            lock_cell(worker, shadow.cells);
            access_word(worker, &shadow, &who, word < address ? address : word,
                        mask_in_word(word, address, bytes), kind, copied, found->element);
            unlock_cell(shadow.cells);
        }
    }
    bool load = found->is_input && access_reads(kind); // volatile or not, nobody waits for an input
    access_count(worker, address, bytes, SPACE_GLOBAL, load ? ACCESS_READ : kind, array, pc);
    if (!found->is_input && polls_too_long(worker, kind)) {
        block_wait(worker, LANE_POLL, pc); // what it waits for may be another thread's to write
    }
    if (!found->is_input && access_strong(kind)) {
        worker->strong = true;
        hold_before(worker, kind);
        if (kind == ACCESS_STRONG_WRITE || kind == ACCESS_ATOMIC_WRITE) {
            poll_news(worker);
        }
        order_strong(worker, address, kind); // right before the access itself
    }
}

// A __constant__ variable is read through a cache of its own: no global load.
static void access_variable(struct worker *worker, uintptr_t address, unsigned bytes, enum access_kind kind,
                            uint32_t pc, size_t copied) {
    bool inside;
    const struct variable *variable = variables_find(address, bytes, &inside);
    if (variable == NULL || !inside) {
        accuse_stray(worker, address, bytes, kind, pc);
    }
    if (variable->space != VARIABLE_CONSTANT) {
        unsigned array = (unsigned)(variable->allocation.base / 128 % 32) + 32;
        access_global(worker, &variable->allocation, inside, array, address, bytes, kind, pc, copied);
        return;
    }
    if (misaligned(address, bytes)) {
        accuse_misaligned(worker, address, bytes, kind, pc);
    }
    if (!access_reads(kind)) {
        accuse_constant_written(worker, address, kind, pc);
    }
}

void access_check(struct worker *worker, uintptr_t address, unsigned bytes, enum access_kind kind,
                  uint32_t pc) {
    size_t copied = worker->copied != 0 ? worker->copied : bytes >= 8 ? bytes : 0;
    worker->copied = 0;
    worker->accesses++;
    worker->last_pc = pc;
    if (address - worker->arena.base < SHARED_ARENA) {
        access_shared(worker, address, bytes, kind, pc, copied);
    } else if (heap_contains(address)) {
        bool inside;
        const struct allocation *found = heap_find(address, bytes, &inside);
        // Global arrays get the numbers after the shared ones.
        unsigned array = found == NULL ? 0 : (unsigned)(found - heap_at(0)) % 32 + 32;
        access_global(worker, found, inside, array, address, bytes, kind, pc, copied);
    } else if (address - fiber_stack(&worker->pool, worker->current) < STACK_BYTES ||
               host_is_simulators_own(address) || (access_reads(kind) && host_is_constant(address))) {
        return; // the thread's local memory, threadIdx and its like, constants of the program
    } else if (variables_near(address)) {
        access_variable(worker, address, bytes, kind, pc, copied);
    } else {
        accuse_wrong_space(worker, address, bytes, kind, pc);
    }
}

// A plain access of a word of global memory that no thread has accessed in this launch. false: it is another
// one, and nothing has been done.
static bool access_first(struct worker *worker, const struct allocation *found, uintptr_t address,
                         enum access_kind kind, uint32_t pc) {
    const struct accessor *who = &worker->who;
    struct shadow_cell *cell = &found->shadow.cells[(address - found->base) / 4];
    lock_cell(worker, cell);
    if (cell->serial - worker->launch->first_serial < worker->launch->block_count ||
        (kind == ACCESS_READ && cell->set_bytes != 15)) {
        unlock_cell(cell);
        return false;
    }
    cell->serial = who->serial;
    cell->tick = who->tick;
    cell->pc = pc;
    uint32_t state =
        SHADOW_STATE(.kind = kind & 15, .set_bytes = 15, .unused = kind == ACCESS_WRITE) | who->thread;
    __atomic_store_n(&cell->state, state, __ATOMIC_RELEASE); // and unlocked
    return true;
}

void access_check_far(struct worker *worker, uintptr_t address, enum access_kind kind, uint32_t pc) {
    bool inside;
    const struct allocation *found;
    if (address % 4 != 0 || !group_expects(&worker->group, pc) ||
        (found = heap_find(address, 4, &inside)) == NULL || !inside) {
        access_check(worker, address, 4, kind, pc);
        return;
    }
    if (found->is_input && kind == ACCESS_READ) {
        heap_input_read(&found->seen[(address - found->base) / 4], worker->launch->side_by_side);
    } else if (found->is_input || !access_first(worker, found, address, kind, pc)) {
        access_check(worker, address, 4, kind, pc);
        return;
    }
    worker->accesses++;
    worker->last_pc = pc;
    worker->steps += kind == ACCESS_WRITE;
    group_add_expected(&worker->group, worker->current % WARP_LANES, address);
}
