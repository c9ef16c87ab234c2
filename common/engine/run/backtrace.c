// The calls of the running instruction, from the machine's frames.
#include "sim/report/backtrace.h"

#include <string.h>

#include "engine/run/executable.h"
#include "sim/base/caller.h"
#include "sim/base/executable.h"
#include "sim/base/unwinding.h"
#include "sim/report/last.h"
#include "sim/schedule/turn.h"

__thread sigjmp_buf unwinding_fails;
__thread volatile sig_atomic_t unwinding;

// Writes the calls; the rest of `most` is 0. Returns the outermost frame.
static const struct frame *find_calls(uint64_t *calls, unsigned most) {
    const struct frame *volatile last = NULL;
    memset(calls, 0, most * sizeof(*calls));
    if (sigsetjmp(unwinding_fails, 1) == 0) {
        unwinding = 1;
        const struct frame *frame = running_frame;
        for (unsigned count = 0; frame != NULL && count < most;) {
            if (executable_is_code((uintptr_t)frame->return_address)) {
                calls[count++] = relative_pc(frame->return_address);
            }
            last = frame;
            frame = frame->caller > frame ? frame->caller : NULL;
        }
    }
    unwinding = 0;
    return last;
}

void backtrace_open(void) {
}

void backtrace_of_report(struct diagnostic *diagnostic, uint32_t first_pc, bool overwritten) {
    (void)first_pc, (void)overwritten;
    find_calls(diagnostic->calls, DIAGNOSTIC_CALLS);
    diagnostic->variables.pc = 0;
}

// loop_find looks for the outermost call that is always the same: here, what the machine was called with, which is
// behind all code.
void backtrace_of_interrupted(uintptr_t pc, uint64_t stack[DIAGNOSTIC_FRAMES]) {
    (void)pc;
    const struct frame *outermost = find_calls(stack, DIAGNOSTIC_FRAMES);
    unsigned count = 0;
    while (count < DIAGNOSTIC_FRAMES && stack[count] != 0) {
        count++;
    }
    if (count < DIAGNOSTIC_FRAMES && outermost != NULL) {
        stack[count] = relative_pc(outermost->return_address);
    }
}

_Noreturn void executable_stops(int signal_number) {
    struct worker *worker = turn_worker();
    if (worker != NULL && worker->astray.left != 0) {
        astray_leave(worker);
    }
    uint64_t stack[DIAGNOSTIC_FRAMES];
    find_calls(stack, DIAGNOSTIC_FRAMES);
    struct last_place place = {.pc = (uint32_t)stack[0], .stack = stack};
    if (worker != NULL) {
        place.launch = worker->launch;
        place.block_id = worker->block_id;
        place.thread = worker->current;
    }
    running_worker = NULL; // nothing from here on is the student's
    if (signal_number == 0) {
        report_stack_overflow(&place);
    }
    report_crash(&place, signal_number);
}
