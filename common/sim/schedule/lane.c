#include "sim/schedule/lane.h"

#include <stdlib.h>

#include "sim/base/caller.h"
#include "sim/schedule/turn.h"
#include "sim/trace/trace.h"

// Who runs when the running thread cannot: the next lane of its warp, or the scheduler.
static struct fiber *next_fiber(struct worker *worker) {
    struct warp *warp = current_warp(worker);
    return warp->ready != 0 ? turn_next(worker, warp) : &worker->scheduler;
}

static void leave(struct worker *worker) {
    struct fiber *self = &worker->pool.fibers[worker->current];
    const struct frame *frame = caller_save();
    fiber_switch(self, next_fiber(worker));
    caller_restore(frame);
}

void lane_run(struct worker *worker, struct warp *warp) {
    const unsigned first = (unsigned)(warp - worker->warps) * WARP_LANES;
    struct fiber *fiber = turn_begin(worker, warp, first, turn_pick(worker, warp->ready));
    turn_shorten(worker, warp);
    const struct frame *frame = caller_save();
    fiber_start(&worker->scheduler, fiber);
    caller_restore(frame);
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

void lane_stop(struct worker *worker) {
    fiber_switch(&worker->pool.fibers[worker->current], &worker->scheduler);
    abort(); // the scheduler never returns to a thread that was stopped
}

void lane_abandon(struct worker *worker, int error) {
    lane_fail(worker, error);
    lane_stop(worker);
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
// Ends the running thread's turn from SIM_LEAVE: `context` is where it continues later. Returns where the processor
// continues now.
static void *leave_from(struct worker *worker, void *context) {
    worker->pool.fibers[worker->current].context = context;
    return next_fiber(worker)->context;
}

void *lane_leave_for_block(struct worker *worker, uint32_t pc, void *context) {
    if (!turn_arrive_together(worker, pc)) {
        turn_settle(worker);
        turn_arrive(worker, pc);
    }
    void *next = leave_from(worker, context);
    turn_shorten(worker, current_warp(worker));
    return next;
}

// The way of LANE_BLOCK_ENTRY. Nothing takes more of the simulated GPU's time (sim-bench under a profiler). So the
// short way is assembly code, with no call and few registers; %rdx has the function for the other way:
//
//     if (running_turn.running < running_turn.last && caller == running_turn.caller) {
//         running_turn.running->context = context;
//         turn_begin_thread(++running_turn.running);
//         turn_prefetch(running_turn.running + 1);
//         continue in running_turn.running->context;
//     }
_Static_assert(offsetof(struct turn, running) == 0 && offsetof(struct turn, last) == 8 &&
                   offsetof(struct turn, caller) == 16 && offsetof(struct pattern_head, origin) == 8 &&
                   sizeof(threadIdx) == 16,
               "offsets");
_Static_assert(sizeof(struct fiber) == 32 && offsetof(struct fiber, context) == 0 &&
                   offsetof(struct fiber, origin) == 8 && offsetof(struct fiber, index) == 16,
               "offsets");
__asm__(".text\n"
        ".p2align 5\n"
        ".globl lane_leave_for_block_short\n"
        ".type lane_leave_for_block_short, @function\n"
        "lane_leave_for_block_short:\n"
        "    pushq %rbp\n"
        "    pushq %rcx\n"
        "    movq %fs:running_turn@tpoff, %rax\n"
        "    cmpq %fs:running_turn@tpoff+8, %rax\n"
        "    jae 1f\n"
        "    cmpl %ecx, %fs:running_turn@tpoff+16\n"
        "    jne 1f\n"
        "    movq %rsp, (%rax)\n"
        "    addq $32, %rax\n"
        "    movq %rax, %fs:running_turn@tpoff\n"
        "    movq 8(%rax), %rcx\n"
        "    movq %rcx, %fs:pattern_head@tpoff+8\n"
        "    movups 16(%rax), %xmm0\n"
        "    movups %xmm0, %fs:threadIdx@tpoff\n"
        "    movq 32(%rax), %rcx\n"
        "    prefetcht0 (%rcx)\n"
        "    prefetcht0 64(%rcx)\n"
        "    movq (%rax), %rsp\n"
        "    popq %rcx\n"
        "    popq %rbp\n"
        "    jmpq *%rcx\n"
        "1:  movq %rdx, %rax\n"
        "    jmp sim_leave\n"
        ".size lane_leave_for_block_short, . - lane_leave_for_block_short\n");

void *sim_end_turn(void *context);
void *sim_end_turn(void *context) {
    struct worker *worker = turn_worker();
    end_thread(worker);
    return leave_from(worker, context);
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
