// Switches from one lane of a warp to the next, inline: the simulated GPU spends more time here than anywhere
// else. For lane.c; others only ask whose turn it is.
#ifndef SIM_TURN_H
#define SIM_TURN_H

#include "sim/base/executable.h"
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

// The cache lines of its stack that a waiting fiber touches first when it continues.
enum { PREFETCH_LINES = 2, LINE_BYTES = 64 };

static inline void turn_prefetch(const struct fiber *fiber) {
    const char *context = fiber->context;
    for (int line = 0; line < PREFETCH_LINES; line++) {
        __builtin_prefetch(context + line * LINE_BYTES);
    }
}

// What a thread needs before it can run. It may come to its next wait without more.
static inline void turn_begin_thread(struct fiber *fiber) {
    running_turn.running = fiber;
    pattern_head.origin = fiber->origin;
    threadIdx = fiber->index;
}

// The rest, which only hooks use.
static inline void turn_complete(struct worker *worker) {
    worker->current = threadIdx.number;
    worker->own_stack = fiber_stack(&worker->pool, worker->current);
    worker->who.thread = (uint16_t)worker->current;
    spin_begin_turn(&worker->spin);
    instruction_begin_lane(&worker->instructions);
}

// The worker of this OS thread, for a hook; NULL while host code runs.
static inline struct worker *turn_worker(void) {
    struct worker *worker = running_worker;
    if (worker != NULL && worker->current != threadIdx.number) {
        turn_complete(worker); // the thread's turn began by the short way
    }
    return worker;
}

// Makes a ready lane of the warp whose first thread is `first` the running thread.
static inline struct fiber *turn_begin(struct worker *worker, struct warp *warp, unsigned first,
                                       unsigned lane) {
    uint32_t ready = warp->ready & ~(1u << lane);
    struct fiber *fibers = &worker->pool.fibers[first];
    warp->ready = ready;
    turn_begin_thread(&fibers[lane]);
    turn_complete(worker);
    if (warp->knows) {
        worker->who.known = warp->known[lane];
    }
    if (ready != 0) { // the next lane's stack is loaded while this one runs
        turn_prefetch(&fibers[__builtin_ctz(ready)]);
    }
    return &fibers[lane];
}

// The turn after that of the running thread, in a warp that has a ready lane.
static inline struct fiber *turn_next(struct worker *worker, struct warp *warp) {
    unsigned lane = turn_pick(worker, warp->ready);
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

// A lane begins to run, and those before it are recorded. If the order is fixed and all lanes after it are
// ready, the warp may take the short way.
static inline void turn_shorten(struct worker *worker, const struct warp *warp) {
    uint32_t later = ~1u << worker->current % WARP_LANES;
    if (warp->ready == later && later != 0 && worker->random == 0 && !warp->knows) {
        running_turn.first = worker->current;
        running_turn.last = &worker->pool.fibers[worker->current | (WARP_LANES - 1)];
        running_turn.caller = worker->arrivals.pc + (uint32_t)executable_address + 1; // relative_pc()
    }
}

// The running thread, or what comes after it, does not take the short way: records those that have.
static inline void turn_settle(struct worker *worker) {
    if (running_turn.last == NULL) {
        return;
    }
    for (unsigned thread = running_turn.first; thread < worker->current; thread++) {
        worker->lanes[thread].state = LANE_BARRIER;
        worker->lanes[thread].pc = worker->arrivals.pc;
    }
    worker->arrivals.arrived += worker->current - running_turn.first;
    current_warp(worker)->ready = ~1u << worker->current % WARP_LANES;
    running_turn.last = NULL;
}

#ifdef SIM_LEAVE
// The last lane of a warp comes to the barrier by the short way, as all lanes before it: there is no need to record
// each. false: there is no short way, and nothing has been changed.
static inline bool turn_arrive_together(struct worker *worker, uint32_t pc) {
    struct turn *turn = &running_turn;
    if (turn->running != turn->last || turn->first % WARP_LANES != 0 || pc != worker->arrivals.pc) {
        return false;
    }
    worker->arrivals.arrived += WARP_LANES;
    current_warp(worker)->ready = 0;
    current_warp(worker)->barrier_pc = pc;
    turn->last = NULL;
    return true;
}
#endif

#endif
