#define _GNU_SOURCE
#include "sim/report/backtrace.h"

#include <execinfo.h>
#include <string.h>
#include <unwind.h>

#include "sim/base/executable.h"
#include "sim/base/unwinding.h"

enum { FRAMES_MAX = 48, WALK_MAX = 32 };

__thread sigjmp_buf unwinding_fails;
__thread volatile sig_atomic_t unwinding;

struct walk {
    struct diagnostic *diagnostic;
    uint32_t first_pc;
    bool overwritten;
    unsigned depth, calls;
    uintptr_t frame; // the lowest address of the first place's frame, while the walk is in it; else 0
};

static _Unwind_Reason_Code take_frame(struct _Unwind_Context *context, void *argument) {
    struct walk *walk = argument;
    struct diagnostic_stack *variables = &walk->diagnostic->variables;
    const uintptr_t pc = _Unwind_GetIP(context);
    const uintptr_t stack = _Unwind_GetCFA(context); // where the calls from here have put their frames below
    if (walk->frame != 0 && stack > walk->frame) {
        const uintptr_t bytes = stack - walk->frame;
        variables->pc = walk->first_pc;
        variables->count = bytes < sizeof(variables->last) ? (uint32_t)bytes : sizeof(variables->last);
        memcpy(variables->last, (const char *)stack - variables->count, variables->count); // NOLINT
    }
    walk->frame = 0;
    if (walk->depth++ > 1 && executable_is_code(pc)) { // not this file, nor report.c
        const uint32_t call = relative_pc((const void *)pc);
        if (walk->calls < DIAGNOSTIC_CALLS) {
            walk->diagnostic->calls[walk->calls++] = call;
        }
        walk->frame = call == walk->first_pc && variables->pc == 0 ? stack : 0;
        if (walk->overwritten && call == walk->first_pc) {
            return _URC_END_OF_STACK;
        }
    }
    return walk->depth < WALK_MAX ? _URC_NO_REASON : _URC_END_OF_STACK;
}

void backtrace_of_report(struct diagnostic *diagnostic, uint32_t first_pc, bool overwritten) {
    struct walk walk = {.diagnostic = diagnostic, .first_pc = first_pc, .overwritten = overwritten};
    memset(diagnostic->calls, 0, sizeof(diagnostic->calls));
    diagnostic->variables.pc = 0;
    if (sigsetjmp(unwinding_fails, 1) == 0) {
        unwinding = 1;
        _Unwind_Backtrace(take_frame, &walk);
    }
    unwinding = 0;
}

// As backtrace(), but 0 where it crashes.
static int find_frames(void **frames) {
    volatile int count = 0;
    if (sigsetjmp(unwinding_fails, 1) == 0) {
        unwinding = 1;
        count = backtrace(frames, FRAMES_MAX);
    }
    unwinding = 0;
    return count;
}

void backtrace_of_interrupted(uintptr_t pc, uint64_t stack[DIAGNOSTIC_FRAMES]) {
    void *frames[FRAMES_MAX];
    int count = find_frames(frames), depth = 0;
    bool passed = false; // the handler's own frames come first
    memset(stack, 0, DIAGNOSTIC_FRAMES * sizeof(*stack));
    if (executable_is_code(pc)) {
        stack[depth++] = relative_pc((const void *)(pc + 1));
    }
    for (int i = 0; i < count && depth < DIAGNOSTIC_FRAMES; i++) {
        if (passed && executable_is_code((uintptr_t)frames[i])) {
            stack[depth++] = relative_pc(frames[i]);
        }
        passed |= (uintptr_t)frames[i] == pc;
    }
}

void backtrace_open(void) {
    void *frame[1];
    backtrace(frame, 1); // its first call loads a library, which a signal handler must not do
}
