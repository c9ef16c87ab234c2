#include "sim/schedule/calls.h"

#include "sim/base/caller.h"
#include "sim/base/executable.h"
#include "sim/report/barrier.h"
#include "sim/schedule/worker.h"

// A kernel's own frame, and that of sim_run_thread() (launch.h), which lane_fiber() has called.
enum { FRAMES_OF_KERNEL = 2 };

enum { DEPTH_MAX = 64 }; // calls that are compared

// The largest frame that came_by() looks at: less than a page, so that it is on the stack.
enum { FRAME_BYTES_MAX = 4096 };

static bool is_on_stack(uintptr_t stack, const struct frame *frame) {
    uintptr_t offset = (uintptr_t)frame - stack;
    return offset < STACK_BYTES - sizeof(*frame) && offset % sizeof(void *) == 0;
}

static inline const struct frame *frame_of(const struct worker *worker, unsigned thread) {
#ifdef SIM_LEAVE
    if (!worker->arrivals.by_call) {
        return fiber_frame(&worker->pool.fibers[thread]);
    }
#endif
    return worker->lanes[thread].frame;
}

// The return addresses of the calls by which thread 0 has come from its kernel to the barrier. Returns how many.
static unsigned find_calls_of_first(const struct worker *worker, const void *calls[DEPTH_MAX]) {
    const uintptr_t stack = fiber_stack(&worker->pool, 0);
    const struct frame *frame = frame_of(worker, 0);
    unsigned frames = 0;
    while (frames < DEPTH_MAX && is_on_stack(stack, frame)) {
        calls[frames++] = frame->return_address;
        frame = frame->caller > frame ? frame->caller : NULL;
    }
    return frames > FRAMES_OF_KERNEL ? frames - FRAMES_OF_KERNEL : 0;
}

#ifdef SIM_LEAVE
// Have all threads come by the one call from their kernel, `call`? A short loop, because kernels with such a function
// run it at each barrier.
static bool came_by(const struct worker *worker, const void *call) {
    const struct fiber *fiber = worker->pool.fibers, *end = fiber + worker->thread_count;
    while (++fiber < end) {
        const struct frame *frame = fiber_frame(fiber);
        if ((uintptr_t)frame - (uintptr_t)fiber->context >= FRAME_BYTES_MAX ||
            frame->return_address != call) {
            return false;
        }
    }
    return true;
}
#else
static bool came_by(const struct worker *worker, const void *call) {
    return (void)worker, (void)call, false;
}
#endif

bool calls_differ(const struct worker *worker, struct divergence *found) {
    const void *calls[DEPTH_MAX];
    const unsigned depth = find_calls_of_first(worker, calls);
    // By a call, the innermost is the barrier's own, at which all wait.
    if (depth <= worker->arrivals.by_call || (depth == 1 && came_by(worker, calls[0]))) {
        return false;
    }
    uintptr_t stack = fiber_stack(&worker->pool, 0);
    for (unsigned thread = 1; thread < worker->thread_count; thread++) {
        const struct frame *frame = frame_of(worker, thread);
        stack += worker->pool.slot_bytes;
        unsigned same = 0;
        while (same < depth && is_on_stack(stack, frame) && frame->return_address == calls[same]) {
            frame = frame->caller;
            same++;
        }
        if (same < depth && is_on_stack(stack, frame) && executable_is_code((uintptr_t)calls[same]) &&
            executable_is_code((uintptr_t)frame->return_address)) {
            *found = (struct divergence){.other = thread,
                                         .first_pc = relative_pc(calls[same]),
                                         .other_pc = relative_pc(frame->return_address),
                                         .waiting = worker->thread_count,
                                         .thread_count = worker->thread_count};
            return true;
        }
    }
    return false;
}
