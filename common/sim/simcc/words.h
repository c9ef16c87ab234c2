// Lists of words, and what ends simcc.
#ifndef SIMCC_WORDS_H
#define SIMCC_WORDS_H

#include <stddef.h>

// Starts as {0}. items[count] is NULL.
struct words {
    char **items;
    size_t count;
};

// Adds a word in the manner of printf, and returns it. It lives as long as simcc.
const char *words_add(struct words *words, const char *format, ...) __attribute__((format(printf, 2, 3)));
void words_append(struct words *words, const struct words *more);

// From now on, SIGINT, SIGTERM and SIGHUP first end the command of words_run(), and then this process by exit(), which
// does what atexit() knows.
void words_end_by_exit(void);

// Runs a command: its exit code. `shown`: prints it first, to standard error.
int words_run(const struct words *command, int shown);

// Prints "simcc: ...", and exits with 1.
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
