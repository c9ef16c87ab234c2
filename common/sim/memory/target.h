// The array that an address is in or nearest to, in terms that shared and global memory have in common.
#ifndef SIM_TARGET_H
#define SIM_TARGET_H

#include "sim/memory/global_memory.h"
#include "sim/memory/shared_memory.h"

struct target {
    const char *name; // NULL: there is no array
    uintptr_t base;
    size_t bytes, element, row;          // row: see runner/element_name.h
    bool shared, dynamic;                // dynamic: extern __shared__
    size_t alignment;                    // in shared memory: what CUDA guarantees
    const struct allocation *allocation; // in global memory
};

// `shared`: the shared memory of the thread that uses the address.
struct target target_at(const struct shared_memory *shared, uintptr_t address);

// The nearest array in shared memory.
struct target target_in_shared(const struct shared_memory *shared, uintptr_t address);

// The distance in bytes from `address` to the array; 0 inside.
static inline size_t target_distance(const struct target *target, uintptr_t address) {
    uintptr_t end = target->base + target->bytes;
    return address < target->base ? target->base - address : address >= end ? address - end : 0;
}

// Writes `value`, and 0 after each, to those of the `bytes` at `address` that are in shared or global memory and belong
// to no array. They can be read then, unless there are no addresses left for them.
void target_fill(struct shared_memory *shared, uintptr_t address, size_t bytes, uint32_t value);

#endif
