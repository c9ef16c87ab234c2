// malloc, calloc, realloc and free for the student's host code (cuda/sim/host_memory.h).
#include "sim/hooks/host_memory.h"

#include <stdlib.h>

#include "runner/plural.h"
#include "sim/base/executable.h"
#include "sim/report/host.h"
#include "sim/schedule/workers.h"

struct block {
    struct block *next;
    void *memory;
    size_t bytes;
    uint32_t pc;
};
static struct block *blocks; // that the case has allocated and not freed

// Bytes behind each block that belong to no array, and those before it that belong to malloc. An access there is
// outside.
enum { BEHIND = 256, BEFORE = 16 };

// Blocks that each access of host code is compared with, the newest first: a program may have any number.
enum { COMPARED_MAX = 64 };

void host_memory_begin_case(void) {
    while (blocks != NULL) {
        struct block *next = blocks->next;
        free(blocks); // not its memory: a static variable may still point to it
        blocks = next;
    }
}

void host_memory_report_leaks(void) {
    for (const struct block *one = blocks; one != NULL; one = one->next) {
        report_host(DIAGNOSTIC_LEAK, "", one->pc, 0, "",
                    "%zu byte%s of host memory %s allocated here and never freed", one->bytes,
                    plural(one->bytes), one->bytes == 1 ? "is" : "are");
    }
}

static bool in_kernel(void) {
    return running_worker != NULL;
}

// Adds a block to the list, unless a kernel has called malloc or memory is short.
static void *keep(void *memory, size_t bytes, const void *return_address) {
    struct block *block = memory == NULL || in_kernel() ? NULL : malloc(sizeof(*block));
    if (block != NULL) {
        *block = (struct block){blocks, memory, bytes, relative_pc(return_address)};
        blocks = block;
    }
    return memory;
}

// Removes the block at `memory` from the list and returns it, or NULL.
static struct block *take(const void *memory) {
    for (struct block **link = &blocks; *link != NULL && !in_kernel(); link = &(*link)->next) {
        if ((*link)->memory == memory) {
            struct block *found = *link;
            *link = found->next;
            return found;
        }
    }
    return NULL;
}

void host_memory_check(uintptr_t address, unsigned bytes, bool writes, const void *return_address) {
    int compared = 0;
    for (const struct block *one = blocks; one != NULL && compared < COMPARED_MAX;
         one = one->next, compared++) {
        uintptr_t base = (uintptr_t)one->memory, end = base + one->bytes;
        if (address + bytes <= base - BEFORE || address >= end + BEHIND ||
            (address >= base && address + bytes <= end)) {
            continue;
        }
        long long first = (long long)(address - base);
        report_array_bytes(
            report_host(DIAGNOSTIC_OUT_OF_BOUNDS, "", relative_pc(return_address), one->pc, "allocated here",
                        "host code %s bytes %lld to %lld of an array of %zu byte%s in host memory",
                        writes ? "writes" : "reads", first, first + bytes - 1, one->bytes,
                        plural(one->bytes)),
            one->bytes);
        return;
    }
}

size_t host_memory_room(const void *address, uint32_t *pc) {
    for (const struct block *one = blocks; one != NULL; one = one->next) {
        size_t offset = (uintptr_t)address - (uintptr_t)one->memory;
        if (offset < one->bytes || (offset == 0 && one->bytes == 0)) {
            *pc = one->pc;
            return one->bytes - offset;
        }
    }
    return SIZE_MAX;
}

// Room for the block and what is behind it. 0: too much.
static size_t with_behind(size_t bytes) {
    return bytes > SIZE_MAX - BEHIND ? SIZE_MAX : bytes + BEHIND;
}

void *sim_host_malloc(size_t bytes) {
    return keep(malloc(with_behind(bytes)), bytes, __builtin_return_address(0));
}

void *sim_host_calloc(size_t count, size_t bytes) {
    size_t all;
    if (__builtin_mul_overflow(count, bytes, &all)) {
        return NULL;
    }
    return keep(calloc(1, with_behind(all)), all, __builtin_return_address(0));
}

void *sim_host_realloc(void *memory, size_t bytes) {
    struct block *old = take(memory);
    void *moved = realloc(memory, bytes == 0 ? 0 : with_behind(bytes));
    if (moved == NULL && bytes != 0 && old != NULL) { // it failed: the old block is still allocated
        old->next = blocks;
        blocks = old;
        return NULL;
    }
    free(old);
    return keep(moved, bytes, __builtin_return_address(0));
}

void sim_host_free(void *memory) {
    free(take(memory));
    free(memory);
}
