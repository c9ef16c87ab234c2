#include "sim/report/thread_name.h"

#include <stdio.h>

// "3" in a line, "(3,1,0)" in a plane or a space.
static void name_index(index3 index, index3 extent, char *text, size_t size) {
    if (extent.y == 1 && extent.z == 1) {
        snprintf(text, size, "%u", index.x);
    } else {
        snprintf(text, size, "(%u,%u,%u)", index.x, index.y, index.z);
    }
}

char *block_name(const struct launch *launch, uint32_t block_id, char *text, size_t size) {
    char index[40];
    name_index(index_in(block_id - launch->first_block, launch->grid), launch->grid, index, sizeof(index));
    snprintf(text, size, "block %s", index);
    return text;
}

char *thread_name(const struct launch *launch, uint32_t block_id, unsigned thread, char *text, size_t size) {
    char thread_text[40], block_text[48];
    name_index(index_in(thread, launch->block), launch->block, thread_text, sizeof(thread_text));
    snprintf(text, size, "thread %s of %s", thread_text,
             block_name(launch, block_id, block_text, sizeof(block_text)));
    return text;
}
