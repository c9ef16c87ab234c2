#include "sim/memory/shared_memory.h"

#include <string.h>

#include "sim/memory/addresses.h"

int shared_memory_open(struct shared_memory *shared) {
    memset(shared, 0, sizeof(*shared));
    void *memory = addresses_anywhere(SHARED_SPACE);
    if (memory == NULL || shadow_reserve(&shared->shadow, SHARED_SPACE) != 0) {
        return -1;
    }
    shared->base = (uintptr_t)memory;
    shared->quick_base = shared->base;
    return 0;
}

void shared_memory_rename_block(struct shared_memory *shared, uint32_t from, uint32_t to) {
    for (unsigned i = 0; i < shared->array_count; i++) {
        const struct shared_array *array = &shared->arrays[i];
        struct shadow_cell *cells = &shared->shadow.cells[(array->base - shared->base) / 4];
        for (size_t word = 0; word < (array->bytes + 3) / 4; word++) {
            cells[word].block_id = cells[word].block_id == from ? to : cells[word].block_id;
        }
    }
}

void shared_memory_begin_launch(struct shared_memory *shared, size_t dynamic_bytes) {
    memset(shared->owners, 0, sizeof(shared->owners));
    shared->array_count = 0;
    shared->used = SHARED_GAP;
    shared->static_bytes = 0;
    shared->dynamic_bytes = dynamic_bytes;
}

static size_t multiple_of(size_t value, size_t unit) {
    return (value + unit - 1) / unit * unit;
}

// `offset`: where the array begins on a GPU, without gaps. Its words are in the same banks here.
static struct shared_array *add(struct shared_memory *shared, const struct sim_shared_site *site,
                                size_t offset, size_t bytes, size_t alignment) {
    const size_t first = offset % SHARED_GRANULE / 4 * 4, end = first + bytes,
                 space = multiple_of(end, SHARED_GRANULE);
    if (shared->array_count == SHARED_ARRAYS_MAX || shared->used + space + SHARED_GAP > SHARED_SPACE) {
        return NULL;
    }
    struct shared_array *array = &shared->arrays[shared->array_count++];
    *array = (struct shared_array){.site = site,
                                   .name = site->name,
                                   .base = shared->base + shared->used + first,
                                   .bytes = bytes,
                                   .element = site->element,
                                   .row = site->row,
                                   .alignment = alignment};
    const unsigned owner = shared->array_count | (alignment < 4 ? SHARED_PARTIAL : 0);
    uint8_t *owners = &shared->owners[shared->used / SHARED_GRANULE];
    memset(owners, (int)owner, space / SHARED_GRANULE);
    if (first != 0) {
        owners[0] |= SHARED_PARTIAL;
    }
    if (end % SHARED_GRANULE != 0) {
        owners[end / SHARED_GRANULE] |= SHARED_PARTIAL;
    }
    shared->used += space + SHARED_GAP;
    return array;
}

struct shared_array *shared_memory_static(struct shared_memory *shared, const struct sim_shared_site *site) {
    struct shared_array *array = shared_memory_known(shared, site);
    const size_t offset = multiple_of(shared->static_bytes, site->alignment);
    if (array == NULL && (array = add(shared, site, offset, site->bytes, site->alignment)) != NULL) {
        shared->static_bytes = offset + site->bytes;
    }
    return array;
}

struct shared_array *shared_memory_dynamic(struct shared_memory *shared, const struct sim_shared_site *site) {
    // All extern __shared__ arrays are the same memory; the first one to be used names it.
    for (unsigned i = 0; i < shared->array_count; i++) {
        if (shared->arrays[i].is_dynamic) {
            return &shared->arrays[i];
        }
    }
    // Structs of doubles may lie at any multiple of 8 in an array of them.
    const size_t alignment = site->alignment == 8 ? 8 : SHARED_DYNAMIC_ALIGNMENT;
    struct shared_array *array =
        add(shared, site, multiple_of(shared->static_bytes, SHARED_DYNAMIC_ALIGNMENT), shared->dynamic_bytes,
            alignment);
    if (array != NULL) {
        array->is_dynamic = true;
    }
    return array;
}
