// Runs one program for a submission: the translator, the compiler, the linker or the checker.
#ifndef LABS_CLASS_CONTAINED_H
#define LABS_CLASS_CONTAINED_H

#include <stdbool.h>
#include <stddef.h>

#include "box/box.h"

// How a program is contained.
enum containment {
    CONTAINED_BOX,     // common/box; without all of its layers it is not possible
    CONTAINED_TRUSTED, // as much of common/box as there is
    CONTAINED_OWN // the checker, which contains the submission's program itself: only limits and a clean end
};

struct contained {
    enum containment containment;
    char *const *words;          // program and arguments; ends with NULL
    const char *const *readable; // files and folders that it may read, besides the system's; ends with NULL
    const char *folder;          // where it runs, and the only folder that it may write to; /tmp for it
    const char *output;          // the file for all that it prints
    struct box_limits limits;
};

enum contained_end {
    CONTAINED_EXITED,
    CONTAINED_KILLED,      // by a signal
    CONTAINED_OVER_LIMIT,  // it exceeded one of `limits`
    CONTAINED_NOT_POSSIBLE // the machine failed
};

struct contained_result {
    enum contained_end end;
    int code;       // of the exit, or the signal
    double seconds; // of processor time, with that of the programs that it started
    char why[200];  // what failed; "" for an exit
};

// Runs it to its end, in a group of its own with a clean environment, and ends all that it leaves running. It ends with
// the calling process, however that ends.
struct contained_result contained_run(const struct contained *run);

#endif
