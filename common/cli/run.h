// Runs the labs' checkers.
#ifndef LABS_CLI_RUN_H
#define LABS_CLI_RUN_H

#include <stdbool.h>

#include "labs.h"

enum { ROWS_PATH_SIZE = 512 };

struct checker_run {
    const char *build;         // the build folder
    char *program;             // "starter" or "solution"
    char *device;              // "sim" or "gpu"
    char rows[ROWS_PATH_SIZE]; // the file that rows are appended to; "": none
    bool brief;                // of a pass only the last line
    bool quiet;                // nothing of what it says but errors
};

// Prints the checker's command and runs it, with words[count] as its last ones. Its exit code, EXIT_BROKEN
// when it could not be run or died.
int run_checker(const struct checker_run *run, const struct lab *lab, char **words, int count);

// Empties the file that the checkers append their rows to. false after a message.
bool rows_begin(const char *path);

#endif
