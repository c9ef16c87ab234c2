// A map from 64-bit keys to nonzero numbers: an open hash table. Each call is O(1); an entry takes 16 to 64 bytes.
#ifndef SIM_HASH_MAP_H
#define SIM_HASH_MAP_H

#include <stdbool.h>
#include <stdint.h>

struct hash_map {
    struct hash_map_entry {
        uint64_t key;
        uint32_t value; // 0: a free place
    } *entries;
    uint32_t count, capacity; // a power of 2, or 0
};

// The number of `key`, or 0. In {7: 3}, key 7 has 3 and key 8 has 0.
uint32_t hash_map_get(const struct hash_map *map, uint64_t key);

// `value` is not 0. false if memory is short: the map is unchanged.
bool hash_map_set(struct hash_map *map, uint64_t key, uint32_t value);

// Removes all entries and frees their memory.
void hash_map_clear(struct hash_map *map);

#endif
