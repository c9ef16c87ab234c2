// A worker's shared memory: the arrays of the block that it runs.
//
//     | gap | s_partial | gap | s_flags | gap | dynamic part | gap | ...
//
// A real GPU has no gaps: nvcc places a kernel's arrays one after the other, as they are declared, and the dynamic part
// behind them (seen on an H100 with CUDA 13.0). Here, each array begins in the bank in which it would begin there if
// the arrays were declared in the order in which threads come to them.
//
// All blocks of a launch declare the same arrays, so the layout that the first block makes is kept for the
// launch. The values belong to one block: the block ids in the shadow cells distinguish the blocks.
//
// Cost: O(1) to find an address, O(arrays of the kernel) for each declaration that a thread executes; memory
// for the words that a block uses, once per worker.
#ifndef SIM_SHARED_MEMORY_H
#define SIM_SHARED_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/base/limits.h"
#include "sim/memory/shadow.h"

// As in cuda/sim/shared.h, which is C++.
struct sim_shared_site {
    const char *name;
    size_t bytes, alignment, element; // of the whole array, as declared, and of one element
    size_t row;
};

enum {
    SHARED_PARTIAL = 0x80,
    SHARED_DYNAMIC_ALIGNMENT = 16 // CUDA: of extern __shared__ memory, at least
};

struct shared_array {
    const struct sim_shared_site *site;
    const char *name;
    uintptr_t base;
    size_t bytes, element, row; // row: as in struct sim_shared_site
    size_t alignment;           // what CUDA guarantees
    bool is_dynamic;
};

struct shared_memory {
    uintptr_t base;       // SHARED_SPACE bytes
    uintptr_t quick_base; // where access_check_word expects it; elsewhere while accesses are recorded
    struct shadow shadow;
    // By granule: array number + 1; 0 for a gap; with SHARED_PARTIAL if the array begins or ends inside the granule, or
    // need not begin at a whole word.
    uint8_t owners[SHARED_SPACE / SHARED_GRANULE];
    struct shared_array arrays[SHARED_ARRAYS_MAX];
    unsigned array_count;
    size_t used;          // bytes that arrays and gaps take
    size_t static_bytes;  // what the kernel declares, alignment included
    size_t dynamic_bytes; // as requested at the launch
};

int shared_memory_open(struct shared_memory *shared); // 0, or -1 if memory is short

// Closes the inline path of accesses (access/access.h), or opens it again.
static inline void shared_memory_record(struct shared_memory *shared, bool recorded) {
    shared->quick_base = recorded ? UINTPTR_MAX - SHARED_SPACE : shared->base; // no address is that high
}

// Discards the arrays, because a launch with this many dynamic bytes begins.
void shared_memory_begin_launch(struct shared_memory *shared, size_t dynamic_bytes);

// The block with the id `from` has the id `to` from now on: its values stay set.
void shared_memory_rename_block(struct shared_memory *shared, uint32_t from, uint32_t to);

// The array of this declaration. NULL: it is new, or another name of the dynamic part.
static inline struct shared_array *shared_memory_known(struct shared_memory *shared,
                                                       const struct sim_shared_site *site) {
    for (unsigned i = 0; i < shared->array_count; i++) {
        if (shared->arrays[i].site == site) {
            return &shared->arrays[i];
        }
    }
    return NULL;
}

// The same, which is made if it is new. NULL if there is no room.
struct shared_array *shared_memory_static(struct shared_memory *shared, const struct sim_shared_site *site);
struct shared_array *shared_memory_dynamic(struct shared_memory *shared, const struct sim_shared_site *site);

static inline bool shared_memory_contains(const struct shared_memory *shared, uintptr_t address) {
    return address - shared->base < SHARED_SPACE;
}

// Does the whole granule of the byte `offset` belong to an array, of whole words?
static inline bool shared_memory_is_array(const struct shared_memory *shared, uintptr_t offset) {
    return (uint8_t)(shared->owners[offset / SHARED_GRANULE] - 1) < SHARED_PARTIAL - 1;
}

// The array that `address` is in or just past, or NULL. *inside: whether all `bytes` are in it.
static inline struct shared_array *shared_memory_find(struct shared_memory *shared, uintptr_t address,
                                                      size_t bytes, bool *inside) {
    uint8_t owner = shared->owners[(address - shared->base) / SHARED_GRANULE];
    struct shared_array *array = owner != 0 ? &shared->arrays[(owner & ~SHARED_PARTIAL) - 1] : NULL;
    if (array == NULL || address < array->base) {
        *inside = false;
        return NULL;
    }
    *inside = address - array->base + bytes <= array->bytes;
    return array;
}

#endif
