#include "sim/hooks/host_freed.h"

#include <stdlib.h>
#include <string.h>

static struct {
    struct host_block *by_address[FREED_BLOCKS_MAX];
    size_t count, bytes;
    struct host_block *oldest, *newest; // linked by `next`
} freed;

struct host_range host_freed_within, host_freed_gap;

static uintptr_t begin_of(const struct host_block *block) {
    return (uintptr_t)block->memory;
}

// Also a block of 0 bytes has an address of its own.
static uintptr_t end_of(const struct host_block *block) {
    return begin_of(block) + (block->bytes > 0 ? block->bytes : 1);
}

// After a change of the kept blocks.
static void set_ranges(void) {
    host_freed_gap = (struct host_range){0, 0};
    host_freed_within = host_freed_gap;
    if (freed.count > 0) {
        host_freed_within.begin = begin_of(freed.by_address[0]);
        host_freed_within.end = end_of(freed.by_address[freed.count - 1]);
    }
}

// The number of kept blocks that begin at or before the address.
static size_t count_up_to(uintptr_t address) {
    size_t begin = 0, end = freed.count;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if (begin_of(freed.by_address[middle]) <= address) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

static void return_oldest(void) {
    struct host_block *block = freed.oldest;
    size_t at = count_up_to(begin_of(block)) - 1;
    freed.count--;
    memmove(freed.by_address + at, freed.by_address + at + 1,
            (freed.count - at) * sizeof(freed.by_address[0]));
    freed.bytes -= block->bytes;
    freed.oldest = block->next;
    set_ranges();
    free(block->memory);
    free(block);
}

void host_freed_add(struct host_block *block) {
    if (block->bytes > FREED_BYTES_MAX) {
        free(block->memory);
        free(block);
        return;
    }
    while (freed.count == FREED_BLOCKS_MAX || freed.bytes > FREED_BYTES_MAX - block->bytes) {
        return_oldest();
    }
    size_t at = count_up_to(begin_of(block));
    memmove(freed.by_address + at + 1, freed.by_address + at,
            (freed.count - at) * sizeof(freed.by_address[0]));
    freed.by_address[at] = block;
    *(freed.count == 0 ? &freed.oldest : &freed.newest->next) = block;
    freed.newest = block;
    block->next = NULL;
    freed.count++;
    freed.bytes += block->bytes;
    set_ranges();
}

const struct host_block *host_freed_search(uintptr_t address) {
    size_t after = count_up_to(address); // not 0, because the address is within the range
    const struct host_block *found = freed.by_address[after - 1];
    if (address < end_of(found)) {
        return found;
    }
    host_freed_gap = (struct host_range){end_of(found), begin_of(freed.by_address[after])};
    return NULL;
}

void host_freed_clear(void) {
    while (freed.count > 0) {
        return_oldest();
    }
}
