// What the lines of the student's source show about threads that miss a barrier.
#ifndef LABS_BARRIER_LINES_H
#define LABS_BARRIER_LINES_H

#include "check/judge/findings.h"

// Sets the second place of a divergent barrier, if it has none: to the `return`, `break` or `continue` by which a
// thread may miss the barrier, or to the head of the block that contains it.
void barrier_lines_add(struct finding *finding);

// Of lanes missing at a warp's call because they wait at a barrier of the block: if that barrier is in a branch that
// the call is not in, the barrier is the mistake. Then makes the finding a divergent barrier, with that place first.
void barrier_lines_put_first(struct finding *finding);

#endif
