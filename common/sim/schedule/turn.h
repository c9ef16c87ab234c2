// Switches from one lane of a warp to the next, inline: the simulated GPU spends more time here than anywhere
// else. For lane.c, block.c and hooks/barrier.c.
#ifndef SIM_TURN_H
#define SIM_TURN_H

#include "sim/schedule/workers.h"

// The position of a set bit: the lowest in the fixed order, any in a random one.
static inline unsigned turn_pick(struct worker *worker, uint32_t bits) {
    if (worker->random != 0) {
        worker->random ^= worker->random << 13; // Marsaglia's xorshift64
        worker->random ^= worker->random >> 7;
        worker->random ^= worker->random << 17;
        unsigned skip = (unsigned)(worker->random % (unsigned)__builtin_popcount(bits));
        for (; skip > 0; skip--) {
            bits &= bits - 1;
        }
    }
    return (unsigned)__builtin_ctz(bits);
}

// The cache lines of its stack that a waiting fiber touches first when it continues. The first one is below
// the point where it waits, for the next call.
enum { PREFETCH_LINES = 3, LINE_BYTES = 64 };

// Makes a ready lane of the warp whose first thread is `first` the running thread.
static inline struct fiber *turn_begin(struct worker *worker, struct warp *warp, unsigned first,
                                       unsigned lane) {
    unsigned thread = first + lane;
    uint32_t ready = warp->ready & ~(1u << lane);
    struct fiber *fibers = &worker->pool.fibers[first];
    warp->ready = ready;
    worker->current = thread;
    spin_begin_turn(&worker->spin);
    worker->who.thread = (uint16_t)thread;
    if (warp->knows) {
        worker->who.known = warp->known[lane];
    }
    sim_index.thread = worker->thread_index[thread];
    instruction_begin_lane(&worker->instructions);
    if (ready != 0) { // the next lane's stack is loaded while this one runs
        const char *next = fibers[__builtin_ctz(ready)].context;
        for (int line = 0; line < PREFETCH_LINES; line++) {
            __builtin_prefetch(next + (line - 1) * LINE_BYTES);
        }
    }
    return &fibers[lane];
}

// The turn after that of the running thread, in a warp that has a ready lane. is_fixed: the schedule is known
// to be the fixed one.
static inline struct fiber *turn_next(struct worker *worker, struct warp *warp, bool is_fixed) {
    unsigned lane = is_fixed ? (unsigned)__builtin_ctz(warp->ready) : turn_pick(worker, warp->ready);
    return turn_begin(worker, warp, worker->current & ~(WARP_LANES - 1u), lane);
}

// The running thread has come to a block barrier.
static inline void turn_arrive(struct worker *worker, uint32_t pc) {
    struct lane *lane = &worker->lanes[worker->current];
    struct arrivals *arrivals = &worker->arrivals;
    lane->state = LANE_BARRIER;
    lane->pc = pc;
    if (pc != arrivals->pc) {
        arrivals->differ |= arrivals->at_barrier + arrivals->arrived != 0;
        arrivals->pc = pc;
    }
    arrivals->arrived++;
}

#ifdef SIM_LEAVE
// Ends the running thread's turn from SIM_LEAVE: `context` is where it continues later. Returns where the
// processor continues now.
static inline void *turn_leave(struct worker *worker, void *context, bool is_fixed) {
    worker->pool.fibers[worker->current].context = context;
    struct warp *warp = current_warp(worker);
    if (warp->ready == 0) {
        return worker->scheduler.context;
    }
    return turn_next(worker, warp, is_fixed)->context;
}
#endif

#endif
