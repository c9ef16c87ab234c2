// What the lines of the student's source show about a race.
#ifndef LABS_RACE_LINES_H
#define LABS_RACE_LINES_H

#include "check/judge/findings.h"

// Adds to the message of a race in one block which of its accesses comes first in program order, and whether the other
// one belongs to the next iteration of a loop; or, where a barrier between them would not help, what else is wrong. May
// show a further line: a barrier or fence that is too weak, a condition, or a call. The finding's places must be set.
void race_lines_add(const struct source *source, struct finding *finding);

#endif
