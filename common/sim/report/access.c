#include "sim/report/access.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sim/schedule/block.h"
#include "sim/report/element_name.h"
#include "sim/memory/global_memory.h"
#include "sim/race/happens_before.h"
#include "runner/device.h"
#include "runner/plural.h"
#include "sim/memory/variables.h"

enum { ILLEGAL_ADDRESS = 700, MISALIGNED_ADDRESS = 716 }; // cudaError_t

// The array that an address is in or nearest to, in terms that shared and global memory have in common.
struct target {
    const char *name; // NULL: there is none at all
    uintptr_t base;
    size_t bytes, element, row; // row: as element_name wants it
    bool shared;
    const struct allocation *allocation; // in global memory
};

// By enum access_kind.
static const char *const VERBS[] = {
    "reads",          "writes",         "reads (volatile)", "writes (volatile)", "updates atomically",
    "reads (atomic)", "writes (atomic)"};
static const char *const PAST_VERBS[] = {
    "read",          "wrote",         "read (volatile)", "wrote (volatile)", "updated atomically",
    "read (atomic)", "wrote (atomic)"};

static struct target shared_target(struct arena *arena, uintptr_t address) {
    const struct arena_array *nearest = NULL;
    size_t least = SIZE_MAX;
    for (unsigned i = 0; i < arena->array_count; i++) {
        const struct arena_array *one = &arena->arrays[i];
        uintptr_t end = one->base + one->bytes;
        size_t distance = address < one->base ? one->base - address : address >= end ? address - end + 1 : 0;
        if (distance < least) {
            least = distance;
            nearest = one;
        }
    }
    return nearest == NULL ? (struct target){.shared = true}
                           : (struct target){.name = nearest->name,
                                             .base = nearest->base,
                                             .bytes = nearest->bytes,
                                             .element = nearest->element,
                                             .row = nearest->row,
                                             .shared = true};
}

static struct target target_at(struct worker *worker, uintptr_t address) {
    if (address - worker->arena.base < SHARED_ARENA) {
        return shared_target(&worker->arena, address);
    }
    bool inside;
    const struct allocation *found = heap_find(address, 1, &inside);
    const struct variable *variable = variables_near(address) ? variables_find(address, 1, &inside) : NULL;
    const struct allocation *near = variable != NULL ? &variable->allocation
                                    : found != NULL  ? found
                                                     : heap_nearest(address);
    return near == NULL ? (struct target){0}
                        : (struct target){.name = near->name,
                                          .base = near->base,
                                          .bytes = near->bytes,
                                          .element = near->element,
                                          .row = 1,
                                          .allocation = near};
}

// A new diagnostic to fill in; NULL when this mistake has been told before.
static struct diagnostic *new_diagnostic(struct worker *worker, enum diagnostic_class class_,
                                         const struct target *target, uint32_t pc, uint32_t second_pc) {
    bool is_new;
    struct report_entry *entry = report_add(&worker->report, class_, target->name == NULL ? "" : target->name,
                                            pc, second_pc, worker->serial, &is_new);
    return entry != NULL && is_new ? &entry->diagnostic : NULL;
}

// "s_partial[3]", or "s_partial[3] + 2 bytes" inside an element.
static const char *name_element(const struct target *target, uintptr_t address, char *text, size_t size) {
    long long offset = (long long)(address - target->base), element = (long long)target->element;
    long long index = offset >= 0 ? offset / element : -((-offset + element - 1) / element);
    long long rest = offset - index * element;
    element_name(target->name, target->row, index, text, size);
    if (rest != 0) {
        size_t length = strlen(text);
        snprintf(text + length, size - length, " + %lld byte%s", rest, plural((uint64_t)rest));
    }
    return text;
}

static const char *name_self(struct worker *worker, char *text, size_t size) {
    return block_name_thread(worker->launch, worker->serial, worker->current, text, size);
}

void accuse_unset(struct worker *worker, uintptr_t address, uint8_t set_bytes, uint32_t pc) {
    uint8_t *word = (uint8_t *)(address & ~(uintptr_t)3);
    const uint32_t poison = DEVICE_POISON;
    for (unsigned byte = 0; byte < 4; byte++) {
        if ((set_bytes >> byte & 1) == 0) {
            word[byte] = ((const uint8_t *)&poison)[byte];
        }
    }
    struct target target = target_at(worker, address);
    struct diagnostic *made = new_diagnostic(worker, DIAGNOSTIC_UNSET_READ, &target, pc, 0);
    if (made != NULL) {
        char self[64], element[96];
        snprintf(made->message, sizeof(made->message), "%s reads %s, which nothing has written",
                 name_self(worker, self, sizeof(self)),
                 name_element(&target, address, element, sizeof(element)));
    }
}

static void accuse_race(struct worker *worker, uintptr_t address, enum access_kind kind, uint32_t pc,
                        const struct access_record *earlier) {
    struct target target = target_at(worker, address);
    bool same_block = earlier->serial == worker->serial;
    // Blocks that use no flag cannot wait for each other, and need another hint.
    bool flag = !same_block && (worker->strong || access_strong(kind));
    struct diagnostic *made = new_diagnostic(worker,
                                             target.shared ? DIAGNOSTIC_RACE_SHARED
                                             : flag        ? DIAGNOSTIC_RACE_FLAG
                                                           : DIAGNOSTIC_RACE_GLOBAL,
                                             &target, pc, earlier->pc);
    if (made == NULL) {
        return;
    }
    bool same_warp = same_block && earlier->thread / WARP_LANES == worker->current / WARP_LANES;
    char self[64], other[64], element[80];
    name_self(worker, self, sizeof(self));
    block_name_thread(worker->launch, earlier->serial, earlier->thread, other, sizeof(other));
    snprintf(made->message, sizeof(made->message), "%s: %s %s it and %s %s it, with %s between",
             name_element(&target, address, element, sizeof(element)), other, PAST_VERBS[earlier->kind], self,
             VERBS[kind],
             same_warp                            ? "neither __syncthreads() nor __syncwarp()"
             : same_block                         ? "no __syncthreads()"
             : order_lacks_fence(worker, earlier) ? "no __threadfence() behind the flag"
                                                  : "nothing that orders two blocks");
    snprintf(made->places[0].text, sizeof(made->places[0].text), "%s %s here", self, VERBS[kind]);
    snprintf(made->places[1].text, sizeof(made->places[1].text), "%s %s here", other,
             PAST_VERBS[earlier->kind]);
}

void accuse_suspects(struct worker *worker, uintptr_t address, enum access_kind kind, uint32_t pc,
                     const struct access_record *suspects, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        if (!order_knows(worker, &suspects[i])) {
            accuse_race(worker, address, kind, pc, &suspects[i]);
            return;
        }
    }
}

void accuse_input_written(struct worker *worker, uintptr_t address, enum access_kind kind, uint32_t pc) {
    struct target target = target_at(worker, address);
    struct diagnostic *made = new_diagnostic(worker, DIAGNOSTIC_INPUT_CHANGED, &target, pc, 0);
    if (made != NULL) {
        char self[64], element[96];
        snprintf(made->message, sizeof(made->message), "%s %s %s, which is const input",
                 name_self(worker, self, sizeof(self)), VERBS[kind],
                 name_element(&target, address, element, sizeof(element)));
    }
}

void accuse_constant_written(struct worker *worker, uintptr_t address, enum access_kind kind, uint32_t pc) {
    struct target target = target_at(worker, address);
    struct diagnostic *made = new_diagnostic(worker, DIAGNOSTIC_WRONG_SPACE, &target, pc, 0);
    if (made != NULL) {
        char self[64], element[96];
        snprintf(made->message, sizeof(made->message), "%s %s %s, which is constant: kernels only read it",
                 name_self(worker, self, sizeof(self)), VERBS[kind],
                 name_element(&target, address, element, sizeof(element)));
    }
    block_abandon(worker, ILLEGAL_ADDRESS);
}

// How many bytes the address lies beside the array. Where that is too far, it is anybody's guess which array
// was meant.
static size_t distance_from(const struct target *target, uintptr_t address) {
    uintptr_t end = target->base + target->bytes;
    return address < target->base ? target->base - address : address >= end ? address - end : 0;
}

static bool is_far(const struct target *target, uintptr_t address) {
    enum { NEAR = 4096 }; // bytes
    size_t distance = distance_from(target, address);
    bool one_further =
        address > target->base && distance < target->bytes; // as with the index of another block
    return distance > NEAR && !one_further;
}

void accuse_stray(struct worker *worker, uintptr_t address, unsigned bytes, enum access_kind kind,
                  uint32_t pc) {
    struct target target = target_at(worker, address);
    const struct allocation *one = target.allocation;
    bool freed = one != NULL && one->freed && address - one->base < one->bytes;
    // Where the array is allocated its size may be wrong.
    uint64_t second_pc = one == NULL ? 0 : freed ? one->free_pc : one->pc;
    struct diagnostic *made =
        new_diagnostic(worker, freed ? DIAGNOSTIC_USE_AFTER_FREE : DIAGNOSTIC_OUT_OF_BOUNDS, &target, pc,
                       (uint32_t)second_pc);
    if (made != NULL) {
        char self[64], element[96], last[96] = "";
        name_self(worker, self, sizeof(self));
        if (target.name == NULL) {
            snprintf(made->message, sizeof(made->message), "%s %s %u byte%s where nothing is allocated", self,
                     VERBS[kind], bytes, plural(bytes));
        } else if (!freed && is_far(&target, address)) {
            size_t distance = distance_from(&target, address);
            snprintf(made->message, sizeof(made->message),
                     "%s %s %u byte%s far outside of every array: the nearest, %s, %s %zu bytes %s", self,
                     VERBS[kind], bytes, plural(bytes), target.name,
                     address < target.base ? "begins" : "ends", distance,
                     address < target.base ? "further up" : "before");
        } else if (freed) {
            snprintf(made->message, sizeof(made->message), "%s %s %s after cudaFree", self, VERBS[kind],
                     name_element(&target, address, element, sizeof(element)));
            snprintf(made->places[1].text, sizeof(made->places[1].text), "freed here");
        } else {
            char size[64];
            size_t count = target.bytes / target.element;
            if (target.bytes % target.element == 0) {
                snprintf(size, sizeof(size), "%zu element%s of %zu bytes", count, plural(count),
                         target.element);
            } else { // cudaMalloc's size is in bytes: here it looks forgotten
                snprintf(size, sizeof(size), "%zu byte%s", target.bytes, plural(target.bytes));
            }
            name_element(&target, address, element, sizeof(element));
            if (bytes > target.element && bytes % target.element == 0) { // of several the first may be inside
                size_t length = (size_t)snprintf(last, sizeof(last), " to ");
                name_element(&target, address + bytes - target.element, last + length, sizeof(last) - length);
            }
            snprintf(made->message, sizeof(made->message), "%s %s %s%s, but %s has %s", self, VERBS[kind],
                     element, last, target.name, size);
            if (second_pc != 0) {
                snprintf(made->places[1].text, sizeof(made->places[1].text), "allocated here");
            }
        }
    }
    block_abandon(worker, ILLEGAL_ADDRESS);
}

void accuse_misaligned(struct worker *worker, uintptr_t address, unsigned bytes, enum access_kind kind,
                       uint32_t pc) {
    struct target target = target_at(worker, address);
    struct diagnostic *made = new_diagnostic(worker, DIAGNOSTIC_MISALIGNED, &target, pc, 0);
    if (made != NULL) {
        char self[64];
        snprintf(made->message, sizeof(made->message),
                 "%s %s %u bytes at byte %zu of %s, which is no multiple of %u",
                 name_self(worker, self, sizeof(self)), VERBS[kind], bytes, (size_t)(address - target.base),
                 target.name, bytes);
    }
    block_abandon(worker, MISALIGNED_ADDRESS);
}

// Has an unsigned index below 0 wrapped around to 2^32 less a little? Then *address becomes what -1 and its
// like would have led to.
static bool unwrap(struct worker *worker, uintptr_t *address, struct target *target) {
    enum { BELOW_MAX = 1 << 16 }; // elements that such an index may lie below 0
    static const size_t elements[] = {1, 2, 4, 8, 12, 16};
    for (size_t i = 0; i < sizeof(elements) / sizeof(elements[0]); i++) {
        uintptr_t meant = *address - (elements[i] << 32);
        struct target near[] = {target_at(worker, meant), shared_target(&worker->arena, meant)};
        for (int k = 0; k < 2; k++) {
            if (near[k].name != NULL && near[k].element == elements[i] && meant < near[k].base &&
                near[k].base - meant <= elements[i] * BELOW_MAX) {
                *address = meant;
                *target = near[k];
                return true;
            }
        }
    }
    return false;
}

static _Noreturn void accuse_wrapped(struct worker *worker, uintptr_t address, const struct target *target,
                                     enum access_kind kind, uint32_t pc) {
    struct diagnostic *made = new_diagnostic(worker, DIAGNOSTIC_OUT_OF_BOUNDS, target, pc, 0);
    if (made != NULL) {
        char self[64], element[96];
        unsigned index = 0u - (unsigned)((target->base - address) / target->element);
        snprintf(made->message, sizeof(made->message),
                 "%s %s %s: an unsigned index below 0 is %u, and %s has %zu elements",
                 name_self(worker, self, sizeof(self)), VERBS[kind],
                 name_element(target, address, element, sizeof(element)), index, target->name,
                 target->bytes / target->element);
    }
    block_abandon(worker, ILLEGAL_ADDRESS);
}

// Is there memory at all? A pointer made of an unset value, say, leads to none.
static bool is_mapped(uintptr_t address) {
    char resident[1];
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    return mincore((void *)(address / page * page), 1, (void *)resident) == 0;
}

void accuse_wrong_space(struct worker *worker, uintptr_t address, unsigned bytes, enum access_kind kind,
                        uint32_t pc) {
    struct target nothing = {0}, target;
    bool is_null = address < 4096;
    if (unwrap(worker, &address, &target)) {
        accuse_wrapped(worker, address, &target, kind, pc);
    }
    struct diagnostic *made =
        new_diagnostic(worker, is_null ? DIAGNOSTIC_NULL_POINTER : DIAGNOSTIC_WRONG_SPACE, &nothing, pc, 0);
    if (made != NULL) {
        char self[64];
        snprintf(made->message, sizeof(made->message), "%s %s %u byte%s through %s",
                 name_self(worker, self, sizeof(self)), VERBS[kind], bytes, plural(bytes),
                 is_null              ? "a null pointer"
                 : is_mapped(address) ? "a host pointer"
                                      : "a pointer to where no memory is");
    }
    block_abandon(worker, ILLEGAL_ADDRESS);
}
