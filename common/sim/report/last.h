// Errors that end the process: endless loops and crashes. None of these functions returns. They may be called
// by signal handlers and by the watchdog's thread.
#ifndef SIM_REPORT_LAST_H
#define SIM_REPORT_LAST_H

#include "sim/report/report.h"

// The place of the error: `thread` of a block, or host code if launch is NULL. `pc` 0: unknown. `stack`: the calls
// that led there (struct diagnostic); NULL: unknown.
struct last_place {
    const struct launch *launch;
    uint32_t block_id;
    unsigned thread;
    uint32_t pc;
    const uint64_t *stack;
    uint64_t loop_last; // struct diagnostic
};

enum endless {
    ENDLESS_TIME,   // the checker stops the program, which may only be slow
    ENDLESS_HOST,   // host code that launches nothing and does not end
    ENDLESS_IDLE,   // code without memory accesses
    ENDLESS_THREAD, // a thread that reaches neither a barrier nor its end
    ENDLESS_BLOCK   // a block that reaches barriers, but not its end
};
_Noreturn void report_endless(const struct last_place *place, enum endless what);

// Between these two calls, a crash of host code is one of `call`, which reads or writes host memory by the pointer that
// it was given.
void report_begin_copy(const char *call, bool writes);
void report_end_copy(void);

_Noreturn void report_crash(const struct last_place *place, int signal_number);
_Noreturn void report_stack_overflow(const struct last_place *place);
_Noreturn void report_stack_overrun(const struct last_place *place); // at its other end

// Host code uses device memory. `name`: the allocation, or "". `frees`: just before it, as free() does.
_Noreturn void report_host_uses(const struct last_place *place, const char *name, bool frees);

#endif
