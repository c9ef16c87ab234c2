// A worker's shared memory: the arrays of the block that it runs.
//
//     | gap | s_partial | gap | s_flags | gap | dynamic part | gap | ...
//
// All blocks of a launch declare the same arrays, so the layout made by the first is kept for the launch;
// what the arrays hold belongs to one block only, told by the serials in the shadow cells.
//
// Cost: O(1) to find an address, O(arrays of the kernel) for a declaration that a thread comes to; memory for
// the words that a block uses, once a worker.
#ifndef SIM_ARENA_H
#define SIM_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/base/limits.h"
#include "sim/memory/shadow.h"

// As in cuda/sim/shared.h, which is C++.
struct sim_shared_site {
    const char *name;
    size_t bytes, alignment, element; // of the whole array, and of one element
    size_t row;
};

enum { ARENA_PARTIAL = 0x80 };

struct arena_array {
    const struct sim_shared_site *site;
    const char *name;
    uintptr_t base;
    size_t bytes, element, row; // row: as in struct sim_shared_site
    bool is_dynamic;
};

struct arena {
    uintptr_t base; // SHARED_ARENA bytes
    struct shadow shadow;
    uint8_t
        owners[SHARED_ARENA / SHARED_GRANULE]; // array number + 1, 0 for a gap; ARENA_PARTIAL: ends in there
    struct arena_array arrays[SHARED_ARRAYS_MAX];
    unsigned array_count;
    size_t used;          // bytes of the arena that arrays and gaps take
    size_t static_bytes;  // what the kernel declares, alignment included
    size_t dynamic_bytes; // what the launch asked for
};

int arena_open(struct arena *arena); // 0, or -1 when memory is short
void arena_close(struct arena *arena);

// Forgets the arrays: a new launch with that many dynamic bytes begins.
void arena_begin_launch(struct arena *arena, size_t dynamic_bytes);

// The array of this declaration, made when it is new. NULL when there is no room.
struct arena_array *arena_static(struct arena *arena, const struct sim_shared_site *site);
struct arena_array *arena_dynamic(struct arena *arena, const struct sim_shared_site *site);

// Does the whole granule of the arena's byte `offset` belong to an array?
static inline bool arena_is_array(const struct arena *arena, uintptr_t offset) {
    return (uint8_t)(arena->owners[offset / SHARED_GRANULE] - 1) < ARENA_PARTIAL - 1;
}

// The array that `address` is in or just past, NULL where there is none. *inside: whether all `bytes` are in
// it.
static inline struct arena_array *arena_find(struct arena *arena, uintptr_t address, size_t bytes,
                                             bool *inside) {
    uint8_t owner = arena->owners[(address - arena->base) / SHARED_GRANULE];
    if (owner == 0) {
        *inside = false;
        return NULL;
    }
    struct arena_array *array = &arena->arrays[(owner & ~ARENA_PARTIAL) - 1];
    *inside = address - array->base + bytes <= array->bytes;
    return array;
}

#endif
