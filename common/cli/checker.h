// The labs' checkers, run on a student's file or on the solutions.
#ifndef LABS_CLI_CHECKER_H
#define LABS_CLI_CHECKER_H

#include <stdbool.h>

#include "arguments.h"

enum {
    ROWS_PATH_SIZE = 512,
    CHECKER_NOT_BUILT = 3, // a checker's exit code if one of the programs that it awaited was not built
    CHECKER_PERHAPS_WHOLE =
        4,            // with `mixed`: it fails, but may pass as it is, because it has code in each part
    CHECKER_BEGUN = 5 // with --not-begun: a part has no tasks of its own, so the program has to be run
};

struct checker_run {
    const char *program; // "starter" or "solution"
    const char *device;  // "sim" or "gpu"
    const char *failed;  // the file for the case that fails (failed_case.h); NULL: none
    const char *rows;    // the file that rows are appended to; NULL: none
    const char *par;     // the file for what the program spends (spent.h); NULL: none
    bool mixed;          // the starter with the solution's code in its empty tasks
    bool done_counts;    // with `mixed`: a part passes although the solution does some of its tasks
    bool whole;          // does not say why a part fails that has empty tasks
    bool brief;          // of a pass only the last line
    bool quiet;          // shows only its errors
};

// Runs the checker, with `options` as its last ones. Its exit code, EXIT_BROKEN if it
// could not be run or died.
int checker_run(const struct checker_run *run, const struct lab *lab, const struct words *options);

// The path of a lab's checker, to be the first of a command's words.
void checker_add_path(struct words *command, const struct lab *lab);

// The devices to use: the requested one, otherwise the simulated GPU, if it was built, and then a real one if there is
// one, for which build_has_device() has yet to say whether nvcc works. A report is of one device. Their number; 0 after
// a message if the one that is asked for cannot be used.
int checker_devices(const struct arguments *arguments, const char *devices[2]);

// Does this machine have an NVIDIA GPU and the CUDA toolkit?
bool checker_has_gpu(void);

// Combines two exit codes into one.
int worse(int a, int b);

// Empties the file that the checkers append their rows to. false after a message.
bool rows_begin(const char *path);

#endif
