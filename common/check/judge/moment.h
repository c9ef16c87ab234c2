// When an error happens, by the lines of the student's source.
#ifndef LABS_MOMENT_H
#define LABS_MOMENT_H

#include "check/judge/findings.h"

// Adds to the message of a race in one block which of its accesses comes first in program order, and whether the
// other one belongs to the next iteration of a loop, or what else is wrong if a barrier would not help; to that of a divergent barrier, where the missing thread may
// have left the kernel; to an error that is compiled only without a macro, that macro; and to any message the number of the launch, unless it is the first. The finding's places
// must be set. Says nothing that the source does not show.
void moment_add(const struct source *source, struct finding *finding);

// Does the hint of its class fit the finding? Where the message says what to do, it may not: a barrier, for example, would
// not help.
bool moment_has_hint(const struct finding *finding);

#endif
