// Shows the pieces of a student's code that make a case fail.
#ifndef LABS_CLI_NARROWED_H
#define LABS_CLI_NARROWED_H

#include "pieces.h"

// `own`: the lab's starter.cu. `part`: what passes with the solution's code in their place, such as "part tree". Of a
// piece with many lines, it says only what narrowed_show_task does, and returns false.
bool narrowed_show(const struct regions *own, const char *part, const struct piece *pieces, size_t count);

// The only task that the pieces are in; 0: none of them is in a task; -1: they are in different places.
int narrowed_task(const struct piece *pieces, size_t count);

// Shows only the task and the lines of the pieces, of which some may be correct. Nothing if they are in several tasks,
// or if one is outside the tasks.
void narrowed_show_task(const struct regions *own, const struct piece *pieces, size_t count);

#endif
