#include "draw.h"

#include <stdint.h>
#include <stdlib.h>

static uint64_t state;

void draw_start(const char *number) {
    state = strtoull(number, NULL, 10);
}

// splitmix64 (Steele and others, 2014).
unsigned draw(unsigned limit) {
    uint64_t mixed = state += 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
    return (unsigned)((mixed ^ mixed >> 31) % limit);
}

const char *draw_one_of(const char *const *texts) {
    unsigned count = 0;
    while (texts[count] != NULL) {
        count++;
    }
    return texts[draw(count)];
}
