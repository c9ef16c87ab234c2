// One launch of a kernel, shared by all workers.
#ifndef SIM_LAUNCH_H
#define SIM_LAUNCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/base/error.h"

// As in cuda/sim/threads.h, which is C++.
typedef struct {
    unsigned x, y, z;
} index3;

// A thread of a block: its threadIdx, and its number.
struct thread_index {
    index3 at;
    unsigned number;
};

// The host's copies of arguments that are structs. Each thread reads them before it runs the kernel.
enum { LAUNCH_STRUCTS_MAX = 128 }; // all arguments have at most 4 KiB, and smaller structs are in registers
struct launch_structs {
    unsigned count;
    struct {
        uintptr_t begin, end;
    } list[LAUNCH_STRUCTS_MAX];
};

struct launch {
    const char *kernel;
    uint32_t kernel_pc; // where its code begins; 0: unknown
    uint32_t pc;        // of the launch in the student's code
    uint32_t number;    // 1-based, within the case
    uint32_t operation; // of its stream (race/stream_order.h), if words are followed; otherwise 0
    index3 grid, block;
    size_t dynamic_bytes, dynamic_max; // of shared memory: requested, and allowed
    void (*call)(void *arguments);     // runs one thread
    void *arguments;
    struct launch_structs structs;
    uint64_t block_count;
    uint64_t place_count;     // blocks that run: all, or those of a sample
    uint32_t first_block;     // id of the grid's block 0; block ids are unique in the process
    uint32_t first_id;        // the same when it began: a barrier of the whole grid gives new ones
    uint32_t next_block_id;   // the first id that no block has had
    bool cooperative;         // its blocks wait for each other: each has a worker of its own
    unsigned workers;         // that take part, from the first one on
    bool side_by_side;        // more than one
    bool chance;              // and in an order that is different each time
    atomic_ullong next_block; // the first place in the order of blocks that no worker has taken
    atomic_ullong begun;      // blocks that have begun
    atomic_int error;         // enum launch_error of a thread that had to be stopped; ends the launch
    atomic_uint progress;     // changes that a spinning thread may wait for (schedule/spin.h)
};

// Is the address in one of the arguments that are structs?
static inline bool launch_has_struct(const struct launch *launch, uintptr_t address) {
    for (unsigned i = 0; i < launch->structs.count; i++) {
        if (address >= launch->structs.list[i].begin && address < launch->structs.list[i].end) {
            return true;
        }
    }
    return false;
}

#endif
