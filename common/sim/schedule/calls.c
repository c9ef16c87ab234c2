#include "sim/schedule/calls.h"

#include "sim/base/executable.h"
#include "sim/report/barrier.h"
#include "sim/schedule/worker.h"

// What a function that keeps a frame pointer has at it. Lab code is compiled without optimization, so each function does.
struct frame {
    const struct frame *caller;
    const void *return_address;
};

// A kernel is called by sim_run_thread() (launch.h), and that by lane_fiber().
enum { FRAMES_OF_KERNEL = 2 };

static bool is_on_stack(const struct worker *worker, unsigned thread, const struct frame *frame) {
    uintptr_t offset = (uintptr_t)frame - fiber_stack(&worker->pool, thread);
    return offset < STACK_BYTES - sizeof(*frame) && offset % sizeof(void *) == 0;
}

static const struct frame *frame_of(const struct worker *worker, unsigned thread) {
    const struct frame *frame = worker->lanes[thread].frame;
#ifdef FIBER_OWN_SWITCH
    if (!worker->arrivals.by_call) {
        frame = fiber_frame(&worker->pool.fibers[thread]);
    }
#endif
    return is_on_stack(worker, thread, frame) ? frame : NULL;
}

static const struct frame *caller_of(const struct worker *worker, unsigned thread,
                                     const struct frame *frame) {
    return frame->caller > frame && is_on_stack(worker, thread, frame->caller) ? frame->caller : NULL;
}

static bool is_in_kernel(const struct worker *worker) {
    const struct frame *frame = frame_of(worker, 0);
    unsigned frames = 0;
    for (; frame != NULL && frames <= FRAMES_OF_KERNEL; frames++) {
        frame = caller_of(worker, 0, frame);
    }
    return frames <= FRAMES_OF_KERNEL;
}

bool calls_differ(const struct worker *worker, struct divergence *found) {
    if (is_in_kernel(worker)) {
        return false;
    }
    const struct frame *begin = frame_of(worker, 0);
    for (unsigned thread = 1; thread < worker->thread_count; thread++) {
        const struct frame *first = begin, *other = frame_of(worker, thread);
        while (first != NULL && other != NULL && first->return_address == other->return_address) {
            first = caller_of(worker, 0, first);
            other = caller_of(worker, thread, other);
        }
        if (first != NULL && other != NULL && executable_is_code((uintptr_t)first->return_address) &&
            executable_is_code((uintptr_t)other->return_address)) {
            *found = (struct divergence){.other = thread,
                                         .first_pc = relative_pc(first->return_address),
                                         .other_pc = relative_pc(other->return_address),
                                         .waiting = worker->thread_count,
                                         .thread_count = worker->thread_count};
            return true;
        }
    }
    return false;
}
