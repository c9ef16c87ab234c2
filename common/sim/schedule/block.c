#include "sim/schedule/block.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/report/barrier.h"
#include "sim/warp/sync.h"
#include "sim/schedule/grid.h"
#include "sim/schedule/together.h"
#include "sim/hooks/tsan.h"
#include "sim/race/happens_before.h"
#include "sim/schedule/spin.h"
#include "sim/report/lost_values.h"

static index3 unlinear(uint64_t linear, index3 extent) {
    return (index3){(unsigned)(linear % extent.x), (unsigned)(linear / extent.x % extent.y),
                    (unsigned)(linear / extent.x / extent.y)};
}

static bool is_line(index3 extent) {
    return extent.y == 1 && extent.z == 1;
}

char *block_name_thread(const struct launch *launch, uint32_t serial, unsigned thread, char *text,
                        size_t size) {
    char thread_name[40], block_name[40];
    index3 t = unlinear(thread, launch->block), b = unlinear(serial - launch->first_serial, launch->grid);
    if (is_line(launch->block)) {
        snprintf(thread_name, sizeof(thread_name), "%u", t.x);
    } else {
        snprintf(thread_name, sizeof(thread_name), "(%u,%u,%u)", t.x, t.y, t.z);
    }
    if (is_line(launch->grid)) {
        snprintf(block_name, sizeof(block_name), "%u", b.x);
    } else {
        snprintf(block_name, sizeof(block_name), "(%u,%u,%u)", b.x, b.y, b.z);
    }
    snprintf(text, size, "thread %s of block %s", thread_name, block_name);
    return text;
}

// The position of a set bit: the lowest in the fixed order, any in a random one.
static unsigned pick(struct worker *worker, uint32_t bits) {
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

// What a waiting fiber touches first when it goes on: lines of its stack, the first one below where it waits,
// for the next call.
enum { PREFETCH_LINES = 3, LINE_BYTES = 64 };

// Makes a ready lane of the warp whose first thread is `first` the running thread.
static inline struct fiber *run_lane(struct worker *worker, struct warp *warp, unsigned first,
                                     unsigned lane) {
    unsigned thread = first + lane;
    uint32_t ready = warp->ready & ~(1u << lane);
    struct fiber *fibers = &worker->pool.fibers[first];
    warp->ready = ready;
    worker->current = thread;
    worker->polls = 0;
    worker->who.thread = (uint16_t)thread;
    if (warp->knows) {
        worker->who.known = warp->known[lane];
    }
    sim_index.thread = worker->thread_index[thread];
    group_begin_lane(&worker->group);
    if (ready != 0) { // the next lane's stack is on its way while this one runs
        const char *next = fibers[__builtin_ctz(ready)].context;
        for (int line = 0; line < PREFETCH_LINES; line++) {
            __builtin_prefetch(next + (line - 1) * LINE_BYTES);
        }
    }
    return &fibers[lane];
}

// The warp's next lane, of which there is one, after the running one. is_fixed: the schedule is known to be.
static inline struct fiber *take_lane(struct worker *worker, struct warp *warp, bool is_fixed) {
    unsigned lane = is_fixed ? (unsigned)__builtin_ctz(warp->ready) : pick(worker, warp->ready);
    return run_lane(worker, warp, worker->current & ~(WARP_LANES - 1u), lane);
}

static void leave(struct worker *worker) {
    struct fiber *self = &worker->pool.fibers[worker->current];
    struct warp *warp = current_warp(worker);
    fiber_switch(self, warp->ready != 0 ? take_lane(worker, warp, false) : &worker->scheduler);
}

static inline void arrive_at_barrier(struct worker *worker, uint32_t pc) {
    struct lane *lane = &worker->lanes[worker->current];
    lane->state = LANE_BARRIER;
    lane->pc = pc;
    if (pc != worker->barrier_pc) {
        worker->barriers_differ |= worker->at_barrier + worker->arrived != 0;
        worker->barrier_pc = pc;
    }
    worker->arrived++;
}

void block_wait(struct worker *worker, enum lane_state state, uint32_t pc) {
    if (state == LANE_BARRIER) {
        arrive_at_barrier(worker, pc);
        leave(worker);
        return;
    }
    struct lane *lane = &worker->lanes[worker->current];
    lane->state = (uint8_t)state;
    lane->pc = pc;
    uint32_t bit = 1u << worker->current % WARP_LANES;
    switch (state) {
    case LANE_WARP:
        current_warp(worker)->meeting |= bit;
        break;
    case LANE_CUT:
        current_warp(worker)->cut |= bit;
        break;
    case LANE_POLL:
        current_warp(worker)->polling |= bit;
        break;
    default:
        break;
    }
    worker->waits += state != LANE_CUT && state != LANE_POLL;
    leave(worker);
}

void block_abandon(struct worker *worker, int error) {
    int none = 0;
    atomic_compare_exchange_strong(&worker->launch->error, &none, error);
    worker->abandoned = true;
    fiber_switch(&worker->pool.fibers[worker->current], &worker->scheduler);
    abort(); // the scheduler does not come back to a thread that was stopped
}

static void end_thread(struct worker *worker) {
    current_warp(worker)->live &= ~(1u << worker->current % WARP_LANES);
    worker->lanes[worker->current].state = LANE_DONE;
    worker->done++;
    worker->waits++;
    worker->steps++;
}

#ifdef SIM_LEAVE
static inline void *leave_from(struct worker *worker, void *context, bool is_fixed) {
    worker->pool.fibers[worker->current].context = context;
    struct warp *warp = current_warp(worker);
    if (warp->ready == 0) {
        return worker->scheduler.context;
    }
    return take_lane(worker, warp, is_fixed)->context;
}

// Outside of a kernel, or with a schedule that is not the fixed one.
__attribute__((noinline)) static void *leave_for_barrier_slowly(void *context) {
    const void *caller = *(void **)context;
    struct worker *worker = hooks_kernel_worker("__syncthreads()", caller);
    arrive_at_barrier(worker, relative_pc(caller));
    return leave_from(worker, context, false);
}

// What SIM_LEAVE calls: for __syncthreads(), and at the kernel's end. Nothing takes more of the simulated
// GPU's time (sim-bench under a profiler), so nothing that is rare is done here: no call means no registers
// to be saved.
void *sim_leave_for_barrier(void *context);
void *sim_leave_for_barrier(void *context) {
    struct worker *worker = sim_worker;
    if (__builtin_expect(worker == NULL || worker->random != 0, 0)) {
        return leave_for_barrier_slowly(context);
    }
    arrive_at_barrier(worker, relative_pc(*(void **)context));
    return leave_from(worker, context, true);
}

void *sim_leave_at_end(void *context);
void *sim_leave_at_end(void *context) {
    struct worker *worker = sim_worker;
    end_thread(worker);
    return leave_from(worker, context, false);
}
#endif

void block_fiber(void *argument) {
    struct worker *worker = argument;
    for (;;) {
        worker->launch->call(worker->launch->arguments);
#ifdef SIM_LEAVE
        SIM_LEAVE(sim_leave_at_end);
#else
        end_thread(worker);
        leave(worker);
#endif
    }
}

// The tick after all so far on this worker.
static uint32_t next_tick(struct worker *worker) {
    uint32_t last = 0;
    for (unsigned w = 0; w < BLOCK_WARPS_MAX; w++) {
        last = worker->warps[w].tick > last ? worker->warps[w].tick : last;
    }
    if (last > UINT32_MAX / 2) { // a block's own ticks have room: they take it hours
        shadow_forget(&worker->arena.shadow, SHARED_ARENA);
        for (unsigned w = 0; w < BLOCK_WARPS_MAX; w++) {
            worker->warps[w].tick = 0;
        }
        last = 0;
    }
    return last + 1;
}

static void begin(struct worker *worker, uint64_t block) {
    worker->serial = worker->launch->first_serial + (uint32_t)block;
    sim_index.block = unlinear(block, worker->launch->grid);
    worker->done = worker->at_barrier = worker->arrived = 0;
    worker->barriers_differ = worker->strong = false;
    uint32_t tick = next_tick(worker);
    worker->who = (struct accessor){.serial = worker->serial,
                                    .first_tick = tick,
                                    .barrier_tick = tick,
                                    .first_serial = worker->serial,
                                    .serial_count = 1};
    worker->interval = 0;
    order_begin_block(worker);
    hold_begin_block(worker);
    for (unsigned w = 0; w < worker->warp_count; w++) {
        struct warp *warp = &worker->warps[w];
        unsigned lanes = worker->thread_count - w * WARP_LANES;
        warp->live = warp->ready = lanes >= WARP_LANES ? ~0u : (1u << lanes) - 1;
        warp->tick = tick;
        warp->full_tick = 0;
        warp->meeting = warp->cut = warp->polling = 0;
        warp->knows = false;
        warp->interval = (struct warp_interval){0};
    }
}

void block_resume(struct worker *worker, struct warp *warp, uint32_t *stopped) {
    unsigned first = (unsigned)(warp - worker->warps) * WARP_LANES;
    for (uint32_t rest = *stopped; rest != 0; rest &= rest - 1) {
        worker->lanes[first + (unsigned)__builtin_ctz(rest)].state = LANE_READY;
    }
    warp->ready |= *stopped;
    *stopped = 0;
}

// Runs a warp until none of its lanes can go on without the rest of the block.
static void run_warp(struct worker *worker, struct warp *warp) {
    unsigned first = (unsigned)(warp - worker->warps) * WARP_LANES;
    while (warp->ready != 0) {
        uint32_t live = warp->live;
        worker->who.known = NULL;
        worker->who.tick = warp->tick;
        worker->who.full_tick = warp->full_tick;
        sim_worker = worker;
        fiber_switch(&worker->scheduler, run_lane(worker, warp, first, pick(worker, warp->ready)));
        sim_worker = NULL;
        worker->at_barrier += worker->arrived;
        worker->steps += worker->arrived;
        worker->waits += worker->arrived;
        worker->arrived = 0;
        if (worker->abandoned) {
            return;
        }
        count_rows(&worker->group, live, current_interval(worker), &warp->interval);
        if (warp->cut != 0) {
            block_resume(worker, warp, &warp->cut);
        }
        if (warp->meeting != 0) {
            exchange_resolve(worker, warp);
        }
    }
}

// The end of a stretch between block barriers, for the counters.
static void end_interval(struct worker *worker) {
    for (unsigned w = 0; w < worker->warp_count; w++) {
        count_warp_interval(&worker->warps[w].interval, current_interval(worker));
    }
    if (worker->interval >= worker->interval_count) {
        worker->interval_count = worker->interval + 1;
    }
}

static void release_barrier(struct worker *worker) {
    if (worker->barriers_differ || worker->done != 0) {
        divergent_report(worker);
    }
    worker->barriers_differ = false;
    end_interval(worker);
    current_interval(worker)->barriers++;
    worker->interval += worker->interval < INTERVAL_MAX - 1;
    uint32_t tick = 0;
    for (unsigned w = 0; w < worker->warp_count; w++) {
        tick = worker->warps[w].tick > tick ? worker->warps[w].tick : tick;
    }
    worker->who.barrier_tick = tick + 1;
    for (unsigned w = 0; w < worker->warp_count; w++) {
        worker->warps[w].tick = tick + 1;
        worker->warps[w].ready = worker->warps[w].live;
    }
    worker->at_barrier = 0;
}

// The block ends in the middle: what has been counted so far stays, what was not yet is forgotten.
static void give_up(struct worker *worker) {
    group_clear(&worker->group);
    end_interval(worker);
}

void block_run(struct worker *worker, uint64_t block) {
    begin(worker, block);
    atomic_store(&worker->stuck, 0);
    for (;;) {
        uint64_t steps_before = worker->steps;
        uint32_t warps = worker->warp_count == 32 ? ~0u : (1u << worker->warp_count) - 1;
        for (; warps != 0;) {
            unsigned w = pick(worker, warps);
            warps &= ~(1u << w);
            run_warp(worker, &worker->warps[w]);
            if (worker->abandoned) {
                give_up(worker);
                return;
            }
        }
        if (worker->done == worker->thread_count) {
            break;
        }
        if (poll_waits(worker)) {
            if (!poll_again(worker, steps_before)) {
                poll_report(worker);
                give_up(worker);
                return;
            }
            continue;
        }
        if (worker->done + worker->at_barrier < worker->thread_count) {
            exchange_report_deadlock(worker);
            give_up(worker);
            return;
        }
        release_barrier(worker);
    }
    poll_news(worker);
    end_interval(worker);
    unused_note(worker);
}
