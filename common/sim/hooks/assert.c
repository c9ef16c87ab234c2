// A kernel thread stops itself: assert and __trap().
#include <stdio.h>
#include <stdlib.h>

#include "sim/hooks/hook.h"
#include "sim/report/thread.h"

// The C library's assert() calls this, in the whole program.
#if defined(__APPLE__)
_Noreturn void __assert_rtn(const char *function, const char *file, int line, const char *condition);
_Noreturn void __assert_rtn(const char *function, const char *file, int line, const char *condition) {
#else
_Noreturn void __assert_fail(const char *condition, const char *file, unsigned line, const char *function);
_Noreturn void __assert_fail(const char *condition, const char *file, unsigned line, const char *function) {
#endif
    struct worker *worker = turn_worker();
    if (worker != NULL && worker->astray.left != 0) {
        astray_leave(worker);
    }
    if (worker != NULL) {
        report_thread(&worker->report, DIAGNOSTIC_ASSERT, worker->current, relative_pc(CALLER_ADDRESS()),
                      WORDS(TOPIC(ASSERT_FAILED), NAME(condition)));
        lane_abandon(worker, ERROR_ASSERT);
    }
    fprintf(stderr, "%s:%d: %s: assert(%s) failed\n", file, (int)line, function, condition);
    abort();
}

void __trap(void);
void __trap(void) {
    const void *caller = CALLER_ADDRESS();
    struct worker *worker = kernel_only("__trap()", caller);
    report_thread(&worker->report, DIAGNOSTIC_ASSERT, worker->current, relative_pc(caller),
                  WORDS(TOPIC(CALLS_TRAP)));
    lane_abandon(worker, ERROR_LAUNCH_FAILURE);
}
