// Calls of kernels whose arguments have constructors, destructors or virtual functions (cuda/sim/handed.h).
#include <setjmp.h>

#include "sim/hooks/hook.h"
#include "sim/report/thread.h"

void sim_call_to_leave(void (*call)(void *closure, void *place), void *closure);
void sim_call_to_leave(void (*call)(void *closure, void *place), void *closure) {
    jmp_buf place;
    if (_setjmp(place) == 0) {
        call(closure, &place);
    }
}

_Noreturn void sim_leave_call(void *place);
void sim_leave_call(void *place) {
    longjmp(*(jmp_buf *)place, 1);
}

static void refuse(void) {
    struct worker *worker = turn_worker();
    if (worker == NULL) {
        return;
    }
    report_thread(&worker->report, DIAGNOSTIC_WRONG_SPACE, worker->current, relative_pc(CALLER_ADDRESS()),
                  WORDS(TOPIC(CALLS_VIRTUAL)));
    lane_abandon(worker, ERROR_INVALID_FUNCTION);
}

// C++ finds two words in front of the functions.
#define REFUSE_4   refuse, refuse, refuse, refuse
#define REFUSE_16  REFUSE_4, REFUSE_4, REFUSE_4, REFUSE_4
#define REFUSE_64  REFUSE_16, REFUSE_16, REFUSE_16, REFUSE_16
#define REFUSE_256 REFUSE_64, REFUSE_64, REFUSE_64, REFUSE_64
extern void (*const sim_no_virtual_functions[])(void);
void (*const sim_no_virtual_functions[])(void) = {REFUSE_256};
