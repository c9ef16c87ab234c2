#define _GNU_SOURCE // sigaction under -std=c11

#include "check/report/waiting.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "check/report/report.h"
#include "text/translation.h"

static volatile sig_atomic_t interrupted;
static pthread_mutex_t lock =
    PTHREAD_MUTEX_INITIALIZER;      // of the line: several cases may run at the same time
static const struct waiting *shown; // whose line it is; NULL if there is none

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
    pthread_mutex_lock(&lock);
    if ((int)seconds > waiting->shown && isatty(STDERR_FILENO) && (shown == NULL || shown == waiting)) {
        struct terminal terminal = terminal_open(stderr);
        shown = waiting;
        waiting->shown = (int)seconds;
        fputs("\r\033[K\033[?7l", stderr); // a narrow terminal cuts the line: of two rows, one would stay
        fprintf(stderr, _("part %s, "), waiting->part->name);
        report_case_name(&terminal, waiting->part, waiting->what, false);
        fprintf(stderr, _(": running for %d s (Ctrl-C stops it)"), waiting->shown);
        fputs("\033[?7h", stderr);
        fflush(stderr);
    }
    pthread_mutex_unlock(&lock);
    return interrupted == 0;
}

static void clear(const struct waiting *waiting) {
    pthread_mutex_lock(&lock);
    if (shown != NULL && (waiting == NULL || waiting == shown)) {
        shown = NULL;
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
    pthread_mutex_unlock(&lock);
}

void waiting_end(struct waiting *waiting) {
    clear(waiting);
}

void waiting_clear(void) {
    clear(NULL);
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
