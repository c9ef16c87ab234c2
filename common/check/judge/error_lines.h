// What the lines of the student's source show about an error.
#ifndef LABS_ERROR_LINES_H
#define LABS_ERROR_LINES_H

#include "check/judge/findings.h"

// Adds to a finding, whose places must be set, what the source shows: about a race (race_lines.h) or a barrier
// (barrier_lines.h), the loop or declaration behind some other errors, the macro that is not defined if the line
// is compiled for that reason, and the number of the launch, unless it is the first. Says nothing that the source does
// not show.
void error_lines_add(const struct source *source, struct finding *finding);

// Does the hint of its class fit the finding? Where the message says what to do, it may not: a barrier, for example,
// would not help.
bool error_lines_fit_hint(const struct finding *finding);

#endif
