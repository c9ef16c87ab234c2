#define _GNU_SOURCE
#include "sim/memory/shared_memory.h"

#include <string.h>
#include <sys/mman.h>

int arena_open(struct arena *arena) {
    memset(arena, 0, sizeof(*arena));
    void *memory = mmap(NULL, SHARED_ARENA, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || shadow_reserve(&arena->shadow, SHARED_ARENA) != 0) {
        return -1;
    }
    arena->base = (uintptr_t)memory;
    return 0;
}

void arena_close(struct arena *arena) {
    munmap((void *)arena->base, SHARED_ARENA);
    shadow_free(&arena->shadow, SHARED_ARENA);
}

void arena_begin_launch(struct arena *arena, size_t dynamic_bytes) {
    memset(arena->owners, 0, sizeof(arena->owners));
    arena->array_count = 0;
    arena->used = SHARED_GAP;
    arena->static_bytes = 0;
    arena->dynamic_bytes = dynamic_bytes;
}

static struct arena_array *add(struct arena *arena, const struct sim_shared_site *site, size_t bytes) {
    size_t space = (bytes + SHARED_GRANULE - 1) / SHARED_GRANULE * SHARED_GRANULE;
    if (arena->array_count == SHARED_ARRAYS_MAX || arena->used + space + SHARED_GAP > SHARED_ARENA) {
        return NULL;
    }
    struct arena_array *array = &arena->arrays[arena->array_count++];
    *array = (struct arena_array){.site = site,
                                  .name = site->name,
                                  .base = arena->base + arena->used,
                                  .bytes = bytes,
                                  .element = site->element,
                                  .row = site->row};
    memset(arena->owners + arena->used / SHARED_GRANULE, (int)arena->array_count, space / SHARED_GRANULE);
    if (bytes % SHARED_GRANULE != 0) {
        arena->owners[(arena->used + bytes) / SHARED_GRANULE] |= ARENA_PARTIAL;
    }
    arena->used += space + SHARED_GAP;
    return array;
}

static struct arena_array *known(struct arena *arena, const struct sim_shared_site *site) {
    for (unsigned i = 0; i < arena->array_count; i++) {
        if (arena->arrays[i].site == site) {
            return &arena->arrays[i];
        }
    }
    return NULL;
}

struct arena_array *arena_static(struct arena *arena, const struct sim_shared_site *site) {
    struct arena_array *array = known(arena, site);
    if (array == NULL && (array = add(arena, site, site->bytes)) != NULL) {
        arena->static_bytes = (arena->static_bytes + site->alignment - 1) / site->alignment * site->alignment;
        arena->static_bytes += site->bytes;
    }
    return array;
}

struct arena_array *arena_dynamic(struct arena *arena, const struct sim_shared_site *site) {
    // Every extern __shared__ name means the same memory; the first one to come names it.
    for (unsigned i = 0; i < arena->array_count; i++) {
        if (arena->arrays[i].is_dynamic) {
            return &arena->arrays[i];
        }
    }
    struct arena_array *array = add(arena, site, arena->dynamic_bytes);
    if (array != NULL) {
        array->is_dynamic = true;
    }
    return array;
}
