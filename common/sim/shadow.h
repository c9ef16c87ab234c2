// Race and unset-read detection: one cell for every 4-byte word of shared and global memory.
//
// A cell remembers the last write and up to two reads since. Two accesses are a race when one writes, they come
// from different threads, and nothing orders them. What orders two accesses of one launch:
//
//     same thread                      program order
//     same block, barrier between      the block's `barrier_tick` has passed the earlier one's tick
//     same warp, warp barrier between  the warp's `full_tick` has, or what the lane knows of the other lane
//     different blocks                 nothing (kernel boundaries order launches)
//
// Ticks count up within a block: at each block barrier (all warps go on from the same, higher tick) and at each
// warp barrier (that warp alone). So one comparison answers each question.
//
// Keeping two reads is enough for these orders: read_a with the mask of its warp's lanes, and read_b from any
// other warp. Whoever writes next is not in one of the two.
//
// Cost: O(1) time an access and 64 bytes a word, whatever the number of threads.
#ifndef SIM_SHADOW_H
#define SIM_SHADOW_H

#include <stdbool.h>
#include <stdint.h>

enum access_kind { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC };

// One remembered access. serial 0: none.
struct access_record {
    uint32_t serial; // the block: unique over all launches
    uint32_t tick;
    uint32_t pc;
    uint16_t thread; // linear index within the block
    uint8_t kind;    // enum access_kind
};

struct shadow_cell {
    struct access_record write, read_a, read_b;
    uint32_t reader_lanes; // lanes of read_a's warp that have read since, at read_a's tick
    uint8_t set_bytes;     // bit b: byte b has been written (in shared memory: by this block)
    bool unused;           // written by a kernel and not read since
    uint8_t lock;          // taken around each look where blocks run side by side
};

// The thread that accesses, as the race rule needs it.
struct accessor {
    uint32_t serial;       // its block
    uint32_t barrier_tick; // tick of the block's last barrier
    uint32_t full_tick;    // tick of its warp's last barrier of all lanes
    const uint32_t *known; // by lane: tick of the last partial barrier through which it is known; NULL: none
    uint32_t tick;         // now
    uint32_t pc;
    uint16_t thread;
    // Serials whose accesses count: all blocks of this launch for global memory, this block alone for shared.
    uint32_t first_serial, serial_count;
};

// The earlier access that races with this one (a copy in *earlier), or NULL. Updates the cell.
const struct access_record *shadow_read(struct shadow_cell *cell, const struct accessor *who,
                                        struct access_record *earlier);
const struct access_record *shadow_write(struct shadow_cell *cell, const struct accessor *who,
                                         enum access_kind kind, struct access_record *earlier);

#endif
