#define _GNU_SOURCE // sigaction under -std=c11

#include "check/report/waiting.h"

#include <signal.h>
#include <unistd.h>

#include "check/report/report.h"

static volatile sig_atomic_t interrupted;

static void note(int signal_number) {
    (void)signal_number;
    interrupted = 1;
}

void waiting_open(void) {
    struct sigaction action = {.sa_handler = note, .sa_flags = (int)(SA_RESETHAND | SA_RESTART)}, before;
    if (sigaction(SIGINT, NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
        sigaction(SIGINT, &action, NULL);
    }
}

bool waiting_tell(void *context, double seconds) {
    struct waiting *waiting = context;
    if ((int)seconds > waiting->shown && isatty(STDERR_FILENO)) {
        struct terminal terminal = terminal_open(stderr);
        waiting->shown = (int)seconds;
        fprintf(stderr, "\r\033[Kpart %s, ", waiting->part->name);
        report_case_name(&terminal, waiting->part, waiting->what, false);
        fprintf(stderr, ": running for %d s (Ctrl-C stops it)", waiting->shown);
        fflush(stderr);
    }
    return interrupted == 0;
}

void waiting_end(struct waiting *waiting) {
    if (waiting->shown > 0) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
}

bool waiting_interrupted(void) {
    return interrupted != 0;
}

void waiting_close(void) {
    if (interrupted != 0) {
        signal(SIGINT, SIG_DFL);
        raise(SIGINT);
    }
}
