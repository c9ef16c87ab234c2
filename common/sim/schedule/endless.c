#include "sim/schedule/endless.h"

#include <stdatomic.h>

#include "sim/schedule/loop.h"
#include "sim/schedule/watchdog.h"

enum {
    LEAST_STEPS = 1 << 20,  // no loop with accesses or barriers is called endless before that many of them
    STEPS_PER_ELEMENT = 64, // and that many for each element of the input: one block may process all of it
    STEPS_PER_WAIT = 64,    // a block whose threads wait less often does long work, but will end
    ELEMENTS_PER_LIMIT = 1 << 20 // host code gets the limit's time once more for each of these
};

static double limit_seconds;
static bool host_is_slow;           // and is not stopped
static _Atomic size_t elements;     // of the case's input
static _Atomic bool host_runs;      // the student's host code
static _Atomic unsigned host_begun; // times that it has begun, or has returned from a launch

void endless_open(double limit, bool slow_host) {
    limit_seconds = limit;
    host_is_slow = slow_host;
}

// The blocks of a cooperative launch take turns, so a worker mostly has nothing to answer. Its barrier says enough.
static bool meets_grid(const struct worker *worker, enum endless what) {
    return worker->busy && worker->launch->cooperative && what == ENDLESS_BLOCK;
}

bool endless_ask(struct worker *worker, enum endless what) {
    return !meets_grid(worker, what) && loop_ask(worker, worker->busy);
}

void endless_report(struct worker *worker, enum endless what) {
    struct last_place place = {0};
    struct loop loop;
    const bool meets = meets_grid(worker, what), found = !meets && loop_find(&loop);
    if (worker->busy) {
        place.launch = worker->launch;
        place.block_id = worker->block_id;
        place.thread = found ? loop.thread : worker->turn->running->index.number;
    }
    if (meets) {
        place.pc = worker->arrivals.pc;
        place.thread = 0;
    } else if (found) {
        place.stack = loop.stack;
        place.loop_last = loop.last;
    }
    report_endless(&place, what);
}

// Host code has had too much time since it began or returned from a launch. Launches that never end are counted
// instead (api/launch.c).
static bool host_is_endless(const struct worker *worker, struct seen *seen, bool has_begun, double now) {
    if (worker->busy || !atomic_load(&host_runs) || has_begun) {
        seen->at_host = now;
    }
    return now - seen->at_host > limit_seconds * (1 + (double)elements / ELEMENTS_PER_LIMIT);
}

enum endless endless_look(const struct worker *worker, struct seen *seen, double now) {
    const struct progress *progress = &worker->progress;
    uint64_t steps = progress->accesses + progress->waits,
             enough = LEAST_STEPS + STEPS_PER_ELEMENT * elements;
    const unsigned begun = atomic_load(&host_begun);
    const bool has_begun = begun != seen->host_begun, between = has_begun || !worker->busy;
    seen->host_begun = begun;
    if (worker->begun_as != seen->begun_as || between) {
        seen->begun_as = worker->begun_as;
        seen->at_block = now;
        seen->steps_at_block = steps;
        seen->waits_at_block = progress->waits;
    }
    if (progress->waits != seen->waits || between) {
        seen->waits = progress->waits;
        seen->at_wait = seen->at_access = now;
        seen->steps_at_wait = steps;
    } else if (progress->accesses != seen->accesses) {
        seen->at_access = now;
    }
    seen->accesses = progress->accesses;
    if (worker->number == 0 && !host_is_slow && host_is_endless(worker, seen, has_begun, now)) {
        return ENDLESS_HOST;
    }
    if (now - seen->at_access > limit_seconds) {
        return ENDLESS_IDLE;
    }
    if (now - seen->at_wait > limit_seconds && steps - seen->steps_at_wait > enough) {
        return ENDLESS_THREAD;
    }
    const bool waits = progress->waits - seen->waits_at_block > enough / STEPS_PER_WAIT;
    return now - seen->at_block > limit_seconds && steps - seen->steps_at_block > enough && waits
               ? ENDLESS_BLOCK
               : ENDLESS_TIME;
}

void watchdog_begin_case(size_t count) {
    elements = count;
}

size_t watchdog_elements(void) {
    return elements;
}

void watchdog_host(bool runs) {
    atomic_fetch_add(&host_begun, 1);
    atomic_store(&host_runs, runs);
    signals_host(runs);
}
