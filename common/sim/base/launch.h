// One launch of a kernel, shared by all workers.
#ifndef SIM_LAUNCH_H
#define SIM_LAUNCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// As in cuda/sim/threads.h, which is C++.
typedef struct {
    unsigned x, y, z;
} index3;

// A thread of a block: its threadIdx, and its number.
struct thread_index {
    index3 at;
    unsigned number;
};

struct launch {
    const char *kernel;
    uint32_t pc;        // of the launch in the student's code
    uint32_t number;    // 1-based, within the case
    uint32_t operation; // of its stream (race/stream_order.h), if words are followed; otherwise 0
    index3 grid, block;
    size_t dynamic_bytes, dynamic_max; // of shared memory: requested, and allowed
    void (*call)(void *arguments);     // runs one thread
    void *arguments;
    uint64_t block_count;
    uint64_t place_count;     // blocks that run: all, or those of a sample
    uint32_t first_block;     // id of the grid's block 0; block ids are unique in the process
    unsigned workers;         // that take part, from the first one on
    bool side_by_side;        // more than one
    bool chance;              // and in an order that is different each time
    atomic_ullong next_block; // the first place in the order of blocks that no worker has taken
    atomic_int error;         // cudaError_t of a thread that had to be stopped; ends the launch
    atomic_uint progress;     // changes that a spinning thread may wait for (schedule/spin.h)
};

#endif
