// What the lines of the student's source show about a race.
#ifndef LABS_RACE_LINES_H
#define LABS_RACE_LINES_H

#include "check/judge/findings.h"

// Adds to the message of a race in one block which of its accesses comes first in program order, and whether the other
// one belongs to the next iteration of a loop; or that both are at one line. Of a flag that is written too early, shows
// the write. The finding's places must be set.
void race_lines_add(const struct source *source, struct finding *finding);

// Is it a race of two blocks at one line, and no flag says when the element is written?
bool race_lines_of_one_line(const struct finding *finding);

#endif
