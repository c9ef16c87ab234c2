// The lines of the student's code that an error belongs to.
#ifndef LABS_OWN_LINES_H
#define LABS_OWN_LINES_H

#include "check/judge/findings.h"

// Moves the first place from a library to the student's line that has called it, and finds where the function of that
// line was called, or its kernel launched: the second place, or finding->call.
void own_lines_find(const struct source *source, struct finding *finding);

#endif
