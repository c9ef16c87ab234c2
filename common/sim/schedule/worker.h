// A worker: one OS thread that runs blocks, one after the other, with each thread of the block as a fiber.
//
// Each part belongs to the file whose header declares it; other files only read it.
#ifndef SIM_WORKER_H
#define SIM_WORKER_H

#include "sim/memory/shared_memory.h"
#include "sim/race/happens_before.h"
#include "sim/race/same_value.h"
#include "sim/race/stale.h"
#include "sim/report/report.h"
#include "sim/schedule/astray.h"
#include "sim/schedule/async_copies.h"
#include "sim/schedule/fiber.h"
#include "sim/schedule/lane.h"
#include "sim/schedule/poll.h"
#include "sim/schedule/progress.h"
#include "sim/schedule/signals.h"
#include "sim/schedule/spin.h"
#include "sim/schedule/together.h"
#include "sim/pattern/pattern.h"
#include "sim/warp/warp.h"

struct worker {
    unsigned number; // 0: the main thread
    bool busy;       // takes part in a launch (grid.c)

    // What runs now: set by grid.c for a launch, block.c for a block, lane.c for a thread,
    // hooks/tsan.c for an access.
    struct launch *launch;
    uint32_t block_id; // unique in the process; a barrier of the whole grid gives the block another one
    uint32_t begun_as; // its first one
    unsigned thread_count, warp_count; // of the block
    unsigned current;                  // the thread that runs, as of its last call of turn_worker()
    uintptr_t own_stack;               // the lowest address of its stack
    struct accessor who;               // the same thread as the race rule needs it, except for pc
    struct {
        struct shadow_cell *cells;
        unsigned count;
    } updating;      // the cells of the atomic update or store in progress, which are locked
    size_t copied;   // bytes of the struct whose copy the next access is part of; 0: none's
    bool abandoned;  // a thread had to be stopped: the block is not finished
    uint64_t random; // state of the random schedule; 0: fixed order
    bool interrupts; // schedules `random` and `together`: lanes take turns at each atomic of shared memory
    long long clock; // of the block (hooks/clock.c)
    const struct turn *turn; // running_turn of its OS thread

    // The small parts, which every access and every switch of lanes uses, share cache lines.
    struct arrivals arrivals;
    struct progress progress;
    struct astray astray;
    struct spin spin;
    struct pattern pattern;
    struct fiber scheduler;
    struct fiber_pool pool;
    struct instructions instructions;
    struct gate gate;
    struct happens_before order;
    struct same_values same_values;
    struct stale stale;
    // The last access of global memory, if it reads: its first word's address + the number of further words.
    uintptr_t reading;
    struct whereabouts whereabouts;

    struct shared_memory shared;
    struct lane lanes[BLOCK_THREADS_MAX];
    struct warp warps[BLOCK_WARPS_MAX];
    struct intervals intervals;
    uint64_t path, longest_path; // of the running block, and of the launch's slowest one
    // Steps of few threads one after the other, while the rest of the block waits: at the end of what the running block
    // has done, and the most of the launch.
    uint64_t alone, longest_alone;
    struct poll poll;
    struct async_copies copies;
    struct report report;
};

// The running block does something that no pattern contains.
static inline void worker_break_pattern(struct worker *worker) {
    if (worker->pattern.mode != PATTERN_OFF) {
        pattern_break(&worker->pattern);
    }
}

static inline struct warp *current_warp(struct worker *worker) {
    return &worker->warps[worker->current / WARP_LANES];
}

#endif
