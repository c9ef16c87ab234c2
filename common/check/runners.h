// Finds the programs to check: a runner per operator.
//
// ./lab check starts the checker as soon as the sum's runner is built. The environment variable LABS_RUNNERS_BUILT
// is then a descriptor from which more can be read: "+max\n" when that operator's runner is built, and "b" when all
// are. If they cannot be built, it is closed without the "b".
#ifndef LABS_RUNNERS_H
#define LABS_RUNNERS_H

#include "check/judge/lab_result.h"

// Fills in result->runners and building, and the sources of the runners that are built. VERDICT_PASS; or
// VERDICT_SKIPPED or VERDICT_BROKEN, after a message, if one is missing.
enum verdict runners_find(struct lab_result *result, const char *argv0);

// Is this operator's runner still being built?
bool runners_awaits(const struct lab_result *result, enum operator_id id);

// Waits for at most this time until more runners are built, or cannot be. Adds the operators whose runners are built to
// *built, 1 << id for each. Is called by one thread.
enum build_state { RUNNERS_BUILDING, RUNNERS_BUILT, RUNNERS_NOT_BUILT };
enum build_state runners_await(const struct lab_result *result, int milliseconds, unsigned *built);

// Fills in the sources of these runners, as far as they were not built before. Returns false, after a message, if
// one is missing.
bool runners_open(struct lab_result *result, unsigned built);

#endif
