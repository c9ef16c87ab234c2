// A map from 64-bit keys to numbers other than 0: an open hash table. O(1) time each; 16 to 64 bytes an
// entry.
#ifndef SIM_MAP_H
#define SIM_MAP_H

#include <stdint.h>

struct map {
    struct map_entry {
        uint64_t key;
        uint32_t value; // 0: a free place
    } *entries;
    uint32_t count, capacity; // a power of 2, or 0
};

// The number of `key`, 0 where there is none. {7: 3} has 3 at 7 and 0 at 8.
uint32_t map_get(const struct map *map, uint64_t key);

// false when memory is short: then nothing has changed. `value` is not 0.
_Bool map_set(struct map *map, uint64_t key, uint32_t value);

// Forgets all; the memory is given back.
void map_clear(struct map *map);

#endif
