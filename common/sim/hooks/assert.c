// A kernel thread gives up by itself: assert and __trap().
#include <stdio.h>
#include <stdlib.h>

#include "sim/schedule/block.h"
#include "sim/hooks/tsan.h"

enum { ERROR_ASSERT = 710, ERROR_LAUNCH_FAILURE = 719 }; // cudaError_t

_Noreturn static void fail(struct worker *worker, const char *what, int error, uint32_t pc) {
    bool is_new;
    struct report_entry *entry =
        report_add(&worker->report, DIAGNOSTIC_ASSERT, "", pc, 0, worker->serial, &is_new);
    if (entry != NULL && is_new) {
        char name[96];
        block_name_thread(worker->launch, worker->serial, worker->current, name, sizeof(name));
        snprintf(entry->diagnostic.message, sizeof(entry->diagnostic.message), "%s: %s", name, what);
    }
    block_abandon(worker, error);
}

// What the C library's assert() calls, for all of this program.
#if defined(__APPLE__)
_Noreturn void __assert_rtn(const char *function, const char *file, int line, const char *condition);
_Noreturn void __assert_rtn(const char *function, const char *file, int line, const char *condition) {
#else
_Noreturn void __assert_fail(const char *condition, const char *file, unsigned line, const char *function);
_Noreturn void __assert_fail(const char *condition, const char *file, unsigned line, const char *function) {
#endif
    struct worker *worker = sim_worker;
    if (worker != NULL) {
        char what[160];
        snprintf(what, sizeof(what), "assert(%s) does not hold", condition);
        fail(worker, what, ERROR_ASSERT, relative_pc(__builtin_return_address(0)));
    }
    fprintf(stderr, "%s:%d: %s: assert(%s) does not hold\n", file, (int)line, function, condition);
    abort();
}

void __trap(void);
void __trap(void) {
    const void *caller = __builtin_return_address(0);
    fail(hooks_kernel_worker("__trap()", caller), "calls __trap()", ERROR_LAUNCH_FAILURE,
         relative_pc(caller));
}
