// Grades all files that have no result yet, several at a time, and tries again where the machine failed.
#ifndef LABS_CLASS_QUEUE_H
#define LABS_CLASS_QUEUE_H

#include "commands.h"

enum { TRIES_MAX = 3 };

// Fills in the entries' results, tries and notes. Returns EXIT_GRADED, EXIT_MACHINE after a message, or
// EXIT_INTERRUPTED.
int queue_run(struct class *class, const struct lab_commands *commands);

#endif
