#define _GNU_SOURCE
#include "sim/memory/global_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "sim/base/limits.h"
#include "runner/device.h"
#include "runner/large_pages.h"
#include "sim/memory/addresses.h"

enum {
    ALLOCATIONS_MAX = GLOBAL_BYTES / GLOBAL_GAP,
    DISCARDED_MIN = 500,    // whose addresses are not used again while others are left
    TAKEN_BYTES = 1 << 20,  // by which the addresses that are taken grow
    LITTLE_BYTES = 1 << 16, // of all arrays of a case
    LARGE_BYTES = 1 << 20   // a smaller array's shadow fills few large pages
};

struct global_memory global_memory;

static uintptr_t next; // where the next allocation goes
static size_t memory_taken,
    shadow_taken; // bytes of memory from `base` on that have addresses, and those with a shadow
static size_t allocation_count;
static size_t managed_count; // allocations that are managed and not freed
static int unlocked;         // calls of global_memory_unlock less those of global_memory_lock

// Allocations that were discarded, the oldest first.
static struct {
    struct allocation *first, **end;
    size_t count;
} discarded = {.end = &discarded.first};

static uintptr_t round_up(uintptr_t value, uintptr_t unit) {
    return (value + unit - 1) / unit * unit;
}

// Has the memory addresses up to byte `end`? They are taken now.
static bool take_memory(size_t end) {
    const size_t wanted = round_up(end, TAKEN_BYTES);
    if (wanted > memory_taken) {
        void *at = (void *)(global_memory.base + memory_taken);
        if (addresses_take(at, wanted - memory_taken, PROT_NONE) != 0) {
            return false;
        }
        memory_taken = wanted;
    }
    return true;
}

static bool take_shadow(size_t end) {
    const size_t wanted = round_up(end, TAKEN_BYTES);
    if (wanted > shadow_taken) {
        if (shadow_take(&global_memory.shadow, shadow_taken, wanted) != 0) {
            return false;
        }
        shadow_taken = wanted;
    }
    return true;
}

int global_memory_open(void) {
    void *memory = addresses_find(GLOBAL_BYTES);
    global_memory.owners = addresses_anywhere(GLOBAL_BYTES / GLOBAL_GRANULE * sizeof(*global_memory.owners));
    global_memory.allocations = addresses_anywhere(ALLOCATIONS_MAX * sizeof(*global_memory.allocations));
    if (memory == NULL || global_memory.owners == NULL || global_memory.allocations == NULL ||
        shadow_find(&global_memory.shadow, GLOBAL_BYTES) != 0) {
        return -1;
    }
    global_memory.base = (uintptr_t)memory;
    memory_taken = shadow_taken = 0;
    next = global_memory.base + GLOBAL_GAP;
    return 0;
}

// Are the arrays so small that clearing their shadow is faster than returning its memory, which the next case would
// only take again? (Managed memory may be open.)
static bool is_little(void) {
    size_t bytes = 0;
    for (size_t i = 0; i < allocation_count; i++) {
        const struct allocation *one = &global_memory.allocations[i];
        if (one->managed || (bytes += one->bytes) > LITTLE_BYTES) {
            return false;
        }
    }
    return unlocked == 0;
}

void global_memory_reset(void) {
    global_memory.empty_pc = 0;
    size_t used = round_up(next - global_memory.base, 4096);
    if (is_little()) {
        for (size_t i = 0; i < allocation_count; i++) {
            shadow_clear(&global_memory.allocations[i].shadow, global_memory.allocations[i].bytes);
        }
        shadow_forget_strong_writes(&global_memory.shadow, used);
    } else {
        addresses_forget((void *)global_memory.base, used);
        shadow_forget(&global_memory.shadow, used);
        mprotect((void *)global_memory.base, used, PROT_NONE);
    }
    memset(global_memory.owners, 0, used / GLOBAL_GRANULE * sizeof(*global_memory.owners));
    for (size_t i = 0; i < allocation_count; i++) {
        free(global_memory.allocations[i].seen);
    }
    memset(global_memory.allocations, 0, allocation_count * sizeof(*global_memory.allocations));
    allocation_count = managed_count = 0;
    discarded.first = NULL;
    discarded.end = &discarded.first;
    discarded.count = 0;
    next = global_memory.base + GLOBAL_GAP;
}

void global_memory_begin_case(bool blank) {
    global_memory.blank = blank;
    if (blank) {
        addresses_forget((void *)global_memory.base, memory_taken);
    }
}

static void protect_bytes(uintptr_t address, size_t bytes, int protection) {
    if (unlocked == 0 && global_memory_contains(address) && !global_memory_is_managed(address)) {
        const uintptr_t first = address / 4096 * 4096;
        mprotect((void *)first, round_up(address + bytes, 4096) - first, protection);
    }
}

void global_memory_unlock_bytes(uintptr_t address, size_t bytes) {
    protect_bytes(address, bytes, PROT_READ | PROT_WRITE);
}

void global_memory_lock_bytes(uintptr_t address, size_t bytes) {
    protect_bytes(address, bytes, PROT_NONE);
}

// The last word may end beyond the allocation, but not beyond its granule.
static void poison(uint32_t *memory, size_t words) {
    for (size_t i = 0; i < words; i++) {
        memory[i] = DEVICE_POISON;
    }
}

// The oldest discarded allocation whose space is from `least` to `most` bytes, taken from their list, or NULL.
static struct allocation *take_discarded(size_t least, size_t most) {
    struct allocation **link = &discarded.first;
    while (*link != NULL && ((*link)->space < least || (*link)->space > most)) {
        link = &(*link)->later;
    }
    struct allocation *taken = *link;
    if (taken != NULL) {
        *link = taken->later;
        if (taken->later == NULL) {
            discarded.end = link;
        }
        discarded.count--;
    }
    return taken;
}

// Where an allocation of `space` bytes goes, with its `base` and `space`: a new one, or a discarded one. NULL if
// memory is short.
static struct allocation *place_allocation(size_t space, uintptr_t granule) {
    const uintptr_t base = round_up(next, granule);
    const bool room =
        space + GLOBAL_GAP <= global_memory.base + GLOBAL_BYTES - base && allocation_count < ALLOCATIONS_MAX;
    struct allocation *made = NULL;
    if (granule == GLOBAL_GRANULE && (!room || discarded.count > DISCARDED_MIN)) {
        made = take_discarded(space, room ? 2 * space : GLOBAL_BYTES);
    }
    if (made == NULL && room && take_memory(base + space + GLOBAL_GAP - global_memory.base) &&
        take_shadow(base + space - global_memory.base)) {
        made = &global_memory.allocations[allocation_count++];
        made->base = base;
        made->space = space;
        for (uintptr_t at = base; at < base + space; at += GLOBAL_GRANULE) {
            global_memory.owners[(at - global_memory.base) / GLOBAL_GRANULE] = (uint32_t)allocation_count;
        }
        next = base + space + GLOBAL_GAP;
    }
    return made;
}

// `granule`: of its address and its space.
static struct allocation *allocate(const char *name, size_t bytes, size_t element,
                                   enum allocation_owner owner, bool is_input, uintptr_t granule,
                                   uint64_t pc) {
    uint8_t *seen = is_input && bytes <= GLOBAL_BYTES ? calloc(bytes / 4 + 1, 1) : NULL;
    struct allocation *made = NULL;
    if (bytes <= GLOBAL_BYTES && (!is_input || seen != NULL)) {
        made = place_allocation(round_up(bytes == 0 ? 1 : bytes, granule), granule);
    }
    if (made == NULL) {
        free(seen);
        return NULL;
    }
    *made =
        (struct allocation){.base = made->base,
                            .space = made->space,
                            .bytes = bytes,
                            .element = element == 0 ? 4 : element,
                            .owner = owner,
                            .is_input = is_input,
                            .pc = pc,
                            .seen = seen,
                            .shadow = shadow_from(&global_memory.shadow, made->base - global_memory.base)};
    snprintf(made->name, sizeof(made->name), "%s", name);
    if (bytes >= LARGE_BYTES && !global_memory.blank) {
        shadow_expect(&made->shadow, bytes);
        large_pages_expect((const void *)made->base, bytes);
        large_pages_expect(seen, bytes / 4);
    }
    if (unlocked > 0) { // the open range must include the new pages
        mprotect((void *)global_memory.base, round_up(next - global_memory.base, 4096),
                 PROT_READ | PROT_WRITE);
    }
    if (!global_memory.blank) { // opens its own pages alone: all others would take time for each allocation
        global_memory_unlock_bytes(made->base, bytes);
        poison((uint32_t *)made->base, (bytes + 3) / 4);
        global_memory_lock_bytes(made->base, bytes);
    }
    return made;
}

struct allocation *global_memory_allocate(const char *name, size_t bytes, size_t element,
                                          enum allocation_owner owner, bool is_input, uint64_t pc) {
    return allocate(name, bytes, element, owner, is_input, GLOBAL_GRANULE, pc);
}

static void protect_managed(const struct allocation *one, int protection) {
    mprotect((void *)one->base, round_up(one->bytes, MANAGED_GRANULE), protection);
}

struct allocation *global_memory_allocate_managed(const char *name, size_t bytes, size_t element,
                                                  uint64_t pc) {
    struct allocation *made = allocate(name, bytes, element, OWNED_BY_STUDENT, false, MANAGED_GRANULE, pc);
    if (made != NULL) {
        made->managed = true;
        managed_count++;
        protect_managed(made, PROT_READ | PROT_WRITE);
    }
    return made;
}

bool global_memory_is_managed(uintptr_t address) {
    bool inside;
    const struct allocation *found = global_memory_find(address, 1, &inside);
    return inside && found->managed;
}

bool global_memory_is_set(uintptr_t address) {
    uintptr_t word = address & ~(uintptr_t)3;
    if (global_memory.blank
            ? !global_memory_contains(address)
            : !global_memory_is_managed(address) || *(const uint32_t *)word == DEVICE_POISON) {
        return false;
    }
    global_memory_cell(word)->set_bytes = 15;
    return true;
}

void global_memory_free(struct allocation *allocation, const char *call, uint64_t pc) {
    allocation->freed = true;
    allocation->free_call = call;
    allocation->free_pc = pc;
    if (allocation->managed) {
        managed_count--;
        protect_managed(allocation, PROT_NONE);
    }
}

void global_memory_discard(struct allocation *freed) {
    // The gaps around it are longer than a page and its shadow's.
    addresses_forget((void *)freed->base, freed->bytes);
    shadow_forget(&freed->shadow, freed->bytes);
    freed->discarded = true;
    if (!freed->managed) {
        freed->later = NULL;
        *discarded.end = freed;
        discarded.end = &freed->later;
        discarded.count++;
    }
}

struct allocation *global_memory_nearest(uintptr_t address) {
    struct allocation *nearest = NULL;
    uintptr_t least = UINTPTR_MAX;
    for (size_t i = 0; i < allocation_count; i++) {
        struct allocation *one = &global_memory.allocations[i];
        uintptr_t end = one->base + one->bytes;
        uintptr_t distance = address < one->base ? one->base - address
                             : address >= end    ? address - end + 1
                                                 : 0;
        if (distance < least) {
            least = distance;
            nearest = one;
        }
    }
    return nearest;
}

static uint8_t byte_mask(uintptr_t address, size_t *bytes) {
    unsigned first = address % 4, count = 4 - first;
    if (*bytes < count) {
        count = (unsigned)*bytes;
    }
    *bytes = count;
    return (uint8_t)(((1u << count) - 1) << first);
}

void global_memory_mark_set(const struct allocation *allocation, uintptr_t address, size_t bytes) {
    if (allocation->is_input) {
        return;
    }
    while (bytes > 0) {
        size_t here = bytes;
        uint8_t mask = byte_mask(address, &here);
        struct shadow_cell *cell = global_memory_cell(address);
        cell->set_bytes |= mask;
        cell->unused = false;
        address += here;
        bytes -= here;
    }
}

void global_memory_note_set(const struct allocation *allocation, const char *call, uint32_t pc, int value,
                            size_t bytes) {
    struct allocation *set = &global_memory.allocations[allocation - global_memory.allocations];
    set->set.call = call;
    set->set.pc = pc;
    set->set.value = value;
    set->set.bytes = bytes;
}

void global_memory_mark_read(const struct allocation *allocation, uintptr_t address, size_t bytes) {
    for (uintptr_t word = address & ~(uintptr_t)3; word < address + bytes; word += 4) {
        if (allocation->is_input) {
            uint8_t *seen = &allocation->seen[(word - allocation->base) / 4];
            *seen = *seen == 0 ? 1 : *seen;
        } else {
            global_memory_cell(word)->unused = false;
        }
    }
}

// Is the byte at `address` set?
static bool byte_set(const struct allocation *allocation, uintptr_t address) {
    return allocation->is_input || (global_memory_cell(address)->set_bytes >> address % 4 & 1) != 0;
}

void global_memory_copy_set(uintptr_t to, uintptr_t from, size_t bytes) {
    bool inside;
    const struct allocation *source = global_memory_find(from, 1, &inside);
    const struct allocation *target = global_memory_find(to, 1, &inside);
    if (source == NULL || target == NULL || target->is_input) {
        return;
    }
    size_t done = 0;
    if (to % 4 == 0 && from % 4 == 0) { // whole words
        for (; done + 4 <= bytes; done += 4) {
            struct shadow_cell *cell = global_memory_cell(to + done);
            cell->set_bytes = source->is_input ? 15 : global_memory_cell(from + done)->set_bytes;
            cell->unused = false;
        }
    }
    for (; done < bytes; done++) {
        struct shadow_cell *cell = global_memory_cell(to + done);
        uint8_t bit = (uint8_t)(1u << (to + done) % 4);
        cell->set_bytes =
            (uint8_t)(byte_set(source, from + done) ? cell->set_bytes | bit : cell->set_bytes & ~bit);
        cell->unused = false;
    }
    global_memory_mark_read(source, from, bytes);
}

void global_memory_unlock(void) {
    if (unlocked++ == 0) {
        mprotect((void *)global_memory.base, round_up(next - global_memory.base, 4096),
                 PROT_READ | PROT_WRITE);
    }
}

void global_memory_lock(void) {
    if (--unlocked == 0) {
        mprotect((void *)global_memory.base, round_up(next - global_memory.base, 4096), PROT_NONE);
        for (size_t i = 0; i < allocation_count && managed_count > 0; i++) {
            const struct allocation *one = &global_memory.allocations[i];
            if (one->managed && !one->freed) {
                protect_managed(one, PROT_READ | PROT_WRITE);
            }
        }
    }
}

bool global_memory_unlocked(void) {
    return unlocked > 0;
}

bool global_memory_open_pages(uintptr_t address, size_t bytes) {
    const uintptr_t first = address / 4096 * 4096, end = round_up(address + bytes, 4096);
    return !global_memory_contains(first) || !global_memory_contains(end - 1) ||
           (take_memory(end - global_memory.base) &&
            mprotect((void *)first, end - first, PROT_READ | PROT_WRITE) == 0);
}

size_t global_memory_count(void) {
    return allocation_count;
}

struct allocation *global_memory_at(size_t index) {
    return &global_memory.allocations[index];
}
