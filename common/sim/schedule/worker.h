// A worker: one OS thread that runs blocks, one after the other, each thread of the block as a fiber.
#ifndef SIM_WORKER_H
#define SIM_WORKER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "sim/memory/shared_memory.h"
#include "sim/warp/counting.h"
#include "sim/schedule/fiber.h"
#include "sim/warp/instruction.h"
#include "sim/base/limits.h"
#include "sim/report/report.h"
#include "runner/counters.h"
#include "sim/memory/shadow.h"

// As in cuda/sim/threads.h, which is C++.
typedef struct {
    unsigned x, y, z;
} index3;
struct sim_indices {
    index3 thread, block;
};
struct sim_dimensions {
    index3 block, grid;
};
extern __thread struct sim_indices sim_index;
extern struct sim_dimensions sim_dimension;

enum lane_state {
    LANE_READY,   // can run, or runs
    LANE_BARRIER, // waits at a block barrier
    LANE_WARP,    // waits for lanes of its warp: a warp barrier, shuffle or vote
    LANE_CUT,     // stopped in the middle of a long stretch
    LANE_POLL,    // stopped because it reads the same again and again
    LANE_DONE     // has left the kernel
};

// One simulated thread.
struct lane {
    uint8_t state;                   // enum lane_state
    uint32_t pc;                     // of what it waits at
    uint32_t mask;                   // of lanes it waits for
    const struct exchange *exchange; // what it gives in a shuffle or vote (sync.h); NULL: a warp barrier
};

struct warp {
    uint32_t live;                 // lanes that have not left the kernel
    uint32_t ready;                // lanes that can run
    uint32_t meeting;              // lanes that wait for others of the warp (LANE_WARP)
    uint32_t cut;                  // lanes that are only stopped in the middle (LANE_CUT)
    uint32_t polling;              // LANE_POLL
    uint32_t tick, full_tick;      // see shadow.h
    uint32_t (*known)[WARP_LANES]; // [lane][other lane], made at the first partial warp barrier
    bool knows;                    // in this block
    struct warp_interval interval;
};

// One launch, shared by all workers.
struct launch {
    const char *kernel;
    uint32_t pc;     // of the launch in the student's code
    uint32_t number; // 1-based, within the case
    index3 grid, block;
    size_t dynamic_bytes, dynamic_max; // of shared memory: asked for, and allowed
    void (*call)(void *arguments);     // runs one thread
    void *arguments;
    uint64_t block_count;
    uint32_t first_serial;
    bool side_by_side;        // more than one worker takes part
    atomic_ullong next_block; // the next place in the order that nobody has taken
    atomic_int error;         // cudaError_t of a thread that had to be stopped; ends the launch
    atomic_uint news; // counts what threads that poll may see: strong writes, atomics that change something,
                      // and blocks that end
};

struct worker {
    struct launch *launch;
    bool busy;        // takes part in a launch
    unsigned number;  // 0: the main thread
    unsigned current; // thread of the block that runs
    uint32_t serial;  // of the block
    struct accessor
        who; // the running thread as the race rule needs it, but for pc; kept up to date by block.c
    unsigned thread_count, warp_count;
    unsigned done, at_barrier; // threads
    unsigned
        arrived;    // threads at the block barrier that at_barrier does not count yet: of the warp that runs
    bool abandoned; // a thread had to be stopped: the block is not finished
    uint64_t waits; // times that a thread has come to a wait or to its end, all so far: for the watch
    uint64_t accesses;    // all so far: likewise
    uint32_t last_pc;     // of the last access
    size_t copied;        // bytes of the struct whose copy the next access is part of; 0: none's
    uint32_t barrier_pc;  // of the last block barrier that a thread has come to
    bool barriers_differ; // the threads that wait at a block barrier do so at different ones
    uint64_t random;      // state of the random schedule; 0: fixed order

    struct fence *fences; // of each thread of the block, and what the block has read (happens_before.c)
    struct knowledge *knowledge;
    bool fenced;            // has any thread of the block executed a fence?
    uintptr_t looked_at;    // word of the last strong read; 0: none, or asked about already
    uint32_t looked_tick;   // when
    uint16_t looked_thread; // and by whom
    unsigned polls;         // strong reads of the running thread since its turn began
    unsigned looks;         // strong reads of the block since it last made a step
    uint64_t looks_step;    // which was this one
    uint64_t steps;         // writes, arrivals at a block barrier and ends of threads, all so far: what is no
                            // step can be done again and again while nothing changes
    _Atomic unsigned stuck; // turns of the block with nothing but polling
    _Atomic unsigned stuck_news; // since this was the launch's news

    bool strong; // has the block made a volatile or an atomic access to global memory?
    bool took_ticket,
        told; // has the block done an atomic, and anything that tells others of it? (together.c)
    bool knows_ticket, waited_early;
    uint64_t ticket; // what that atomic found

    struct fiber scheduler;
    struct fiber_pool pool;
    struct lane lanes[BLOCK_THREADS_MAX];
    struct warp warps[BLOCK_WARPS_MAX];
    index3 thread_index[BLOCK_THREADS_MAX]; // of each linear thread

    struct arena arena;
    struct group group;
    struct counters intervals[INTERVAL_MAX];
    unsigned interval, interval_count;
    struct report report;

    pthread_t thread;
    _Atomic uintptr_t seen_pc; // what the watch's signal found (watchdog.c)
};

// The worker of this OS thread while the student's kernel code runs on it (or a hook of it); NULL while other
// code does.
extern __thread struct worker *sim_worker;
// The same whatever runs; NULL on threads that are no workers.
extern __thread struct worker *sim_own_worker;

extern uintptr_t sim_load_address; // of the executable; found by host_open

// A return address as an address relative to the executable's load address, less one: inside the call
// instruction, not behind it.
static inline uint32_t relative_pc(const void *return_address) {
    return (uint32_t)((uintptr_t)return_address - sim_load_address - 1);
}

static inline struct warp *current_warp(struct worker *worker) {
    return &worker->warps[worker->current / WARP_LANES];
}

static inline struct counters *current_interval(struct worker *worker) {
    return &worker->intervals[worker->interval];
}

#endif
