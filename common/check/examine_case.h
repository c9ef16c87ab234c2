// Runs and judges one case.
#ifndef LABS_EXAMINE_CASE_H
#define LABS_EXAMINE_CASE_H

#include "check/judge/lab_result.h"
#include "check/runner/client.h"

// How the runner of a case of the part is started. `workers`: used if the case does not specify a number.
struct client_config case_config(const struct lab_result *result, const struct lab_part *part,
                                 const struct check_case *what, int workers);

// Runs the case `judgement->what`, or its sample, and fills in the rest.
void examine_case(const struct lab_result *result, const struct lab_part *part, struct client *client,
                  struct judgement *judgement);

#endif
