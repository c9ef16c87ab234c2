#include "sim/base/hash_map.h"

#include <stdlib.h>

enum { CAPACITY_MIN = 8 };

static struct map_entry *place(const struct map *map, uint64_t key) {
    uint32_t at =
        (uint32_t)(key * 0x9e3779b97f4a7c15ull >> 32) & (map->capacity - 1); // Knuth, multiplicative
    while (map->entries[at].value != 0 && map->entries[at].key != key) {
        at = (at + 1) & (map->capacity - 1);
    }
    return &map->entries[at];
}

uint32_t map_get(const struct map *map, uint64_t key) {
    return map->capacity == 0 ? 0 : place(map, key)->value;
}

static _Bool grow(struct map *map) {
    struct map larger = {.count = map->count,
                         .capacity = map->capacity == 0 ? CAPACITY_MIN : map->capacity * 2};
    larger.entries = calloc(larger.capacity, sizeof(*larger.entries));
    if (larger.entries == NULL) {
        return 0;
    }
    for (uint32_t i = 0; i < map->capacity; i++) {
        if (map->entries[i].value != 0) {
            *place(&larger, map->entries[i].key) = map->entries[i];
        }
    }
    free(map->entries);
    *map = larger;
    return 1;
}

_Bool map_set(struct map *map, uint64_t key, uint32_t value) {
    if (map->count * 2 >= map->capacity && !grow(map)) {
        return 0;
    }
    struct map_entry *entry = place(map, key);
    map->count += entry->value == 0;
    *entry = (struct map_entry){key, value};
    return 1;
}

void map_clear(struct map *map) {
    free(map->entries);
    *map = (struct map){0};
}
