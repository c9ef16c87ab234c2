// The watchdog and the signals of the simulated GPU in a module, which has neither threads nor signals: the machine
// asks the watchdog to look, and notices itself what would raise a signal (engine/run/machine.c).
#include "engine/run/watch.h"
#include "sim/report/backtrace.h"
#include "sim/schedule/endless.h"
#include "sim/schedule/loop.h"
#include "sim/schedule/watchdog.h"

// The watchdog's time is the machine's steps, so that the end is the same wherever it runs. So many of them without any
// progress are an endless loop, which takes a second or so.
enum { STEPS_MAX = 1 << 23, STEPS_PER_LOOK = 1 << 16 };

unsigned watchdog_steps = STEPS_PER_LOOK;
static uint64_t steps;
static enum endless stopping = ENDLESS_TIME; // what is reported when there are enough answers

int watchdog_open(double endless_seconds, bool slow_host) {
    (void)endless_seconds;
    endless_open(STEPS_MAX, slow_host);
    return 0;
}

// Asks at distances that differ, so that the answers are not all from one place of a loop.
static unsigned next_question(void) {
    enum { FURTHEST = 16 };
    static uint32_t random = 1;
    random = random * 1664525 + 1013904223; // Numerical Recipes
    return 1 + (random >> 16) % FURTHEST;
}

void watchdog_look(void) {
    static struct seen seen;
    watchdog_steps = STEPS_PER_LOOK;
    steps += STEPS_PER_LOOK;
    if (stopping == ENDLESS_TIME) {
        stopping = endless_look(own_worker, &seen, (double)steps);
        loop_begin();
    }
    if (stopping != ENDLESS_TIME) {
        watchdog_steps = next_question();
        if (!endless_ask(own_worker, stopping)) {
            running_worker = NULL; // nothing from here on is the student's
            endless_report(own_worker, stopping);
        }
    }
}

void signals_host(bool runs) {
    (void)runs;
}

void signals_join(struct worker *worker) {
    (void)worker;
}

// The worker asks itself.
bool signals_ask(struct worker *worker) {
    backtrace_of_interrupted(0, worker->whereabouts.stack);
    worker->whereabouts.in_kernel = running_worker != NULL;
    return true;
}
