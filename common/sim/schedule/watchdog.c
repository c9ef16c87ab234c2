#define _GNU_SOURCE
#include "sim/schedule/watchdog.h"

#include <signal.h>
#include <time.h>

#include "sim/base/executable.h"
#include "sim/report/last.h"
#include "sim/schedule/workers.h"

enum { LOOK_NANOSECONDS = 100000000, ENDLESS_BUSY = 5 };

static double limit_seconds;

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

// The watchdog's state of a worker, and its CPU time when it last began a block, came to a wait, and made an
// access.
struct seen {
    uint32_t block_id;
    uint64_t waits, accesses;
    double at_block, at_wait, at_access;
};

// `idle`: no access since the last look, so the interrupted instruction is the student's own.
_Noreturn static void stop(struct worker *worker, enum endless what, bool idle) {
    uintptr_t pc = signals_ask(worker);
    uint32_t here = executable_is_code(pc) ? relative_pc((const void *)(pc + 1)) : 0;
    struct last_place place = {.pc = here};
    if (worker->busy) {
        place.launch = worker->launch;
        place.block_id = worker->block_id;
        place.thread = worker->current;
        place.pc = what == ENDLESS_BLOCK ? worker->arrivals.pc
                   : idle && here != 0   ? here
                                         : worker->progress.last_pc;
    }
    report_endless(&place, what);
}

static void look_at(struct worker *worker, struct seen *seen) {
    if (!atomic_load(&worker->whereabouts.known)) {
        return; // it is starting
    }
    const struct progress *progress = &worker->progress;
    double now = cpu_seconds(worker->whereabouts.thread);
    if (worker->block_id != seen->block_id || !worker->busy) {
        seen->block_id = worker->block_id;
        seen->at_block = now;
    }
    if (progress->waits != seen->waits || !worker->busy) {
        seen->waits = progress->waits;
        seen->at_wait = seen->at_access = now;
    } else if (progress->accesses != seen->accesses) {
        seen->at_access = now;
    }
    seen->accesses = progress->accesses;
    if (now - seen->at_access > limit_seconds) {
        stop(worker, ENDLESS_IDLE, true);
    } else if (now - seen->at_wait > limit_seconds * ENDLESS_BUSY) {
        stop(worker, ENDLESS_THREAD, false);
    } else if (now - seen->at_block > limit_seconds * ENDLESS_BUSY) {
        stop(worker, ENDLESS_BLOCK, false);
    }
}

// The checker's time limit has passed.
static void stop_now(const struct seen *seen) {
    for (unsigned i = 0; i < worker_count(); i++) {
        struct worker *worker = worker_at(i);
        if (worker->busy) {
            stop(worker, ENDLESS_TIME, worker->progress.accesses == seen[i].accesses);
        }
    }
    stop(worker_at(0), ENDLESS_TIME, true);
}

static void *watch(void *argument) {
    static struct seen seen[WORKERS_MAX];
    const sigset_t *requests = argument;
    for (;;) {
        int request = 0;
#if defined(__APPLE__)
        (void)requests;
        nanosleep(&(struct timespec){.tv_nsec = LOOK_NANOSECONDS}, NULL);
        sigset_t pending;
        sigpending(&pending);
        request = sigismember(&pending, SIGUSR1) ? SIGUSR1 : 0;
#else
        request = sigtimedwait(requests, NULL, &(struct timespec){.tv_nsec = LOOK_NANOSECONDS});
#endif
        for (unsigned i = 0; i < worker_count(); i++) {
            look_at(worker_at(i), &seen[i]);
        }
        if (request == SIGUSR1) {
            stop_now(seen);
        }
    }
    return NULL;
}

int watchdog_open(double endless_seconds) {
    static sigset_t requests;
    limit_seconds = endless_seconds;
    sigemptyset(&requests);
    sigaddset(&requests, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &requests, NULL); // inherited by all threads: only the watchdog takes it
    signals_open();
    pthread_t thread;
    return pthread_create(&thread, NULL, watch, &requests);
}
