#include "sim/report/who.h"

#include <stdio.h>

enum { INDEX_BYTES = 40 };

// "3" in a line, "(3,1,0)" in a plane or a space.
static const char *name_index(index3 index, index3 extent, char text[INDEX_BYTES]) {
    if (extent.y == 1 && extent.z == 1) {
        snprintf(text, INDEX_BYTES, "%u", index.x);
    } else {
        snprintf(text, INDEX_BYTES, "(%u,%u,%u)", index.x, index.y, index.z);
    }
    return text;
}

static const char *name_block(const struct launch *launch, uint32_t block_id, char text[INDEX_BYTES]) {
    return name_index(index_in(block_id - launch->first_block, launch->grid), launch->grid, text);
}

struct said who_block(const struct launch *launch, uint32_t block_id) {
    char block[INDEX_BYTES];
    struct said who;
    say(&who, WORDS(TOPIC(BLOCK), NAME(name_block(launch, block_id, block))));
    return who;
}

struct said who_thread(const struct launch *launch, uint32_t block_id, unsigned thread) {
    char index[INDEX_BYTES], block[INDEX_BYTES];
    struct said who;
    say(&who, WORDS(TOPIC(THREAD), NAME(name_index(index_in(thread, launch->block), launch->block, index)),
                    NAME(name_block(launch, block_id, block))));
    return who;
}
