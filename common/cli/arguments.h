// The parsed command line. Only arguments.c parses it.
#ifndef LABS_CLI_ARGUMENTS_H
#define LABS_CLI_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>

#include "labs.h"
#include "program.h"

// What a command accepts.
enum takes {
    TAKES_LABS = 1,       // any number of labs
    TAKES_ONE_LAB = 2,    // at most one
    TAKES_DEVICE = 4,     // --device
    TAKES_CHECK = 8,      // the checkers' options (text/option_list.c)
    TAKES_BENCH = 16,     // the bench's sizes; with --device sim everything else goes to sim-bench
    TAKES_HINT = 32,      // a lab, the number of a task, --step, --all
    TAKES_TEST = 64,      // labs and CTest's options
    TAKES_ANYTHING = 128, // words that the command reads itself
    TAKES_GRADE = 256,    // an instructor's seed, cases and containment
    TAKES_VIEW = 512,     // the lab to show beside
    TAKES_PART = 1024,    // a lab, and one of its parts by its name
    MEANS_ALL_LABS = 2048 // without a lab: all of them
};

struct arguments;

struct command {
    const char *name;
    int (*run)(const struct arguments *arguments);
    unsigned takes;
    const char *usage; // what follows "./lab NAME"; NULL for the course's own commands
};

struct arguments {
    const struct command *command;
    struct lab labs[LAB_MAX];
    int lab_count;
    const char *device;   // "sim" or "gpu"; NULL: none was asked for
    const char *language; // --lang; NULL: that of LABS_LANG or the environment
    const char *report;   // the file for --json or --report; NULL: none
    bool writes_reports;  // the checker writes some file
    bool whole;           // the options leave no part of the verdict out
    bool keys;            // a key does what commands do: h shows the hint of the task to fix
    bool all;             // --all: all steps of a hint, or all tests
    int todo, step;       // for a hint: 0 where none was asked for
    const char *with;     // LAB or LAB:PART to show beside; NULL: the reference
    struct words words;   // for the checker, CTest, a bench, or the command itself
};

// Reads words[count], which follow the command. 0, or EXIT_BROKEN after a message.
int arguments_read(const struct command *command, char **words, int count, struct arguments *arguments);

void arguments_free(struct arguments *arguments);

// Prints what is wrong with the command line, and the command's usage. Returns EXIT_BROKEN.
int usage_error(const struct command *command, const char *format, ...);

#endif
