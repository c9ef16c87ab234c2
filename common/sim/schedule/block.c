#include "sim/schedule/block.h"

#include <sched.h>

#include "sim/race/lost_values.h"
#include "sim/race/unset_values.h"
#include "sim/report/barrier.h"
#include "sim/report/thread.h"
#include "sim/report/who.h"
#include "sim/schedule/calls.h"
#include "sim/schedule/turn.h"
#include "sim/trace/trace.h"
#include "sim/warp/sync.h"

enum { PATTERN_BLOCKS_MIN = 8 }; // per worker: with fewer, recording the first takes longer than it saves

// The first epoch after all epochs so far on this worker.
static uint32_t next_epoch(struct worker *worker) {
    uint32_t last = 0;
    for (unsigned w = 0; w < BLOCK_WARPS_MAX; w++) {
        last = worker->warps[w].epoch > last ? worker->warps[w].epoch : last;
    }
    if (last > UINT32_MAX / 2) { // the rest is enough for any block, which would need hours to use it up
        shadow_forget(&worker->shared.shadow, SHARED_SPACE);
        for (unsigned w = 0; w < BLOCK_WARPS_MAX; w++) {
            worker->warps[w].epoch = 0;
        }
        last = 0;
    }
    return last + 1;
}

static void begin(struct worker *worker, uint64_t block) {
    worker->block_id = worker->begun_as = worker->launch->first_block + (uint32_t)block;
    blockIdx = index_in(block, worker->launch->grid);
    worker->arrivals = (struct arrivals){.pc = worker->arrivals.pc};
    uint32_t epoch = next_epoch(worker);
    worker->who = (struct accessor){.block_id = worker->block_id,
                                    .first_epoch = epoch,
                                    .barrier_epoch = epoch,
                                    .first_block = worker->block_id,
                                    .block_count = 1};
    worker->intervals.current = 0;
    worker->path = worker->alone = 0;
    worker->clock = 0;
    report_begin_block(&worker->report, worker->launch, worker->block_id);
    happens_before_begin_block(&worker->order, worker->thread_count);
    stale_begin_block(&worker->stale);
    together_begin_block(&worker->gate);
    spin_begin_block(&worker->spin);
    poll_begin_block(worker);
    pattern_begin_block(&worker->pattern,
                        worker->random == 0 && !trace_on() &&
                            worker->launch->place_count >= worker_count() * PATTERN_BLOCKS_MIN);
    for (unsigned w = 0; w < worker->warp_count; w++) {
        struct warp *warp = &worker->warps[w];
        unsigned lanes = worker->thread_count - w * WARP_LANES;
        warp->lanes = warp->live = warp->ready = lanes >= WARP_LANES ? ~0u : (1u << lanes) - 1;
        warp->epoch = warp->path_epoch = epoch;
        warp->full_epoch = warp->exchange_epoch = 0;
        warp->barrier_pc = 0;
        warp->meeting = warp->cut = warp->polling = 0;
        warp->knows = warp->diverged = false;
        warp->mixed.pc = 0;
        warp->interval = (struct warp_interval){0};
    }
}

// Do these lanes exchange in one instruction? All that have met do (sync_resolve), and those that shuffle at one call.
static bool exchange_together(const struct lane *lane, const struct lane *other) {
    if ((lane->exchange == NULL) != (other->exchange == NULL) ||
        (lane->exchange != NULL && lane->exchange->kind != other->exchange->kind)) {
        return false;
    }
    return lane->mask == other->mask ||
           (lane->exchange != NULL && lane->exchange->kind <= SHUFFLE_XOR && lane->pc == other->pc);
}

// Records the exchanges of the lanes `met`.
static void record_exchanges(struct worker *worker, unsigned first, uint32_t met) {
    static __thread uint16_t group;
    const struct lane *lanes = &worker->lanes[first];
    for (uint32_t rest = met; rest != 0; rest &= rest - 1) {
        unsigned leader = (unsigned)__builtin_ctz(rest);
        group++;
        for (uint32_t others = rest; others != 0; others &= others - 1) {
            unsigned lane = (unsigned)__builtin_ctz(others);
            if (!exchange_together(&lanes[lane], &lanes[leader])) {
                continue;
            }
            const struct exchange *exchange = lanes[lane].exchange;
            bool shuffles = exchange != NULL && exchange->kind <= SHUFFLE_XOR;
            trace_exchange(worker->number, group, first + lane, lanes[lane].pc,
                           exchange == NULL ? RECORD_WARP_BARRIER
                           : shuffles       ? RECORD_SHUFFLE
                                            : RECORD_VOTE,
                           shuffles ? shuffle_source(lane, exchange) : lane,
                           exchange == NULL ? 0 : exchange->given, exchange == NULL ? 0 : *exchange->taken);
            rest &= ~(1u << lane) | 1u << leader;
        }
    }
}

// Records where each thread of the block is that cannot continue.
static void record_waits(struct worker *worker) {
    static const enum record_wait where[] = {
        [LANE_READY] = RECORD_RUNS, [LANE_BARRIER] = RECORD_AT_BARRIER, [LANE_WARP] = RECORD_AT_EXCHANGE,
        [LANE_CUT] = RECORD_RUNS,   [LANE_POLL] = RECORD_POLLS,         [LANE_DONE] = RECORD_LEFT};
    for (unsigned t = 0; t < worker->thread_count; t++) {
        trace_wait(worker->number, t, where[worker->lanes[t].state], worker->lanes[t].pc);
    }
}

// Records what the rows of the stretch cost.
static void record_costs(struct worker *worker) {
    const struct instructions *instructions = &worker->instructions;
    for (uint32_t i = 1; i <= instructions->row_count; i++) {
        const struct row *row = &instructions->rows[i];
        const uint32_t lanes[] = {row->lanes & ~row->others, row->others};
        for (unsigned k = 0; k < 2; k++) {
            enum access_space space = k == 0 ? row->space : SPACE_COUNT - 1 - row->space;
            if (lanes[k] != 0) {
                struct counted_row counted = count_measure(row, space, lanes[k], NULL);
                trace_cost(worker->number, i, space == SPACE_SHARED, counted.passes, counted.conflicts);
            }
        }
    }
}

// Runs a warp until none of its lanes can continue without the rest of the block.
static void run_warp(struct worker *worker, struct warp *warp) {
    unsigned first = (unsigned)(warp - worker->warps) * WARP_LANES;
    struct arrivals *arrivals = &worker->arrivals;
    while (warp->ready != 0) {
        uint32_t live = warp->live;
        worker->who.known = NULL;
        worker->who.epoch = warp->epoch;
        worker->who.full_epoch = warp->full_epoch;
        running_worker = worker;
        lane_run(worker, warp);
        running_worker = NULL;
        poll_settle(worker);
        if (worker->astray.left != 0) {
            astray_end(worker);
        }
        running_turn.last = NULL;
        stale_end(&worker->stale);
        if (worker->same_values.count != 0) {
            same_value_settle(&worker->same_values, 0);
        }
        arrivals->at_barrier += arrivals->arrived;
        worker->progress.steps += arrivals->arrived;
        worker->progress.waits += arrivals->arrived;
        arrivals->arrived = 0;
        if (trace_on()) {
            record_costs(worker);
            trace_stretch(worker->number, first, live, warp->live, &worker->shared);
        }
        if (worker->abandoned) {
            return;
        }
        struct counters *interval = intervals_current(&worker->intervals);
        worker->progress.steps += pattern_end_stretch(&worker->pattern, live, interval, &warp->interval);
        bool together = count_rows(&worker->instructions, live, interval, &warp->interval);
        warp->diverged |= !together || warp->live != live;
        if (warp->cut != 0) {
            lane_resume(worker, warp, &warp->cut);
        }
        if (warp->meeting != 0) {
            uint32_t meeting = warp->meeting;
            sync_resolve(warp, &worker->lanes[first], first, interval, &worker->report);
            if (trace_on()) {
                record_exchanges(worker, first, meeting & ~warp->meeting);
            }
        }
    }
}

static void note_alone(struct worker *worker, uint64_t steps) {
    worker->longest_alone = steps > worker->longest_alone ? steps : worker->longest_alone;
}

// The end of an interval between block barriers, for the counters.
static void end_interval(struct worker *worker) {
    struct intervals *intervals = &worker->intervals;
    struct block_interval block = {0};
    for (unsigned w = 0; w < worker->warp_count; w++) {
        struct warp_interval *warp = &worker->warps[w].interval;
        for (unsigned lane = 0; warp->combines > 0 && lane < WARP_LANES; lane++) {
            worker->lanes[w * WARP_LANES + lane].combines = 0;
        }
        count_warp_interval(warp, intervals_current(intervals), &block);
    }
    intervals_current(intervals)->critical_path += block.path + 1;
    worker->path += block.path + 1;
    if (block.lanes >= FEW_LANES) {
        note_alone(worker, block.few);
        worker->alone = 0;
    } else if (block.lanes > 0) {
        note_alone(worker, worker->alone += block.path);
    }
    if (intervals->current >= intervals->count) {
        intervals->count = intervals->current + 1;
    }
}

// All running threads of the block are at a barrier, but not all at the same one, or some have left the
// kernel. Cost: O(threads of the block).
static void find_divergence(struct worker *worker) {
    const struct lane *first = NULL, *other = NULL, *gone = NULL;
    for (unsigned t = 0; t < worker->thread_count; t++) {
        struct lane *lane = &worker->lanes[t];
        if (worker->warps[t / WARP_LANES].barrier_pc != 0) {
            lane->state = LANE_BARRIER;
            lane->pc = worker->warps[t / WARP_LANES].barrier_pc;
        }
        if (lane->state == LANE_DONE) {
            gone = gone == NULL ? lane : gone;
        } else if (first == NULL) {
            first = lane;
        } else if (lane->pc != first->pc && other == NULL) {
            other = lane;
        }
    }
    struct divergence found = {.first = (unsigned)(first - worker->lanes),
                               .other = (unsigned)((other != NULL ? other : gone) - worker->lanes),
                               .first_pc = first->pc,
                               .other_pc = other == NULL ? 0 : other->pc,
                               .waiting = worker->arrivals.at_barrier,
                               .thread_count = worker->thread_count};
    report_divergence(&worker->report, &found);
}

// The same if all are at one barrier, to which not all have come by the same calls.
static bool find_calls(struct worker *worker) {
    struct divergence found;
    bool differ = calls_differ(worker, &found);
    if (differ) {
        report_divergence(&worker->report, &found);
    }
    return differ;
}

// All running threads of the block wait for the whole grid.
static void meet_grid(struct worker *worker) {
    worker->arrivals.at_grid = false;
    if (together_meet(worker)) {
        return;
    }
    int error = atomic_load(&worker->launch->error);
    if (error == 0) {
        unsigned thread = 0;
        while (worker->lanes[thread].state == LANE_DONE) {
            thread++;
        }
        report_thread(&worker->report, DIAGNOSTIC_GRID_BARRIER, thread, worker->arrivals.pc,
                      WORDS(TOPIC(GRID_HAS_LEFT)));
        error = ERROR_LAUNCH_FAILURE;
    }
    lane_fail(worker, error);
}

// All running threads of the block wait for each other, and all that they have done comes before what they do next.
static void begin_interval(struct worker *worker) {
    if (worker->pattern.mode != PATTERN_FOLLOWS) { // the block that it follows has been searched
        unset_values_note(&worker->shared, &worker->report);
    }
    end_interval(worker);
    intervals_current(&worker->intervals)->barriers += !worker->arrivals.at_grid;
    worker->intervals.current += worker->intervals.current < INTERVAL_MAX - 1;
    uint32_t epoch = 0;
    for (unsigned w = 0; w < worker->warp_count; w++) {
        epoch = worker->warps[w].epoch > epoch ? worker->warps[w].epoch : epoch;
    }
    worker->who.barrier_epoch = epoch + 1;
    for (unsigned w = 0; w < worker->warp_count; w++) {
        worker->warps[w].epoch = epoch + 1;
        worker->warps[w].diverged = false;
        worker->warps[w].path_epoch = epoch + 1;
    }
}

static void release_barrier(struct worker *worker) {
    bool apart = worker->arrivals.differ || worker->arrivals.done != 0;
    if (apart) {
        find_divergence(worker);
    }
    if (apart || find_calls(worker)) {
        if (trace_on()) {
            record_waits(worker);
        }
    }
    if (trace_on()) {
        trace_barrier(worker->number, worker->arrivals.pc);
    }
    worker->arrivals.differ = worker->arrivals.by_call = false;
    begin_interval(worker);
    for (unsigned w = 0; w < worker->warp_count; w++) {
        worker->warps[w].ready = worker->warps[w].live;
        worker->warps[w].barrier_pc = 0;
    }
    worker->arrivals.at_barrier = 0;
    worker->arrivals.passed_pc = worker->arrivals.pc;
    if (worker->arrivals.at_grid) {
        meet_grid(worker);
    }
}

static void resume_polling(struct worker *worker) {
    for (unsigned w = 0; w < worker->warp_count; w++) {
        lane_resume(worker, &worker->warps[w], &worker->warps[w].polling);
    }
}

// A cuda::barrier for all threads of the block is a block barrier.
static void release_object(struct worker *worker) {
    worker->arrivals.at_object = false;
    if (trace_on()) {
        trace_barrier(worker->number, worker->lanes[worker->current].pc);
    }
    begin_interval(worker);
    resume_polling(worker);
}

// Reports the first lane that waits for others of its warp that will not come.
static void find_deadlock(struct worker *worker) {
    unsigned t = 0;
    while (worker->lanes[t].state != LANE_WARP) {
        t++;
    }
    unsigned first = t / WARP_LANES * WARP_LANES;
    const struct lane *lanes = &worker->lanes[first], *lane = &worker->lanes[t];
    unsigned other = sync_missing(&worker->warps[t / WARP_LANES], lanes, lane);
    const struct mixed_call *mixed = &worker->warps[t / WARP_LANES].mixed;
    if (mixed->pc != 0) { // since then, each lane is at another call than it should be
        report_lanes_missing(&worker->report, first + mixed->lane, mixed->pc, mixed->mask,
                             first + mixed->other, mixed->other_pc, false);
    } else {
        report_lanes_missing(&worker->report, t, lane->pc, lane->mask, first + other, lanes[other].pc,
                             lanes[other].state == LANE_BARRIER);
    }
    lane_fail(worker, ERROR_LAUNCH_FAILURE);
}

// Gives spinning threads another turn. If they will spin forever, or the launch has failed, abandons the block. What
// stopped another block may be why these threads spin; they are reported only if that was such a loop, too.
static void spin_on(struct worker *worker, uint64_t steps_before) {
    if (!spin_end_turn(worker, steps_before)) {
        together_in_vain(worker);
        sched_yield();
    }
    int error = atomic_load(&worker->launch->error);
    if (error == 0 && spin_is_endless(worker)) {
        error = ERROR_TIMEOUT;
    }
    if (error == ERROR_TIMEOUT) {
        unsigned thread = spin_first_thread(worker);
        report_spinning(&worker->report, thread, worker->lanes[thread].pc, spin_last_write(worker));
    }
    if (error != 0) {
        lane_fail(worker, error);
        return;
    }
    resume_polling(worker);
}

// Runs each warp until it waits for the rest of the block.
static void run_warps(struct worker *worker) {
    uint32_t warps = worker->warp_count == 32 ? ~0u : (1u << worker->warp_count) - 1;
    while (warps != 0 && !worker->abandoned) {
        unsigned w = turn_pick(worker, warps);
        warps &= ~(1u << w);
        run_warp(worker, &worker->warps[w]);
    }
}

void block_run(struct worker *worker, uint64_t block) {
    const struct arrivals *arrivals = &worker->arrivals;
    begin(worker, block);
    if (trace_on()) {
        trace_block(worker->number, worker->launch, block, &worker->shared);
    }
    while (!worker->abandoned) {
        uint64_t steps_before = worker->progress.steps;
        run_warps(worker);
        if (worker->abandoned || arrivals->done == worker->thread_count) {
            break;
        }
        if (arrivals->at_object) {
            release_object(worker);
        } else if (spin_waits(worker)) {
            spin_on(worker, steps_before);
        } else if (arrivals->done + arrivals->at_barrier < worker->thread_count) {
            find_deadlock(worker);
        } else {
            release_barrier(worker);
        }
    }
    if (trace_on()) {
        if (worker->abandoned) {
            record_waits(worker);
        }
        trace_block_end(worker->number, &worker->shared, worker->abandoned);
    }
    intervals_current(&worker->intervals)->silent_waits += stale_is_silent(&worker->stale);
    if (worker->abandoned) { // keep the counts, discard the rest
        instruction_clear(&worker->instructions);
    } else {
        spin_note_progress(worker->launch);
    }
    end_interval(worker);
    worker->longest_path = worker->path > worker->longest_path ? worker->path : worker->longest_path;
    __atomic_store_n(&worker->reading, 0, __ATOMIC_RELAXED);
    stale_note(&worker->stale, &worker->shared, &worker->report);
    if (!worker->abandoned && !pattern_end_block(&worker->pattern) &&
        !lost_values_note(&worker->shared, worker->thread_count, &worker->report)) {
        pattern_keep(&worker->pattern);
    }
}
