// Shows the pieces of a student's code that make a case fail.
#ifndef LABS_CLI_NARROWED_H
#define LABS_CLI_NARROWED_H

#include "pieces.h"

// `own`: the lab's starter.cu. `part`: what passes with the solution's code in place of the pieces, such as "part
// tree"; NULL: some of them may be correct, so it shows only the task and the lines, if they are all in one place.
// Returns the number of the task; -1: the pieces that it shows are in no task, or in several; 0: it shows nothing.
int narrowed_show(const struct regions *own, const char *part, const struct piece *pieces, size_t count);

#endif
