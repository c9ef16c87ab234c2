#define _GNU_SOURCE
#include "sim/schedule/watchdog.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "runner/protocol.h"
#include "sim/schedule/endless.h"
#include "sim/schedule/loop.h"

enum {
    LOOK_NANOSECONDS = 100000000,
    LOOKS_PER_LIMIT = 8,         // at least
    BETWEEN_NANOSECONDS = 200000 // two questions
};

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

_Noreturn static void stop(struct worker *worker, enum endless what) {
    if (worker->busy && worker->launch->chance) {
        _exit(RUNNER_NEEDS_ONE_WORKER); // which block is found first is chance
    }
    loop_begin();
    while (endless_ask(worker, what)) {
        nanosleep(&(struct timespec){.tv_nsec = BETWEEN_NANOSECONDS}, NULL);
    }
    endless_report(worker, what);
}

static void look_at(struct worker *worker, struct seen *seen) {
    if (atomic_load(&worker->whereabouts.known)) { // it has started
        const enum endless what = endless_look(worker, seen, cpu_seconds(worker->whereabouts.thread));
        if (what != ENDLESS_TIME) {
            stop(worker, what);
        }
    }
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
    endless_open(endless_seconds, slow_host);
    if (endless_seconds * 1e9 < (double)LOOK_NANOSECONDS * LOOKS_PER_LIMIT) {
        look.tv_nsec = (long)(endless_seconds * 1e9 / LOOKS_PER_LIMIT);
    }
    sigemptyset(&requests);
    sigaddset(&requests, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &requests, NULL); // inherited by all threads: only the watchdog takes it
    signals_open();
    pthread_t thread;
    return pthread_create(&thread, NULL, watch, &requests);
}
