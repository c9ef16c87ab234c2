// How far the student is, as noted in build/progress: beside the build folders, so that building anew forgets
// nothing. A note that is damaged counts as none.
#ifndef LABS_CLI_PROGRESS_H
#define LABS_CLI_PROGRESS_H

#include <stdbool.h>

#include "labs.h"

// Has the lab's starter.cu, as it is now, passed a whole check? Changed by one byte it has not.
bool progress_passed(const struct lab *lab);

// A number that changes with the content of the lab's starter.cu. 0, or -1 if it cannot be read.
int progress_starter_hash(const struct lab *lab, unsigned long long *hash);

// The first lab that has not passed. false if there is none.
bool progress_first_unfinished(struct lab *lab);

// Notes down that it has. 0, or -1 with errno.
int progress_record(const struct lab *lab);

// How many of the hints for TODO(todo) have been shown: the number of the furthest one; 0 for none.
int progress_hints(const struct lab *lab, int todo);

// Notes down that hint `step` for TODO(todo) has been shown; an earlier one than the furthest changes
// nothing. 0, or -1 with errno.
int progress_record_hint(const struct lab *lab, int todo, int step);

#endif
