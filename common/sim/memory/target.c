#include "sim/memory/target.h"

#include "sim/memory/variables.h"

struct target target_in_shared(const struct shared_memory *shared, uintptr_t address) {
    const struct shared_array *nearest = NULL;
    size_t least = SIZE_MAX;
    for (unsigned i = 0; i < shared->array_count; i++) {
        const struct shared_array *one = &shared->arrays[i];
        uintptr_t end = one->base + one->bytes;
        size_t distance = address < one->base ? one->base - address : address >= end ? address - end + 1 : 0;
        if (distance < least) {
            least = distance;
            nearest = one;
        }
    }
    return nearest == NULL ? (struct target){.shared = true}
                           : (struct target){.name = nearest->name,
                                             .base = nearest->base,
                                             .bytes = nearest->bytes,
                                             .element = nearest->element,
                                             .row = nearest->row,
                                             .shared = true,
                                             .dynamic = nearest->is_dynamic,
                                             .alignment = nearest->alignment};
}

struct target target_at(const struct shared_memory *shared, uintptr_t address) {
    if (shared_memory_contains(shared, address)) {
        return target_in_shared(shared, address);
    }
    bool inside;
    const struct allocation *found = global_memory_find(address, 1, &inside);
    const struct variable *variable = variables_near(address) ? variables_find(address, 1, &inside) : NULL;
    const struct allocation *near = variable != NULL ? &variable->allocation
                                    : found != NULL  ? found
                                                     : global_memory_nearest(address);
    return near == NULL ? (struct target){0}
                        : (struct target){.name = near->name,
                                          .base = near->base,
                                          .bytes = near->bytes,
                                          .element = near->element,
                                          .row = 1,
                                          .allocation = near};
}

void target_fill(struct shared_memory *shared, uintptr_t address, size_t bytes, uint32_t value) {
    if (!global_memory_open_pages(address, bytes)) {
        return;
    }
    for (size_t i = 0; i < bytes; i++) {
        const uintptr_t at = address + i;
        bool inside = true;
        if (shared_memory_contains(shared, at)) {
            shared_memory_find(shared, at, 1, &inside);
        } else if (global_memory_contains(at)) {
            global_memory_find(at, 1, &inside);
        }
        if (!inside) {
            *(uint8_t *)at = (uint8_t)(i % 8 < 4 ? value >> i % 4 * 8 : 0);
        }
    }
}
