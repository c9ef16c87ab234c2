// Files of the course that are no student's to change, and were changed: an error may come from them.
#ifndef LABS_CLI_CHANGED_H
#define LABS_CLI_CHANGED_H

#include "labs.h"

// Names those that git finds changed in this clone, on stderr: of one lab and the headers for students' files; NULL: of
// the whole course. Says nothing of a copy that is not a clone.
void changed_say(const struct lab *lab);

#endif
