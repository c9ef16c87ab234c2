#include "access.h"

#include <stdio.h>

#include "block.h"
#include "heap.h"
#include "host.h"

enum { ILLEGAL_ADDRESS = 700, MISALIGNED_ADDRESS = 716 }; // cudaError_t

// What was hit, in terms that shared and global memory have in common.
struct target {
    const char *name;
    uintptr_t base;
    size_t bytes, element;
    const char *space; // "shared", "global"
};

static const char *const VERBS[] = {"reads", "writes", "updates atomically"};
static const char *const PAST_VERBS[] = {"read", "wrote", "updated atomically"};

static struct diagnostic *new_report(struct worker *worker, enum diagnostic_class class_, const char *array,
                                     uint32_t pc, uint32_t second_pc) {
    bool is_new;
    struct report_entry *entry =
        report_add(&worker->report, class_, array, pc, second_pc, worker->serial, &is_new);
    return entry != NULL && is_new ? &entry->diagnostic : NULL;
}

// "s_partial[3]", or "s_partial[3] + 2 bytes" inside an element.
static char *name_element(const struct target *target, uintptr_t address, char *text, size_t size) {
    long long offset = (long long)(address - target->base), element = (long long)target->element;
    long long index = offset >= 0 ? offset / element : -((-offset + element - 1) / element);
    long long rest = offset - index * element;
    if (rest == 0) {
        snprintf(text, size, "%s[%lld]", target->name, index);
    } else {
        snprintf(text, size, "%s[%lld] + %lld bytes", target->name, index, rest);
    }
    return text;
}

static const char *name_self(struct worker *worker, char *text, size_t size) {
    return block_name_thread(worker->launch, worker->serial, worker->current, text, size);
}

_Noreturn static void report_stray(struct worker *worker, uintptr_t address, unsigned bytes, enum access_kind kind,
                                   uint32_t pc, const struct target *near) {
    struct diagnostic *made = new_report(worker, DIAGNOSTIC_OUT_OF_BOUNDS, near == NULL ? "" : near->name, pc, 0);
    if (made != NULL) {
        char self[64], element[96];
        name_self(worker, self, sizeof self);
        if (near == NULL) {
            snprintf(made->message, sizeof made->message, "%s %s %u bytes where nothing is allocated", self,
                     VERBS[kind], bytes);
        } else {
            snprintf(made->message, sizeof made->message, "%s %s %s, but %s has %zu element%s of %zu bytes", self,
                     VERBS[kind], name_element(near, address, element, sizeof element), near->name,
                     near->bytes / near->element, near->bytes / near->element == 1 ? "" : "s", near->element);
        }
    }
    block_abandon(worker, ILLEGAL_ADDRESS);
}

static void report_unset(struct worker *worker, const struct target *target, uintptr_t address, uint32_t pc) {
    struct diagnostic *made = new_report(worker, DIAGNOSTIC_UNSET_READ, target->name, pc, 0);
    if (made != NULL) {
        char self[64], element[96];
        snprintf(made->message, sizeof made->message, "%s reads %s, which nothing has written",
                 name_self(worker, self, sizeof self), name_element(target, address, element, sizeof element));
    }
}

static void report_race(struct worker *worker, const struct target *target, uintptr_t address,
                        enum access_kind kind, uint32_t pc, const struct access_record *earlier) {
    bool shared = target->space[0] == 's';
    struct diagnostic *made = new_report(worker, shared ? DIAGNOSTIC_RACE_SHARED : DIAGNOSTIC_RACE_GLOBAL,
                                         target->name, pc, earlier->pc);
    if (made == NULL) {
        return;
    }
    bool same_block = earlier->serial == worker->serial;
    bool same_warp = same_block && earlier->thread / WARP_LANES == worker->current / WARP_LANES;
    char self[64], other[64], element[80];
    name_self(worker, self, sizeof self);
    block_name_thread(worker->launch, earlier->serial, earlier->thread, other, sizeof other);
    snprintf(made->message, sizeof made->message, "%s: %s %s it and %s %s it, with %s between",
             name_element(target, address, element, sizeof element), other, PAST_VERBS[earlier->kind], self, VERBS[kind],
             same_warp    ? "neither __syncthreads() nor __syncwarp()"
             : same_block ? "no __syncthreads()"
                          : "nothing that orders two blocks");
    snprintf(made->places[0].text, sizeof made->places[0].text, "%s %s here", self, VERBS[kind]);
    snprintf(made->places[1].text, sizeof made->places[1].text, "%s %s here", other, PAST_VERBS[earlier->kind]);
}

static void check_alignment(struct worker *worker, const struct target *target, uintptr_t address, unsigned bytes,
                            enum access_kind kind, uint32_t pc) {
    if ((bytes & (bytes - 1)) != 0 || address % bytes == 0) {
        return;
    }
    struct diagnostic *made = new_report(worker, DIAGNOSTIC_MISALIGNED, target->name, pc, 0);
    if (made != NULL) {
        char self[64];
        snprintf(made->message, sizeof made->message,
                 "%s %s %u bytes at %s, byte %zu, which is no multiple of %u",
                 name_self(worker, self, sizeof self), VERBS[kind], bytes, target->name,
                 (size_t)(address - target->base), bytes);
    }
    block_abandon(worker, MISALIGNED_ADDRESS);
}

static struct accessor accessor_of(const struct worker *worker, uint32_t pc) {
    const struct warp *warp = &worker->warps[worker->current / WARP_LANES];
    return (struct accessor){
        .serial = worker->serial,
        .barrier_tick = worker->barrier_tick,
        .full_tick = warp->full_tick,
        .known = warp->knows ? warp->known[worker->current % WARP_LANES] : NULL,
        .tick = warp->tick,
        .pc = pc,
        .thread = (uint16_t)worker->current,
        .first_serial = worker->serial,
        .serial_count = 1,
    };
}

// The questions to one word's cell: set? racing?
static void check_word(struct worker *worker, const struct target *target, struct shadow_cell *cell,
                       const struct accessor *who, uintptr_t address, uint8_t bytes_mask, enum access_kind kind) {
    struct access_record earlier;
    if (kind != ACCESS_WRITE && (cell->set_bytes & bytes_mask) != bytes_mask) {
        report_unset(worker, target, address, who->pc);
    }
    const struct access_record *race =
        kind == ACCESS_READ ? shadow_read(cell, who, &earlier) : shadow_write(cell, who, kind, &earlier);
    if (race != NULL) {
        report_race(worker, target, address, kind, who->pc, race);
    }
    if (kind == ACCESS_READ) {
        return;
    }
    cell->set_bytes |= bytes_mask;
    if (kind == ACCESS_ATOMIC) {
        cell->unused = false;
    }
}

static uint8_t mask_in_word(uintptr_t word, uintptr_t address, unsigned bytes) {
    unsigned first = address > word ? (unsigned)(address - word) : 0;
    unsigned end = address + bytes < word + 4 ? (unsigned)(address + bytes - word) : 4;
    return (uint8_t)((1u << end) - (1u << first));
}

static void count_access(struct worker *worker, uintptr_t address, unsigned bytes, enum access_space space,
                         enum access_kind kind, unsigned array, uint32_t pc) {
    enum group_answer answer;
    while ((answer = group_add(&worker->group, worker->current % WARP_LANES, pc, address, bytes, space, kind,
                               array)) != GROUP_GO_ON) {
        block_wait(worker, LANE_CUT, pc);
        if (answer == GROUP_STOP) {
            break;
        }
    }
}

static void access_shared(struct worker *worker, uintptr_t address, unsigned bytes, enum access_kind kind,
                          uint32_t pc) {
    struct arena *arena = &worker->arena;
    bool inside;
    const struct arena_array *array = arena_find(arena, address, bytes, &inside);
    if (!inside) {
        if (array == NULL) { // the array before or after the gap, whichever is nearer
            size_t least = SIZE_MAX;
            for (unsigned i = 0; i < arena->array_count; i++) {
                const struct arena_array *one = &arena->arrays[i];
                size_t distance = address < one->base ? one->base - address : address - one->base - one->bytes + 1;
                if (distance < least) {
                    least = distance;
                    array = one;
                }
            }
        }
        struct target near = {0};
        if (array != NULL) {
            near = (struct target){array->name, array->base, array->bytes, array->element, "shared"};
        }
        report_stray(worker, address, bytes, kind, pc, array == NULL ? NULL : &near);
    }
    struct target target = {array->name, array->base, array->bytes, array->element, "shared"};
    check_alignment(worker, &target, address, bytes, kind, pc);
    struct accessor who = accessor_of(worker, pc);
    for (uintptr_t word = address & ~(uintptr_t)3; word < address + bytes; word += 4) {
        struct shadow_cell *cell = &arena->cells[(word - arena->base) / 4];
        if (cell->write.serial != worker->serial) {
            cell->set_bytes = 0; // what is there belongs to an earlier block
        }
        check_word(worker, &target, cell, &who, word < address ? address : word,
                   mask_in_word(word, address, bytes), kind);
    }
    count_access(worker, address, bytes, SPACE_SHARED, kind, (unsigned)(array - arena->arrays), pc);
}

static void lock_cell(const struct worker *worker, struct shadow_cell *cell) {
    while (worker->launch->side_by_side && __atomic_exchange_n(&cell->lock, 1, __ATOMIC_ACQUIRE) != 0) {
    }
}

static void unlock_cell(struct shadow_cell *cell) {
    __atomic_store_n(&cell->lock, 0, __ATOMIC_RELEASE);
}

static void report_input_written(struct worker *worker, const struct target *target, uintptr_t address,
                                 enum access_kind kind, uint32_t pc) {
    struct diagnostic *made = new_report(worker, DIAGNOSTIC_INPUT_CHANGED, target->name, pc, 0);
    if (made != NULL) {
        char self[64], element[96];
        snprintf(made->message, sizeof made->message, "%s %s %s, which is const input",
                 name_self(worker, self, sizeof self), VERBS[kind],
                 name_element(target, address, element, sizeof element));
    }
}

_Noreturn static void report_freed(struct worker *worker, const struct target *target, uintptr_t address,
                                   enum access_kind kind, uint32_t pc, uint32_t free_pc) {
    struct diagnostic *made = new_report(worker, DIAGNOSTIC_USE_AFTER_FREE, target->name, pc, free_pc);
    if (made != NULL) {
        char self[64], element[96];
        snprintf(made->message, sizeof made->message, "%s %s %s after cudaFree",
                 name_self(worker, self, sizeof self), VERBS[kind],
                 name_element(target, address, element, sizeof element));
        snprintf(made->places[1].text, sizeof made->places[1].text, "freed here");
    }
    block_abandon(worker, ILLEGAL_ADDRESS);
}

static void access_global(struct worker *worker, uintptr_t address, unsigned bytes, enum access_kind kind,
                          uint32_t pc) {
    bool inside;
    const struct allocation *found = heap_find(address, bytes, &inside);
    const struct allocation *near = found != NULL ? found : heap_nearest(address);
    struct target target = {0};
    if (near != NULL) {
        target = (struct target){near->name, near->base, near->bytes, near->element, "global"};
    }
    if (!inside) {
        if (found != NULL && found->freed && address - found->base < found->bytes) {
            report_freed(worker, &target, address, kind, pc, (uint32_t)found->free_pc);
        }
        report_stray(worker, address, bytes, kind, pc, near == NULL ? NULL : &target);
    }
    check_alignment(worker, &target, address, bytes, kind, pc);
    if (found->is_input) {
        if (kind != ACCESS_READ) {
            report_input_written(worker, &target, address, kind, pc);
        }
        for (size_t word = (address - found->base) / 4; word <= (address + bytes - 1 - found->base) / 4; word++) {
            found->seen[word] = 1;
        }
    } else {
        struct accessor who = accessor_of(worker, pc);
        who.first_serial = worker->launch->first_serial;
        who.serial_count = (uint32_t)worker->launch->block_count;
        for (uintptr_t word = address & ~(uintptr_t)3; word < address + bytes; word += 4) {
            struct shadow_cell *cell = heap_cell(word);
            lock_cell(worker, cell);
            check_word(worker, &target, cell, &who, word < address ? address : word,
                       mask_in_word(word, address, bytes), kind);
            unlock_cell(cell);
        }
    }
    // Global arrays get the numbers after the shared ones; two that share a number are told apart nowhere.
    unsigned number = (unsigned)(found - heap_at(0)) % 32 + 32;
    count_access(worker, address, bytes, SPACE_GLOBAL, kind, number, pc);
}

// Neither shared, global nor the thread's own stack.
static void access_elsewhere(struct worker *worker, uintptr_t address, unsigned bytes, enum access_kind kind,
                             uint32_t pc) {
    if (host_is_simulators_own(address) || (kind == ACCESS_READ && host_is_constant(address))) {
        return;
    }
    struct diagnostic *made = new_report(worker, DIAGNOSTIC_WRONG_SPACE, "", pc, 0);
    if (made != NULL) {
        char self[64];
        snprintf(made->message, sizeof made->message, "%s %s %u bytes through %s", name_self(worker, self, sizeof self),
                 VERBS[kind], bytes, address < 4096 ? "a null pointer" : "a host pointer");
    }
    block_abandon(worker, ILLEGAL_ADDRESS);
}

void access_check(struct worker *worker, uintptr_t address, unsigned bytes, enum access_kind kind, uint32_t pc) {
    worker->accesses++;
    worker->last_pc = pc;
    if (address - worker->arena.base < SHARED_ARENA) {
        access_shared(worker, address, bytes, kind, pc);
    } else if (heap_contains(address)) {
        access_global(worker, address, bytes, kind, pc);
    } else if (address - worker->stack < STACK_BYTES) {
        return; // local memory: the thread's own
    } else {
        access_elsewhere(worker, address, bytes, kind, pc);
    }
}
