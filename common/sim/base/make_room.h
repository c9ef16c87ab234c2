// Arrays that grow.
#ifndef SIM_MAKE_ROOM_H
#define SIM_MAKE_ROOM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

// Grows an array of `count` elements of `size` bytes to hold one more; a new one has room for `least`. `array` points
// to the pointer. false if memory is short: the array is unchanged.
static inline bool make_room(void *array, uint32_t count, uint32_t *capacity, uint32_t least, size_t size) {
    if (count < *capacity) {
        return true;
    }
    uint32_t wanted = *capacity == 0 ? least : *capacity * 2;
    void *larger = realloc(*(void **)array, wanted * size);
    if (larger == NULL) {
        return false;
    }
    *(void **)array = larger;
    *capacity = wanted;
    return true;
}

#endif
