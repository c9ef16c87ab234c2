// The simulated device's global memory, which cudaMalloc allocates.
//
//     | a | gap | b        | gap | ...      one range of addresses, filled upwards within a case
//
// An address is used again only where very many arrays were freed since, or no other is left, so a freed pointer stays
// known.
//
// Each 4-byte word has a shadow cell at a fixed place (shadow.h), except in a case's const input, which no
// kernel may write: there, one byte per word says whether it has been read, and whether more than once. A
// table with an entry for every GLOBAL_GRANULE bytes finds an address in O(1). Addresses are taken by the MiB as the
// range fills (addresses.h). Only used bytes take memory, which is returned at the case's end, or before by
// global_memory_discard().
//
// While host code runs, the whole range is closed (PROT_NONE), as a device's memory is, except for managed
// memory.
#ifndef SIM_GLOBAL_MEMORY_H
#define SIM_GLOBAL_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/base/limits.h"
#include "sim/memory/shadow.h"

enum allocation_owner {
    OWNED_BY_STUDENT,
    OWNED_BY_HARNESS // never a leak
};

struct allocation {
    char name[48]; // "d_sums"
    uintptr_t base;
    size_t space;   // bytes of addresses that it may take, without the gap
    size_t bytes;   // as requested
    size_t element; // bytes of an element, for messages; 4 if unknown
    enum allocation_owner owner;
    bool is_input; // const: has `seen` instead of cells
    bool managed;  // by cudaMallocManaged: host code may access it
    bool freed;
    bool discarded;           // after that: nothing is known of its words any more
    struct allocation *later; // the next one of a list of freed ones
    const char *free_call;    // that freed it: "cudaFree"
    uint64_t pc, free_pc;     // relative; 0 for the harness
    uint8_t *seen;            // input: one byte a word, 1 once read, 2 when read again by a kernel
    struct shadow shadow;     // from its first word on
    struct {
        const char *call; // of host code, the last one that set or copied bytes of it; NULL: none
        uint32_t pc;
        int value; // for each byte; 0 for a copy
        size_t bytes;
    } set;
};

extern struct global_memory {
    uintptr_t base;
    struct shadow shadow;
    uint32_t *owners; // by granule: index of the allocation + 1; 0 for a gap
    struct allocation *allocations;
    bool blank;        // in a sampled case: fresh memory is 0, and counts as set
    uint32_t empty_pc; // of the case's last allocation of 0 bytes, which is a null pointer; 0: none
} global_memory;

// Finds the range. 0, or -1.
int global_memory_open(void);

// Discards all allocations and returns their memory to the system.
void global_memory_reset(void);

// After global_memory_reset: begins a case, whose fresh memory is blank or poisoned.
void global_memory_begin_case(bool blank);

// A new, poisoned allocation of `bytes` (0 bytes take a granule, too). NULL if memory is short.
struct allocation *global_memory_allocate(const char *name, size_t bytes, size_t element,
                                          enum allocation_owner owner, bool is_input, uint64_t pc);

// The same for managed memory.
struct allocation *global_memory_allocate_managed(const char *name, size_t bytes, size_t element,
                                                  uint64_t pc);

// Is the address in managed memory that is not freed?
bool global_memory_is_managed(uintptr_t address);

// The word's bytes are not marked as set: has host code that is not instrumented, as of the C library, written
// to managed memory there, or is fresh memory blank? Then they are now.
bool global_memory_is_set(uintptr_t address);

// Marks the allocation as freed by this call, "cudaFree"; it stays in the list.
void global_memory_free(struct allocation *allocation, const char *call, uint64_t pc);

// Returns the memory of an allocation that was freed to the system, and its shadow's. Nothing is known of its words
// then, and another allocation may take its place later.
void global_memory_discard(struct allocation *freed);

// Is the address in the range?
static inline bool global_memory_contains(uintptr_t address) {
    return address - global_memory.base < GLOBAL_BYTES;
}

// The allocation, freed or not, that `address` is in or just past, or NULL. *inside: whether all `bytes` from
// there are inside it and it is not freed.
static inline struct allocation *global_memory_find(uintptr_t address, size_t bytes, bool *inside) {
    *inside = false;
    if (!global_memory_contains(address)) {
        return NULL;
    }
    uint32_t owner = global_memory.owners[(address - global_memory.base) / GLOBAL_GRANULE];
    if (owner == 0) {
        return NULL;
    }
    struct allocation *found = &global_memory.allocations[owner - 1];
    *inside = !found->freed && address - found->base + bytes <= found->bytes;
    return found;
}

// Shadow cell of the word at `address`.
static inline struct shadow_cell *global_memory_cell(uintptr_t address) {
    return &global_memory.shadow.cells[(address - global_memory.base) / 4];
}

// The nearest allocation, for the message about an access outside all allocations; NULL if there is none.
struct allocation *global_memory_nearest(uintptr_t address);

// Marks bytes as set, after a copy from the host or a memset, or copies which are set from one place to another.
void global_memory_mark_set(const struct allocation *allocation, uintptr_t address, size_t bytes);

// A call of host code sets bytes of the allocation: see its `set`.
void global_memory_note_set(const struct allocation *allocation, const char *call, uint32_t pc, int value,
                            size_t bytes);
void global_memory_copy_set(uintptr_t to, uintptr_t from, size_t bytes);

// Marks bytes as read, after a copy to the host.
void global_memory_mark_read(const struct allocation *allocation, uintptr_t address, size_t bytes);

// A kernel reads a word of an input; `seen` is the word's byte. If blocks run side by side, others may read
// it at the same time.
static inline void global_memory_input_read(uint8_t *seen, bool side_by_side) {
    if (!side_by_side) {
        *seen = *seen == 0 ? 1 : 2;
    } else if (__atomic_load_n(seen, __ATOMIC_RELAXED) < 2 &&
               __atomic_exchange_n(seen, 1, __ATOMIC_RELAXED) != 0) {
        __atomic_store_n(seen, 2, __ATOMIC_RELAXED); // not the first read; a store of 2 comes last
    }
}

// Open the range for the simulator's host side or a launch, and close it again. Calls may be nested.
void global_memory_unlock(void);
void global_memory_lock(void);
bool global_memory_unlocked(void);

// The same for these bytes of an allocation, or of no global memory. A program may make many copies of few bytes, and
// the time for the whole range grows with the memory in use.
void global_memory_unlock_bytes(uintptr_t address, size_t bytes);
void global_memory_lock_bytes(uintptr_t address, size_t bytes);

// While the range is open: also opens what no allocation has used yet of these bytes, which may be outside it. false:
// there are no addresses for them.
bool global_memory_open_pages(uintptr_t address, size_t bytes);

// All allocations of the case, oldest first.
size_t global_memory_count(void);
struct allocation *global_memory_at(size_t index);

#endif
