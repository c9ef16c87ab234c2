#define _GNU_SOURCE
#include "sim/schedule/watchdog.h"

#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#include "runner/protocol.h"
#include "sim/report/last.h"
#include "sim/schedule/loop.h"
#include "sim/schedule/workers.h"

enum {
    LOOK_NANOSECONDS = 100000000,
    LOOKS_PER_LIMIT = 8,    // at least
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

// How long it waits before it looks again.
static struct timespec look = {.tv_nsec = LOOK_NANOSECONDS};

static double cpu_seconds(pthread_t thread) {
    struct timespec time = {0};
#if defined(__APPLE__)
    (void)thread;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
#else
    clockid_t clock;
    if (pthread_getcpuclockid(thread, &clock) == 0) {
        clock_gettime(clock, &time);
    }
#endif
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

// The watchdog's state of a worker: its CPU time and its steps when it last began a block, came to a wait, made an
// access, or was in a launch.
struct seen {
    uint32_t begun_as;
    unsigned host_begun;
    uint64_t waits, accesses, steps_at_block, waits_at_block, steps_at_wait;
    double at_block, at_wait, at_access, at_host;
};

_Noreturn static void stop(struct worker *worker, enum endless what) {
    if (worker->busy && worker->launch->chance) {
        _exit(RUNNER_NEEDS_ONE_WORKER); // which block is found first is chance
    }
    struct last_place place = {0};
    struct loop loop;
    // The blocks of a cooperative launch take turns, so a worker mostly has nothing to answer. Its barrier says enough.
    const bool meets = worker->busy && worker->launch->cooperative && what == ENDLESS_BLOCK;
    const bool found = !meets && loop_find(worker, worker->busy, &loop);
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
static void look_at_host(struct worker *worker, struct seen *seen, double now) {
    unsigned begun = atomic_load(&host_begun);
    if (worker->busy || !atomic_load(&host_runs) || begun != seen->host_begun) {
        seen->host_begun = begun;
        seen->at_host = now;
    } else if (now - seen->at_host > limit_seconds * (1 + (double)elements / ELEMENTS_PER_LIMIT)) {
        stop(worker, ENDLESS_HOST);
    }
}

static void look_at(struct worker *worker, struct seen *seen) {
    if (!atomic_load(&worker->whereabouts.known)) {
        return; // it is starting
    }
    const struct progress *progress = &worker->progress;
    double now = cpu_seconds(worker->whereabouts.thread);
    uint64_t steps = progress->accesses + progress->waits,
             enough = LEAST_STEPS + STEPS_PER_ELEMENT * elements;
    if (worker->begun_as != seen->begun_as || !worker->busy) {
        seen->begun_as = worker->begun_as;
        seen->at_block = now;
        seen->steps_at_block = steps;
        seen->waits_at_block = progress->waits;
    }
    if (progress->waits != seen->waits || !worker->busy) {
        seen->waits = progress->waits;
        seen->at_wait = seen->at_access = now;
        seen->steps_at_wait = steps;
    } else if (progress->accesses != seen->accesses) {
        seen->at_access = now;
    }
    seen->accesses = progress->accesses;
    if (worker->number == 0 && !host_is_slow) {
        look_at_host(worker, seen, now);
    }
    if (now - seen->at_access > limit_seconds) {
        stop(worker, ENDLESS_IDLE);
    } else if (now - seen->at_wait > limit_seconds && steps - seen->steps_at_wait > enough) {
        stop(worker, ENDLESS_THREAD);
    } else if (now - seen->at_block > limit_seconds && steps - seen->steps_at_block > enough &&
               progress->waits - seen->waits_at_block > enough / STEPS_PER_WAIT) {
        stop(worker, ENDLESS_BLOCK);
    }
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

// The checker stops the program.
static void stop_now(void) {
    for (unsigned i = 0; i < worker_count(); i++) {
        struct worker *worker = worker_at(i);
        if (worker->busy) {
            stop(worker, ENDLESS_TIME);
        }
    }
    stop(worker_at(0), ENDLESS_TIME);
}

static void *watch(void *argument) {
    static struct seen seen[WORKERS_MAX];
    const sigset_t *requests = argument;
    for (;;) {
        int request = 0;
#if defined(__APPLE__)
        (void)requests;
        nanosleep(&look, NULL);
        sigset_t pending;
        sigpending(&pending);
        request = sigismember(&pending, SIGUSR1) ? SIGUSR1 : 0;
#else
        request = sigtimedwait(requests, NULL, &look);
#endif
        for (unsigned i = 0; i < worker_count(); i++) {
            look_at(worker_at(i), &seen[i]);
        }
        if (request == SIGUSR1) {
            stop_now();
        }
    }
    return NULL;
}

int watchdog_open(double endless_seconds, bool slow_host) {
    static sigset_t requests;
    limit_seconds = endless_seconds;
    if (endless_seconds * 1e9 < (double)LOOK_NANOSECONDS * LOOKS_PER_LIMIT) {
        look.tv_nsec = (long)(endless_seconds * 1e9 / LOOKS_PER_LIMIT);
    }
    host_is_slow = slow_host;
    sigemptyset(&requests);
    sigaddset(&requests, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &requests, NULL); // inherited by all threads: only the watchdog takes it
    signals_open();
    pthread_t thread;
    return pthread_create(&thread, NULL, watch, &requests);
}
