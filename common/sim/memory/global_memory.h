// The simulated device's memory: what cudaMalloc gives out.
//
//     | a | gap | b        | gap | ...      one reserved range of addresses, filled upwards within a case;
//                                           an address is never given out twice, so a freed pointer stays
//                                           known
//
// Each 4-byte word has a shadow cell at a fixed place (shadow.h), except in a case's const input, which
// nobody may write: there one byte a word says whether it has been read, and whether more than once. Looking
// up an address is O(1): a table has an entry for every HEAP_GRANULE bytes. Memory goes with the bytes that
// are used, and comes back at the case's end.
//
// While host code runs the whole range is closed (PROT_NONE), as a device's memory is.
#ifndef SIM_HEAP_H
#define SIM_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/base/limits.h"
#include "sim/memory/shadow.h"

enum allocation_owner {
    OWNED_BY_STUDENT,
    OWNED_BY_HARNESS, // no leak, no count
};

struct allocation {
    char name[48]; // "d_sums"
    uintptr_t base;
    size_t bytes;   // as asked for
    size_t element; // bytes of an element, for messages; 4 where nobody said
    enum allocation_owner owner;
    bool is_input; // const: has `seen` instead of cells
    bool freed;
    uint64_t pc, free_pc; // relative; 0 for the harness
    uint8_t *seen;        // input: one byte a word, 1 once read, 2 when read again by a kernel
    struct shadow shadow; // from its first word on
};

extern struct heap {
    uintptr_t base;
    struct shadow shadow;
    uint32_t *owners; // one a granule: index of the allocation + 1, 0 for a gap
    struct allocation *allocations;
} heap;

// Reserves the address space. 0, or -1.
int heap_open(void);

// Forgets all allocations and gives their memory back to the system.
void heap_reset(void);

// A new allocation of `bytes` (0 gets a granule too), poisoned; NULL when memory is short.
struct allocation *heap_allocate(const char *name, size_t bytes, size_t element, enum allocation_owner owner,
                                 bool is_input, uint64_t pc);

// Closed allocations stay in the list with `freed`.
void heap_free(struct allocation *allocation, uint64_t pc);

// In the reserved range at all?
static inline bool heap_contains(uintptr_t address) {
    return address - heap.base < HEAP_BYTES;
}

// The allocation (freed or not) that `address` is in or just past, NULL where there is none. *inside: whether
// all `bytes` from there are inside it and it is live.
static inline struct allocation *heap_find(uintptr_t address, size_t bytes, bool *inside) {
    *inside = false;
    if (!heap_contains(address)) {
        return NULL;
    }
    uint32_t owner = heap.owners[(address - heap.base) / HEAP_GRANULE];
    if (owner == 0) {
        return NULL;
    }
    struct allocation *found = &heap.allocations[owner - 1];
    *inside = !found->freed && address - found->base + bytes <= found->bytes;
    return found;
}

// Shadow cell of the word at `address`.
static inline struct shadow_cell *heap_cell(uintptr_t address) {
    return &heap.shadow.cells[(address - heap.base) / 4];
}

// The nearest allocation, for the message of an access that missed them all; NULL where there is none.
struct allocation *heap_nearest(uintptr_t address);

// Marks bytes as set (by a copy from the host or a memset), or copies what is known from one place to
// another.
void heap_mark_set(const struct allocation *allocation, uintptr_t address, size_t bytes);
void heap_copy_set(uintptr_t to, uintptr_t from, size_t bytes);

// Marks bytes as read (by a copy to the host).
void heap_mark_read(const struct allocation *allocation, uintptr_t address, size_t bytes);

// A kernel reads a word of an input: `seen` is its place there. Where blocks run side by side others may read
// it now.
static inline void heap_input_read(uint8_t *seen, bool side_by_side) {
    if (!side_by_side) {
        *seen = *seen == 0 ? 1 : 2;
    } else if (__atomic_load_n(seen, __ATOMIC_RELAXED) < 2 &&
               __atomic_exchange_n(seen, 1, __ATOMIC_RELAXED) != 0) {
        __atomic_store_n(seen, 2, __ATOMIC_RELAXED); // whoever was not the first says so last
    }
}

// Lets the host side of the simulator (or a launch) in, and closes the door again. They nest.
void heap_unlock(void);
void heap_lock(void);
bool heap_unlocked(void);

// All allocations of the case, oldest first.
size_t heap_count(void);
struct allocation *heap_at(size_t index);

#endif
