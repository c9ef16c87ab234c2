// Who does something, for messages.
#ifndef SIM_REPORT_WHO_H
#define SIM_REPORT_WHO_H

#include "sim/base/launch.h"
#include "words/said.h"

// "thread 3 of block 0", "thread (3,1,0) of block (0,2,0)"; `thread` is its linear index.
struct said who_thread(const struct launch *launch, uint32_t block_id, unsigned thread);

// "block 0", "block (0,2,0)".
struct said who_block(const struct launch *launch, uint32_t block_id);

// The position of the linear index in `extent`, x first.
static inline index3 index_in(uint64_t linear, index3 extent) {
    return (index3){(unsigned)(linear % extent.x), (unsigned)(linear / extent.x % extent.y),
                    (unsigned)(linear / extent.x / extent.y)};
}

#endif
