// Blocks of host memory that the student's host code has allocated, and those that it has freed.
//
// A freed block is not returned at once: as long as it is kept, no new block has its address, and each access to it is
// an error.
#ifndef SIM_HOOKS_HOST_FREED_H
#define SIM_HOOKS_HOST_FREED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum host_allocator {
    BY_MALLOC,
    BY_NEW,
    BY_NEW_ARRAY
}; // BY_MALLOC: or a relative, whose blocks free() frees

struct host_block {
    struct host_block *next;
    void *memory;
    size_t bytes;
    uint32_t pc, free_pc; // where it was allocated, and freed; 0: in a library
    enum host_allocator by;
    bool reachable; // from a static variable, or from a block that has been reported
    struct host_block *marked;
};

// Of the freed blocks, the last ones are kept: at most so many, and so many bytes. A larger block is returned at once.
enum { FREED_BLOCKS_MAX = 1024, FREED_BYTES_MAX = 16 << 20 };

// Keeps a freed block instead of returning it, and returns older ones if there are too many. Cost: O(FREED_BLOCKS_MAX).
void host_freed_add(struct host_block *block);

// Addresses from `begin` to before `end`. All kept blocks are within the first range; none is in the second one, which
// contains an address that was searched for last.
struct host_range {
    uintptr_t begin, end;
};
extern struct host_range host_freed_within, host_freed_gap;

static inline bool host_range_has(const struct host_range *range, uintptr_t address) {
    return address - range->begin < range->end - range->begin;
}

// The kept block that the address is in; NULL: none. Cost: O(log FREED_BLOCKS_MAX), and less for most addresses.
const struct host_block *host_freed_search(uintptr_t address);
static inline const struct host_block *host_freed_find(uintptr_t address) {
    return host_range_has(&host_freed_within, address) && !host_range_has(&host_freed_gap, address)
               ? host_freed_search(address)
               : NULL;
}

// Returns all of them.
void host_freed_clear(void);

#endif
