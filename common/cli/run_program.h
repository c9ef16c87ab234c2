// A program that ./lab run compiles, and its folder:
//
//     build/student/run/NAME-HASH/     of the source's path and the device
//         program                      the executable
//         dependencies                 what it was made from, as the compiler writes it for make
//         stamp                        a line for each of those files: when it was changed, and its size
//         log                          the compiler's messages
//         lock                         of the one process that compiles
//         source                       the source's path
//
// When a program is compiled, the folders of those whose source is gone are removed.
#ifndef LABS_CLI_RUN_PROGRAM_H
#define LABS_CLI_RUN_PROGRAM_H

#include <stdbool.h>

#include "commands.h"
#include "program.h"

enum { RUN_PATH_SIZE = 1400 };

struct run {
    const struct command *command;
    const char *device; // "sim" or "gpu"
    const char *file;   // as it was given
    char *source;       // its whole path
    char *root, *tools; // the whole paths of the course's folder and of the build folder
    char folder[RUN_PATH_SIZE], program[RUN_PATH_SIZE];
    struct words options, words; // for labs-run, and for the program
    bool views;                  // --view
};

// Where a file of the program's folder is.
const char *run_file(const struct run *run, const char *name, char path[RUN_PATH_SIZE]);

// Chooses the program's folder, and makes it.
int run_find_folder(struct run *run);

// Compiles the program, unless it is as new as its source, or another process compiles it. The exit code.
int run_compile(const struct run *run);

#endif
