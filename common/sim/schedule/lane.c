#include "sim/schedule/lane.h"

#include <stdlib.h>

#include "sim/schedule/turn.h"
#include "sim/trace/trace.h"

static void leave(struct worker *worker) {
    struct fiber *self = &worker->pool.fibers[worker->current];
    struct warp *warp = current_warp(worker);
    fiber_switch(self, warp->ready != 0 ? turn_next(worker, warp) : &worker->scheduler);
}

void lane_wait_for_block(struct worker *worker, uint32_t pc, const void *frame) {
    turn_settle(worker);
    turn_arrive(worker, pc);
    worker->lanes[worker->current].frame = frame;
    worker->arrivals.by_call = true;
    leave(worker);
}

void lane_wait(struct worker *worker, enum lane_state state, uint32_t pc) {
    turn_settle(worker);
    worker_break_pattern(worker);
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
    worker->progress.waits += state != LANE_CUT && state != LANE_POLL;
    leave(worker);
    turn_worker(); // this turn may have begun by the short way, and the caller goes on as this thread
}

bool lane_turns_matter(const struct worker *worker) {
    return trace_on() || worker->random != 0;
}

void lane_resume(struct worker *worker, struct warp *warp, uint32_t *stopped) {
    unsigned first = (unsigned)(warp - worker->warps) * WARP_LANES;
    for (uint32_t rest = *stopped; rest != 0; rest &= rest - 1) {
        worker->lanes[first + (unsigned)__builtin_ctz(rest)].state = LANE_READY;
    }
    warp->ready |= *stopped;
    *stopped = 0;
}

void lane_fail(struct worker *worker, int error) {
    int none = 0;
    atomic_compare_exchange_strong(&worker->launch->error, &none, error);
    worker->abandoned = true;
}

void lane_abandon(struct worker *worker, int error) {
    lane_fail(worker, error);
    fiber_switch(&worker->pool.fibers[worker->current], &worker->scheduler);
    abort(); // the scheduler never returns to a thread that was stopped
}

void lane_next_epoch(struct worker *worker) {
    worker_break_pattern(worker);
    worker->who.epoch = ++current_warp(worker)->epoch;
}

static void end_thread(struct worker *worker) {
    turn_settle(worker);
    current_warp(worker)->live &= ~(1u << worker->current % WARP_LANES);
    worker->lanes[worker->current].state = LANE_DONE;
    worker->arrivals.done++;
    worker->progress.waits++;
    worker->progress.steps++;
}

#ifdef SIM_LEAVE
void *sim_end_turn(void *context);
void *sim_end_turn(void *context) {
    struct worker *worker = turn_worker();
    end_thread(worker);
    return turn_leave(worker, context);
}
FIBER_ENTRY(sim_leave_at_end, sim_end_turn);
#endif

void lane_fiber(void *argument) {
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
