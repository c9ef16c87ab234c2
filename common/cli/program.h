// Starts other programs: the checkers, CMake, CTest.
#ifndef LABS_CLI_PROGRAM_H
#define LABS_CLI_PROGRAM_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

// A command line. Starts as {0}.
struct words {
    char **items; // items[count] is NULL, as execvp wants it
    int count;
};

void words_add(struct words *words, const char *word);
void words_addf(struct words *words, const char *format, ...);
void words_append(struct words *words, const struct words *more);
void words_free(struct words *words);

// The word after the first `word`, such as an option's value; NULL if `word` does not occur or is the last one.
const char *words_after(const struct words *words, const char *word);

enum program_output { OUTPUT_SHOWN, OUTPUT_DROPPED }; // errors are shown in any case

// Runs a command to its end. Its exit code; EXIT_BROKEN, after a message, if it could not run or a signal ended it.
int program_run(const struct words *command, enum program_output output);

// Starts a command whose output the caller reads, with its errors in between if `with_errors`. 0, or EXIT_BROKEN after
// a message. The command has the locale C: compilers then speak English, with ASCII quotation marks, whatever the
// user's language is. The course's own programs find that in LABS_LANG.
struct program {
    pid_t child;
    FILE *output;
};
int program_open(const struct words *command, int with_errors, struct program *program);

// Waits for its end. The exit code as above.
int program_close(const struct words *command, struct program *program);

// Becomes another program. Returns EXIT_BROKEN, after a message, if that is not possible.
int program_become(const struct words *command);

#endif
