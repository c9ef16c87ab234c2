// The rule that says what never ends. The watchdog looks from a thread of its own, and where there are no threads, the
// machine that runs the program does (engine/web/watchdog.c).
#ifndef SIM_ENDLESS_H
#define SIM_ENDLESS_H

#include <stdbool.h>

#include "sim/report/last.h"
#include "sim/schedule/workers.h"

// What was seen of a worker: its CPU time and its steps when it last began a block, came to a wait, made an access, or
// was in a launch.
struct seen {
    uint32_t begun_as;
    unsigned host_begun;
    uint64_t waits, accesses, steps_at_block, waits_at_block, steps_at_wait;
    double at_block, at_wait, at_access, at_host;
};

// limit_seconds, slow_host: as watchdog_open's.
void endless_open(double limit_seconds, bool slow_host);

// Looks at the worker, which has had `now` seconds of CPU time: what never ends? ENDLESS_TIME: nothing, as far as it
// knows.
enum endless endless_look(const struct worker *worker, struct seen *seen, double now);

// Asks the worker where it loops, after loop_begin(). false: there are enough answers.
bool endless_ask(struct worker *worker, enum endless what);

// Reports it, with what the answers have in common.
_Noreturn void endless_report(struct worker *worker, enum endless what);

#endif
