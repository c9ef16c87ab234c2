// Finds the programs to check: a runner per operator.
//
// ./lab check starts the checker as soon as the sum's runner is built. The environment variable LABS_RUNNERS_BUILT
// is then a descriptor from which a byte can be read when the others are built, too. If they cannot be built, it is
// closed without one.
#ifndef LABS_RUNNERS_H
#define LABS_RUNNERS_H

#include "check/judge/lab_result.h"

// Fills in result->runners and building, and the sources of the runners that are built. VERDICT_PASS; or
// VERDICT_SKIPPED or VERDICT_BROKEN, after a message, if one is missing.
enum verdict runners_find(struct lab_result *result, const char *argv0);

// Is this operator's runner still being built?
bool runners_awaits(const struct lab_result *result, enum operator_id id);

// Waits for at most this time until all runners are built, or cannot be.
enum build_state { RUNNERS_BUILDING, RUNNERS_BUILT, RUNNERS_NOT_BUILT };
enum build_state runners_await(const struct lab_result *result, int milliseconds);

// Fills in the sources of the runners that have been built since runners_find(). Returns false, after a message,
// if one is missing.
bool runners_open(struct lab_result *result);

#endif
