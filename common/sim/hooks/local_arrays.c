// An index outside a local array, a row or a member (cuda/sim/local_arrays.h), and what a function finds where it
// returns (-fstack-protector-strong): code that got the array by a pointer has written beyond its end.
#include "runner/element_name.h"
#include "sim/hooks/hook.h"
#include "sim/report/thread.h"

void sim_outside_local(const char *name, unsigned long long length, long long index,
                       const void *return_address);
void sim_outside_local(const char *name, unsigned long long length, long long index,
                       const void *return_address) {
    enum { BELOW_MAX = 1 << 16 }; // elements by which an index that wraps may be below 0
    struct worker *worker = turn_worker();
    const uint32_t pc = relative_pc(return_address);
    if (worker == NULL) {
        host_outside_local(name, length, index, pc);
        return;
    }
    if (worker->astray.left != 0) {
        astray_leave(worker);
    }
    const long long below = index - (1ll << 32);
    const bool wraps = below < 0 && below >= -BELOW_MAX;
    char element[96];
    struct said elements;
    element_name(name, 1, wraps ? below : index, element, sizeof(element));
    say(&elements, WORDS(TOPIC(ELEMENTS), NUMBER(length)));
    if (wraps) {
        report_thread(
            &worker->report, DIAGNOSTIC_OUT_OF_BOUNDS, worker->current, pc,
            WORDS(TOPIC(INDEX_WRAPS), TOPIC(USES), NAME(element), NUMBER(index), NAME(name), PART(elements)));
    } else {
        report_thread(&worker->report, DIAGNOSTIC_OUT_OF_BOUNDS, worker->current, pc,
                      WORDS(TOPIC(OUTSIDE), TOPIC(USES), NAME(element), NAME(name), PART(elements)));
    }
    astray_begin(worker, ERROR_ILLEGAL_ADDRESS);
}

_Noreturn void __stack_chk_fail(void);
_Noreturn void __stack_chk_fail(void) {
    struct worker *worker = turn_worker();
    const uint32_t pc = relative_pc(CALLER_ADDRESS());
    if (worker == NULL) {
        host_overwrites_stack(pc);
    }
    if (worker->astray.left != 0) {
        astray_leave(worker);
    }
    worker->report.overwritten = true;
    report_thread(&worker->report, DIAGNOSTIC_OUT_OF_BOUNDS, worker->current, pc,
                  WORDS(TOPIC(OVERWRITES_LOCALS)));
    worker->report.overwritten = false;
    lane_abandon(worker, ERROR_ILLEGAL_ADDRESS);
}
