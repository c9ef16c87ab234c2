#define _GNU_SOURCE
#include "sim/schedule/signals.h"

#include <signal.h>
#include <time.h>
#include <ucontext.h>

#include "sim/base/unwinding.h"
#include "sim/memory/global_memory.h"
#include "sim/report/backtrace.h"
#include "sim/report/last.h"
#include "sim/schedule/workers.h"

enum {
    SIGNAL_STACK = 64 * 1024,
    NEAR_STACK = 64 * 1024,     // a fault at most this far from the stack pointer: the stack is full
    ANSWER_NANOSECONDS = 20000, // the first pause; an answer takes longer on a busy machine
    PAUSE_NANOSECONDS_MAX = 1000000,
    PAUSES_MAX = 5000,
    BOOKKEEPING_BYTES = 16 // of free(), before the memory
};

static __thread char signal_stack[SIGNAL_STACK];
static volatile sig_atomic_t in_host_code; // the student's host code

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

static uintptr_t interrupted_stack_pointer(const void *context) {
    const ucontext_t *user = context;
#if defined(__linux__) && defined(__x86_64__)
    return (uintptr_t)user->uc_mcontext.gregs[REG_RSP];
#elif defined(__linux__) && defined(__aarch64__)
    return (uintptr_t)user->uc_mcontext.sp;
#elif defined(__APPLE__) && defined(__aarch64__)
    return (uintptr_t)user->uc_mcontext->__ss.__sp;
#elif defined(__APPLE__) && defined(__x86_64__)
    return (uintptr_t)user->uc_mcontext->__ss.__rsp;
#else
    (void)user;
    return 0;
#endif
}

// The interrupted thread, which is astray (schedule/astray.h), will leave. false: not on this system.
static bool leave_crash(void *context) {
#if defined(__linux__) && defined(__x86_64__)
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    registers[REG_RSP] = ((registers[REG_RSP] - 256) & ~15LL) - 8; // below the red zone, as after a call
    registers[REG_RIP] = (greg_t)(uintptr_t)astray_leave_crash;
    return true;
#elif defined(__linux__) && defined(__aarch64__)
    ((ucontext_t *)context)->uc_mcontext.sp &= ~(uint64_t)15;
    ((ucontext_t *)context)->uc_mcontext.pc = (uint64_t)(uintptr_t)astray_leave_crash;
    return true;
#else
    (void)context;
    return false;
#endif
}

static bool on_own_stack(uintptr_t address) {
    return running_worker != NULL &&
           address - fiber_stack(&running_worker->pool, threadIdx.number) < STACK_BYTES;
}

// SIGUSR2, from the watchdog to a worker: where are you?
static void answer(int signal_number, siginfo_t *info, void *context) {
    (void)signal_number, (void)info;
    if (own_worker != NULL) {
        backtrace_of_interrupted(interrupted_pc(context), own_worker->whereabouts.stack);
        own_worker->whereabouts.in_kernel = on_own_stack(interrupted_stack_pointer(context));
        atomic_store(&own_worker->whereabouts.answered, true);
    }
}

bool signals_ask(struct worker *worker) {
    struct whereabouts *whereabouts = &worker->whereabouts;
    atomic_store(&whereabouts->answered, false);
    pthread_kill(whereabouts->thread, SIGUSR2);
    long pause = ANSWER_NANOSECONDS;
    for (int i = 0; i < PAUSES_MAX && !atomic_load(&whereabouts->answered); i++) {
        nanosleep(&(struct timespec){.tv_nsec = pause}, NULL);
        pause = 2 * pause < PAUSE_NANOSECONDS_MAX ? 2 * pause : PAUSE_NANOSECONDS_MAX;
    }
    return atomic_load(&whereabouts->answered);
}

// SIGSEGV and similar signals: errors that the hooks do not see, such as memcpy from device memory, a full stack, or an
// abort() of the allocator.
static void fault(int signal_number, siginfo_t *info, void *context) {
    if (unwinding) {
        siglongjmp(unwinding_fails, 1);
    }
    static __thread volatile sig_atomic_t handling;
    if (handling) { // its own error
        signal(signal_number, SIG_DFL);
        return;
    }
    if (signal_number == SIGABRT && running_worker == NULL && !in_host_code) {
        signal(signal_number, SIG_DFL); // an error in the harness: abort() raises the signal again
        return;
    }
    handling = 1;
    if (running_worker != NULL && running_worker->astray.left != 0 && leave_crash(context)) {
        handling = 0;
        return;
    }
    uintptr_t address = (uintptr_t)info->si_addr;
    struct worker *worker = running_worker;
    // Nothing from here on is the student's: a memset that the compiler makes of the next line is no access.
    running_worker = NULL;
    atomic_signal_fence(memory_order_seq_cst);
    uint64_t stack[DIAGNOSTIC_FRAMES];
    backtrace_of_interrupted(interrupted_pc(context), stack);
    struct last_place place = {.pc = (uint32_t)stack[0], .stack = stack};
    if (worker != NULL) {
        place.launch = worker->launch;
        place.block_id = worker->block_id;
        place.thread = worker->turn->running->index.number;
        if (fiber_guard(&worker->pool, address) == (long)place.thread + 1) {
            report_stack_overrun(&place);
        }
        if (fiber_guard(&worker->pool, address) >= 0) {
            report_stack_overflow(&place);
        }
        report_crash(&place, signal_number);
    }
    if (signal_number == SIGABRT) { // it has no address
        report_crash(&place, signal_number);
    }
    uintptr_t top = interrupted_stack_pointer(context);
    if (top != 0 && address + NEAR_STACK > top && address < top + NEAR_STACK) {
        report_stack_overflow(&place);
    }
    if (!global_memory_contains(address)) {
        report_crash(&place, signal_number);
    }
    bool inside;
    const struct allocation *found = global_memory_find(address, 1, &inside),
                            *near = global_memory_nearest(address);
    if (found == NULL && near != NULL && address < near->base && near->base - address <= BOOKKEEPING_BYTES) {
        report_host_uses(&place, near->name, true);
    }
    report_host_uses(&place, found == NULL ? "" : found->name, false);
}

void signals_host(bool runs) {
    in_host_code = runs;
}

void signals_open(void) {
    struct sigaction action = {.sa_sigaction = answer, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
    sigaction(SIGUSR2, &action, NULL);
    action.sa_sigaction = fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER; // unwinding may fail in the handler
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
    sigaction(SIGFPE, &action, NULL);
    sigaction(SIGILL, &action, NULL);
    sigaction(SIGABRT, &action, NULL);
    backtrace_open();
}

void signals_join(struct worker *worker) {
    worker->whereabouts.thread = pthread_self();
    atomic_store(&worker->whereabouts.known, true);
    stack_t stack = {.ss_sp = signal_stack, .ss_size = sizeof(signal_stack)};
    sigaltstack(&stack, NULL);
}
