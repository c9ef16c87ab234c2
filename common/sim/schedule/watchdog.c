#define _GNU_SOURCE
#include "sim/schedule/watchdog.h"

#include <execinfo.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "sim/schedule/block.h"
#include "sim/schedule/grid.h"
#include "sim/memory/global_memory.h"
#include "sim/access/host_code.h"

enum { SIGNAL_STACK = 64 * 1024, LOOK_NANOSECONDS = 100000000, ENDLESS_BUSY = 5, EXIT_ENDLESS = 3 };

static double limit_seconds;
static const struct device_sink *sink;
static __thread char signal_stack[SIGNAL_STACK];

static uintptr_t interrupted_pc(const void *context) {
    const ucontext_t *user = context;
#if defined(__linux__) && defined(__x86_64__)
    return (uintptr_t)user->uc_mcontext.gregs[REG_RIP];
#elif defined(__linux__) && defined(__aarch64__)
    return (uintptr_t)user->uc_mcontext.pc;
#elif defined(__APPLE__) && defined(__aarch64__)
    return (uintptr_t)user->uc_mcontext->__ss.__pc;
#elif defined(__APPLE__) && defined(__x86_64__)
    return (uintptr_t)user->uc_mcontext->__ss.__rip;
#else
    (void)user;
    return 0;
#endif
}

// The first frame in the executable's own code, from the interrupted instruction outwards.
static uint32_t place_in_executable(uintptr_t pc) {
    if (host_is_code(pc)) {
        return relative_pc((const void *)(pc + 1));
    }
    void *frames[32];
    int count = backtrace(frames, 32);
    bool passed = false; // the handler's own frames come first
    for (int i = 0; i < count; i++) {
        passed |= (uintptr_t)frames[i] == pc;
        if (passed && host_is_code((uintptr_t)frames[i])) {
            return relative_pc(frames[i]);
        }
    }
    return 0;
}

// SIGUSR2, from the watch to a worker: where are you?
static void answer(int signal, siginfo_t *info, void *context) {
    (void)signal, (void)info;
    if (sim_own_worker != NULL) {
        atomic_store(&sim_own_worker->seen_pc, interrupted_pc(context));
    }
}

_Noreturn static void finish(const struct diagnostic *diagnostic) {
    static atomic_flag finishing = ATOMIC_FLAG_INIT;
    while (atomic_flag_test_and_set(&finishing)) {
        pause(); // another thread has something to say already, and ends the process
    }
    if (sink != NULL) {
        sink->diagnostic(diagnostic);
    }
    _exit(EXIT_ENDLESS);
}

// SIGFPE is named after floating point and comes of integers alone.
static const char *name_signal(int number) {
    return number == SIGFPE ? "a division by zero, or its remainder" : strsignal(number);
}

// SIGSEGV and SIGBUS: what the hooks do not see, such as memcpy from device memory, or a full stack.
static void fault(int number, siginfo_t *info, void *context) {
    uintptr_t address = (uintptr_t)info->si_addr;
    struct worker *worker = sim_worker;
    // From here on nothing is the student's: a memset that the compiler makes of the next line is no access.
    sim_worker = NULL;
    atomic_signal_fence(memory_order_seq_cst);
    struct diagnostic made = {.count = 1, .class_ = DIAGNOSTIC_CRASH};
    made.places[0].pc = place_in_executable(interrupted_pc(context));
    if (worker != NULL) {
        char name[96];
        block_name_thread(worker->launch, worker->serial, worker->current, name, sizeof(name));
        made.launch = worker->launch->number;
        snprintf(made.kernel, sizeof(made.kernel), "%s", worker->launch->kernel);
        if (fiber_guard(&worker->pool, address) >= 0) {
            made.class_ = DIAGNOSTIC_STACK;
            snprintf(made.message, sizeof(made.message), "%s needs more than %d bytes of local memory", name,
                     STACK_BYTES);
        } else {
            snprintf(made.message, sizeof(made.message), "%s ends by signal %d (%s)", name, number,
                     name_signal(number));
        }
    } else if (heap_contains(address)) {
        bool inside;
        const struct allocation *found = heap_find(address, 1, &inside), *near = heap_nearest(address);
        made.class_ = DIAGNOSTIC_WRONG_SPACE;
        if (found == NULL && near != NULL && address < near->base &&
            near->base - address <= 16) { // its bookkeeping
            snprintf(made.array, sizeof(made.array), "%s", near->name);
            snprintf(made.message, sizeof(made.message),
                     "host code looks right in front of %s, as free() does: device memory is given back by "
                     "cudaFree",
                     near->name);
        } else {
            snprintf(made.array, sizeof(made.array), "%s", found == NULL ? "" : found->name);
            snprintf(made.message, sizeof(made.message),
                     "host code touches %s%s: only kernels and cudaMemcpy reach it",
                     found == NULL ? "device memory" : found->name,
                     found == NULL ? "" : ", which is device memory");
        }
    } else {
        snprintf(made.message, sizeof(made.message), "host code ends by signal %d (%s)", number,
                 name_signal(number));
    }
    finish(&made);
}

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

// What the watch remembers of a worker: when it last began a block, came to a wait, and to an access.
struct seen {
    uint32_t serial;
    uint64_t waits, accesses;
    double at_block, at_wait, at_access;
};

// What has not come to an end.
enum endless { ENDLESS_TIME, ENDLESS_IDLE, ENDLESS_THREAD, ENDLESS_BLOCK };

// `idle`: no access for the last while, so that the interrupted instruction is the student's own.
static void report_endless(struct worker *worker, enum endless what, bool idle) {
    struct diagnostic made = {.count = 1, .class_ = DIAGNOSTIC_ENDLESS_LOOP};
    atomic_store(&worker->seen_pc, 0);
    pthread_kill(worker->thread, SIGUSR2);
    for (int i = 0; i < 100 && atomic_load(&worker->seen_pc) == 0; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    uintptr_t pc = atomic_load(&worker->seen_pc);
    if (worker->busy) {
        char name[96];
        block_name_thread(worker->launch, worker->serial, worker->current, name, sizeof(name));
        static const char *const texts[] = {
            "is here when the time is up",
            "goes round here without reading or writing anything: this can never end",
            "has come to no barrier and to no end for a long time",
            "comes to this barrier again and again, and to no end"};
        const char *who = what == ENDLESS_BLOCK ? strstr(name, "block") : name; // "thread 3 of block 0"
        snprintf(made.message, sizeof(made.message), "%s %s", who, texts[what]);
        made.launch = worker->launch->number;
        snprintf(made.kernel, sizeof(made.kernel), "%s", worker->launch->kernel);
        made.places[0].pc = what == ENDLESS_BLOCK      ? worker->barrier_pc
                            : idle && host_is_code(pc) ? relative_pc((const void *)(pc + 1))
                                                       : worker->last_pc;
    } else {
        snprintf(made.message, sizeof(made.message), "host code is here when the time is up");
        made.places[0].pc = host_is_code(pc) ? relative_pc((const void *)(pc + 1)) : 0;
    }
    finish(&made);
}

static void look_at(struct worker *worker, struct seen *seen) {
    double now = cpu_seconds(worker->thread);
    if (worker->serial != seen->serial || !worker->busy) {
        seen->serial = worker->serial;
        seen->at_block = now;
    }
    if (worker->waits != seen->waits || !worker->busy) {
        seen->waits = worker->waits;
        seen->at_wait = seen->at_access = now;
    } else if (worker->accesses != seen->accesses) {
        seen->at_access = now;
    }
    seen->accesses = worker->accesses;
    if (now - seen->at_access > limit_seconds) {
        report_endless(worker, ENDLESS_IDLE, true);
    } else if (now - seen->at_wait > limit_seconds * ENDLESS_BUSY) {
        report_endless(worker, ENDLESS_THREAD, false);
    } else if (now - seen->at_block > limit_seconds * ENDLESS_BUSY) {
        report_endless(worker, ENDLESS_BLOCK, false);
    }
}

static void answer_checker(const struct seen *seen) {
    struct worker *chosen = grid_worker(0);
    for (unsigned i = 0; i < grid_workers(); i++) {
        if (grid_worker(i)->busy) {
            chosen = grid_worker(i);
            report_endless(chosen, ENDLESS_TIME, chosen->accesses == seen[i].accesses);
        }
    }
    report_endless(chosen, ENDLESS_TIME, true);
}

static void *watch(void *argument) {
    static struct seen seen[64];
    const sigset_t *asked = argument;
    for (;;) {
        int number = 0;
#if defined(__APPLE__)
        nanosleep(&(struct timespec){.tv_nsec = LOOK_NANOSECONDS}, NULL);
        sigset_t pending;
        sigpending(&pending);
        number = sigismember(&pending, SIGUSR1) ? SIGUSR1 : 0;
#else
        number = sigtimedwait(asked, NULL, &(struct timespec){.tv_nsec = LOOK_NANOSECONDS});
#endif
        for (unsigned i = 0; i < grid_workers() && grid_worker(i) != NULL; i++) {
            look_at(grid_worker(i), &seen[i]);
        }
        if (number == SIGUSR1) {
            answer_checker(seen);
        }
    }
    return NULL;
}

int watch_open(double endless_seconds) {
    static sigset_t asked;
    limit_seconds = endless_seconds;
    sigemptyset(&asked);
    sigaddset(&asked, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &asked, NULL); // inherited by all threads: only the watch takes it

    struct sigaction action = {.sa_sigaction = answer, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
    sigaction(SIGUSR2, &action, NULL);
    action.sa_sigaction = fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
    sigaction(SIGFPE, &action, NULL);
    sigaction(SIGILL, &action, NULL);
    void *frame[1];
    backtrace(frame, 1); // its first call loads a library, which a signal handler must not do

    pthread_t thread;
    return pthread_create(&thread, NULL, watch, &asked);
}

void watch_begin_case(const struct device_sink *to) {
    sink = to;
}

void watch_join(struct worker *worker) {
    (void)worker;
    stack_t stack = {.ss_sp = signal_stack, .ss_size = sizeof(signal_stack)};
    sigaltstack(&stack, NULL);
}
