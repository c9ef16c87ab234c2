// A line about the case that is running, and Ctrl-C.
#ifndef LABS_WAITING_H
#define LABS_WAITING_H

#include <stdbool.h>

#include "check/check.h"
#include "check/plan/cases.h"

struct waiting {
    const struct lab_part *part;
    const struct check_case *what;
    int shown; // seconds in the line on the terminal; 0: there is no line
};

// From now on Ctrl-C stops the running case, and a second Ctrl-C the checker.
void waiting_open(void);

// A case has been running for `seconds`. After the first second, says so on standard error if that is a terminal.
// Returns false after Ctrl-C. `context`: a struct waiting, at first with shown 0.
bool waiting_tell(void *context, double seconds);

// The case has ended: removes its line.
void waiting_end(struct waiting *waiting);

// Removes the line, before something else is written to the terminal.
void waiting_clear(void);

// Was it Ctrl-C? waiting_close then ends the process as Ctrl-C does.
bool waiting_interrupted(void);
void waiting_close(void);

#endif
