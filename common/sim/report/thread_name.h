// The name of a thread in messages.
#ifndef SIM_THREAD_NAME_H
#define SIM_THREAD_NAME_H

#include "sim/base/launch.h"

// "thread 3 of block 0", "thread (3,1,0) of block (0,2,0)"; `thread` is its linear index. Returns `text`.
char *thread_name(const struct launch *launch, uint32_t block_id, unsigned thread, char *text, size_t size);

// "block 0", "block (0,2,0)". Returns `text`.
char *block_name(const struct launch *launch, uint32_t block_id, char *text, size_t size);

// The position of the linear index in `extent`, x first.
static inline index3 index_in(uint64_t linear, index3 extent) {
    return (index3){(unsigned)(linear % extent.x), (unsigned)(linear / extent.x % extent.y),
                    (unsigned)(linear / extent.x / extent.y)};
}

#endif
