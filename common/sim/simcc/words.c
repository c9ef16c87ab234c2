#define _GNU_SOURCE // vasprintf
#include "words.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { EXIT_FAILED = 1, SIGNAL_CODE = 128 };

static volatile sig_atomic_t ended_by; // a signal; 0: none

static void note(int number) {
    ended_by = number;
}

void words_end_by_exit(void) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    const struct sigaction action = {.sa_handler = note}; // without SA_RESTART: waitpid() returns
    for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
        struct sigaction before;
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
            sigaction(signals[i], &action, NULL);
        }
    }
}

static void add(struct words *words, char *word) {
    char **more = realloc(words->items, (words->count + 2) * sizeof(*more));
    if (more == NULL) {
        fail("not enough memory");
    }
    words->items = more;
    words->items[words->count++] = word;
    words->items[words->count] = NULL;
}

const char *words_add(struct words *words, const char *format, ...) {
    char *word;
    va_list values;
    va_start(values, format);
    if (vasprintf(&word, format, values) < 0) {
        fail("not enough memory");
    }
    va_end(values);
    add(words, word);
    return word;
}

void words_append(struct words *words, const struct words *more) {
    for (size_t i = 0; i < more->count; i++) {
        add(words, more->items[i]);
    }
}

int words_run(const struct words *command, int shown) {
    int status = 0;
    for (size_t i = 0; i < command->count && shown; i++) {
        fprintf(stderr, "%s%s", command->items[i], i + 1 < command->count ? " " : "\n");
    }
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        execvp(command->items[0], command->items);
        fprintf(stderr, "simcc: %s: %s\n", command->items[0], strerror(errno));
        _exit(EXIT_FAILED);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
        if (ended_by != 0) {
            kill(child, ended_by); // Ctrl-C has done so
        }
    }
    if (ended_by != 0) {
        exit(SIGNAL_CODE + ended_by);
    }
    return child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILED;
}

void fail(const char *format, ...) {
    va_list values;
    va_start(values, format);
    fputs("simcc: ", stderr);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    va_end(values);
    exit(EXIT_FAILED);
}
