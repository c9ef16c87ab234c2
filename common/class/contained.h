// Runs one program for a submission: the translator, the compiler, the linker or the checker.
#ifndef LABS_CLASS_CONTAINED_H
#define LABS_CLASS_CONTAINED_H

#include <stdbool.h>
#include <stddef.h>

struct contained {
    char *const *words; // program and arguments; ends with NULL
    const char *folder; // where it runs, and the only folder that it may write to
    const char *output; // the file for all that it prints
    double seconds;     // limit of processor time
    size_t file_bytes;  // limit of each file that it writes
};

enum contained_end {
    CONTAINED_EXITED,
    CONTAINED_KILLED,      // by a signal
    CONTAINED_TOO_LONG,    // more processor time than `seconds`
    CONTAINED_NOT_POSSIBLE // the machine failed
};

struct contained_result {
    enum contained_end end;
    int code;       // of the exit, or the signal
    double seconds; // of processor time, with that of the programs that it started
    char why[200];  // what failed; "" for an exit
};

// Runs it to its end, in a group of its own with a clean environment, and ends all that it leaves running.
struct contained_result contained_run(const struct contained *run);

#endif
