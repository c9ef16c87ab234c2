#define _GNU_SOURCE
#include "sim/memory/global_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "sim/base/limits.h"
#include "runner/device.h"

enum { ALLOCATIONS_MAX = 65536 };

struct heap heap;

static uintptr_t next; // where the next allocation goes
static size_t allocation_count;
static int unlocked; // how many have opened the door

static void *reserve(size_t bytes, int protection) {
    void *memory = mmap(NULL, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

static uintptr_t round_up(uintptr_t value, uintptr_t unit) {
    return (value + unit - 1) / unit * unit;
}

int heap_open(void) {
    void *memory = reserve(HEAP_BYTES, PROT_NONE);
    heap.owners = reserve(HEAP_BYTES / HEAP_GRANULE * sizeof(*heap.owners), PROT_READ | PROT_WRITE);
    heap.allocations = reserve(ALLOCATIONS_MAX * sizeof(*heap.allocations), PROT_READ | PROT_WRITE);
    if (memory == NULL || heap.owners == NULL || heap.allocations == NULL ||
        shadow_reserve(&heap.shadow, HEAP_BYTES) != 0) {
        return -1;
    }
    heap.base = (uintptr_t)memory;
    next = heap.base + HEAP_GAP;
    return 0;
}

void heap_reset(void) {
    size_t used = round_up(next - heap.base, 4096);
    madvise((void *)heap.base, used, MADV_DONTNEED);
    shadow_forget(&heap.shadow, used);
    memset(heap.owners, 0, used / HEAP_GRANULE * sizeof(*heap.owners));
    for (size_t i = 0; i < allocation_count; i++) {
        free(heap.allocations[i].seen);
    }
    memset(heap.allocations, 0, allocation_count * sizeof(*heap.allocations));
    allocation_count = 0;
    next = heap.base + HEAP_GAP;
}

// What the last word has beyond the allocation lies in its granule.
static void poison(uint32_t *memory, size_t words) {
    for (size_t i = 0; i < words; i++) {
        memory[i] = DEVICE_POISON;
    }
}

struct allocation *heap_allocate(const char *name, size_t bytes, size_t element, enum allocation_owner owner,
                                 bool is_input, uint64_t pc) {
    uintptr_t space = round_up(bytes == 0 ? 1 : bytes, HEAP_GRANULE);
    if (bytes > HEAP_BYTES || space + HEAP_GAP > heap.base + HEAP_BYTES - next ||
        allocation_count == ALLOCATIONS_MAX) {
        return NULL;
    }
    uint8_t *seen = is_input ? calloc(bytes / 4 + 1, 1) : NULL;
    if (is_input && seen == NULL) {
        return NULL;
    }
    struct allocation *made = &heap.allocations[allocation_count++];
    *made = (struct allocation){.base = next,
                                .bytes = bytes,
                                .element = element == 0 ? 4 : element,
                                .owner = owner,
                                .is_input = is_input,
                                .pc = pc,
                                .seen = seen,
                                .shadow = shadow_from(&heap.shadow, next - heap.base)};
    snprintf(made->name, sizeof(made->name), "%s", name);
    for (uintptr_t at = next; at < next + space; at += HEAP_GRANULE) {
        heap.owners[(at - heap.base) / HEAP_GRANULE] = (uint32_t)allocation_count;
    }
    next += space + HEAP_GAP;
    if (unlocked > 0) { // the door's opening has to cover the new pages too
        mprotect((void *)heap.base, round_up(next - heap.base, 4096), PROT_READ | PROT_WRITE);
    }
    heap_unlock();
    poison((uint32_t *)made->base, (bytes + 3) / 4);
    heap_lock();
    return made;
}

void heap_free(struct allocation *allocation, uint64_t pc) {
    allocation->freed = true;
    allocation->free_pc = pc;
}

struct allocation *heap_nearest(uintptr_t address) {
    struct allocation *nearest = NULL;
    uintptr_t least = UINTPTR_MAX;
    for (size_t i = 0; i < allocation_count; i++) {
        struct allocation *one = &heap.allocations[i];
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

void heap_mark_set(const struct allocation *allocation, uintptr_t address, size_t bytes) {
    if (allocation->is_input) {
        return;
    }
    while (bytes > 0) {
        size_t here = bytes;
        uint8_t mask = byte_mask(address, &here);
        struct shadow_cell *cell = heap_cell(address);
        cell->set_bytes |= mask;
        cell->unused = false;
        address += here;
        bytes -= here;
    }
}

void heap_mark_read(const struct allocation *allocation, uintptr_t address, size_t bytes) {
    for (uintptr_t word = address & ~(uintptr_t)3; word < address + bytes; word += 4) {
        if (allocation->is_input) {
            uint8_t *seen = &allocation->seen[(word - allocation->base) / 4];
            *seen = *seen == 0 ? 1 : *seen;
        } else {
            heap_cell(word)->unused = false;
        }
    }
}

// Is the byte at `address` set?
static bool byte_set(const struct allocation *allocation, uintptr_t address) {
    return allocation->is_input || (heap_cell(address)->set_bytes >> address % 4 & 1) != 0;
}

void heap_copy_set(uintptr_t to, uintptr_t from, size_t bytes) {
    bool inside;
    const struct allocation *source = heap_find(from, 1, &inside);
    const struct allocation *target = heap_find(to, 1, &inside);
    if (source == NULL || target == NULL || target->is_input) {
        return;
    }
    size_t done = 0;
    if (to % 4 == 0 && from % 4 == 0) { // whole words
        for (; done + 4 <= bytes; done += 4) {
            struct shadow_cell *cell = heap_cell(to + done);
            cell->set_bytes = source->is_input ? 15 : heap_cell(from + done)->set_bytes;
            cell->unused = false;
        }
    }
    for (; done < bytes; done++) {
        struct shadow_cell *cell = heap_cell(to + done);
        uint8_t bit = (uint8_t)(1u << (to + done) % 4);
        cell->set_bytes =
            (uint8_t)(byte_set(source, from + done) ? cell->set_bytes | bit : cell->set_bytes & ~bit);
        cell->unused = false;
    }
    heap_mark_read(source, from, bytes);
}

void heap_unlock(void) {
    if (unlocked++ == 0) {
        mprotect((void *)heap.base, round_up(next - heap.base, 4096), PROT_READ | PROT_WRITE);
    }
}

void heap_lock(void) {
    if (--unlocked == 0) {
        mprotect((void *)heap.base, round_up(next - heap.base, 4096), PROT_NONE);
    }
}

bool heap_unlocked(void) {
    return unlocked > 0;
}

size_t heap_count(void) {
    return allocation_count;
}

struct allocation *heap_at(size_t index) {
    return &heap.allocations[index];
}
