// A kernel's clock, whose values mean nothing: the simulated GPU does not measure time.
#include <time.h>

#include "sim/hooks/hook.h"
#include "sim/report/thread.h"

enum { CALL_CYCLES = 1000 }; // a loop that waits for a number of cycles ends

static long long count_call(struct worker *worker, const char *call, const void *caller) {
    if (worker->clock == 0) {
        report_thread(&worker->report, DIAGNOSTIC_TIME, worker->current, relative_pc(caller),
                      WORDS(TOPIC(CALLS_CLOCK), NAME(call)));
    }
    worker->clock += CALL_CYCLES;
    return worker->clock;
}

long long clock64(void);
long long clock64(void) {
    const void *caller = CALLER_ADDRESS();
    return count_call(kernel_only("clock64()", caller), "clock64()", caller);
}

long long sim_clock_register(void);
long long sim_clock_register(void) {
    const void *caller = CALLER_ADDRESS();
    return count_call(kernel_only("%clock64", caller), "%clock64", caller);
}

// Takes the place of the C library's function, in the whole program. In host code it is the processor time, too.
clock_t clock(void) {
    struct worker *worker = turn_worker();
    if (worker != NULL) {
        return (clock_t)count_call(worker, "clock()", CALLER_ADDRESS());
    }
    struct timespec time;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) != 0) {
        return -1;
    }
    return (clock_t)time.tv_sec * CLOCKS_PER_SEC + time.tv_nsec / (1000000000 / CLOCKS_PER_SEC);
}
