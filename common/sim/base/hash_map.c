#include "sim/base/hash_map.h"

#include <stdlib.h>

enum { CAPACITY_MIN = 8 };

static struct hash_map_entry *place(const struct hash_map *map, uint64_t key) {
    uint32_t at =
        (uint32_t)(key * 0x9e3779b97f4a7c15ull >> 32) & (map->capacity - 1); // Knuth, multiplicative
    while (map->entries[at].value != 0 && map->entries[at].key != key) {
        at = (at + 1) & (map->capacity - 1);
    }
    return &map->entries[at];
}

uint32_t hash_map_get(const struct hash_map *map, uint64_t key) {
    return map->capacity == 0 ? 0 : place(map, key)->value;
}

static bool grow(struct hash_map *map) {
    struct hash_map larger = {.count = map->count,
                              .capacity = map->capacity == 0 ? CAPACITY_MIN : map->capacity * 2};
    larger.entries = calloc(larger.capacity, sizeof(*larger.entries));
    if (larger.entries == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < map->capacity; i++) {
        if (map->entries[i].value != 0) {
            *place(&larger, map->entries[i].key) = map->entries[i];
        }
    }
    free(map->entries);
    *map = larger;
    return true;
}

bool hash_map_set(struct hash_map *map, uint64_t key, uint32_t value) {
    if (map->count * 2 >= map->capacity && !grow(map)) {
        return false;
    }
    struct hash_map_entry *entry = place(map, key);
    map->count += entry->value == 0;
    *entry = (struct hash_map_entry){key, value};
    return true;
}

void hash_map_clear(struct hash_map *map) {
    free(map->entries);
    *map = (struct hash_map){0};
}
