// Runs and judges one case.
#ifndef LABS_EXAMINE_CASE_H
#define LABS_EXAMINE_CASE_H

#include "check/judge/lab_result.h"
#include "check/runner/client.h"

// How the runner of a case is started. `workers`: used if the case does not specify a number.
struct client_config case_config(const struct lab_result *result, const struct check_case *what, int workers);

// Runs the case `judgement->what` and fills in the rest.
void examine_case(const struct lab_result *result, const struct lab_part *part, struct client *client,
                  struct judgement *judgement);

// With several workers, a case's diagnostics come in the order in which they happened to be found. With one
// worker the order is always the same, so that run is reported, in place of the given one. An endless loop is
// not repeated, because it takes long.
void repeat_with_one_worker(const struct lab_result *result, const struct lab_part *part,
                            struct judgement *judgement);

// A case has failed after others in one process. If it passes in a process of its own, sets
// judgement->what.needs_earlier: a variable has kept its value between the calls, for example.
void repeat_alone(const struct lab_result *result, const struct lab_part *part, struct judgement *judgement);

// Adds to a wrong sum without errors a note on where it goes wrong (check/trace/cause.h), if the case can be recorded in
// short time.
void examine_cause(const struct lab_result *result, const struct lab_part *part, struct judgement *judgement);

// Finds which elements of the input each value of the recorded case contains (check/trace/contents.h), where
// that is possible.
void examine_contents(const struct lab_result *result, const struct lab_part *part,
                      struct judgement *judgement);

#endif
