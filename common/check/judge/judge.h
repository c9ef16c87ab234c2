// The verdict on one case.
#ifndef LABS_JUDGE_H
#define LABS_JUDGE_H

#include "check/judge/judgement.h"

// Judges what came of the case `judgement->what` in `judgement->run` and fills in the rest.
//
//   input     n values
//   output    what the runner gave back
//   source    for the lines of diagnostics; may be NULL
//   counted   the device counts (the simulated one does), so limits on counters apply; elsewhere the aspect
//             technique holds with the result
//   limit     seconds that a case may take, for the text
void judge_case(const struct lab_part *part, const void *input, const void *output,
                const struct source *source, bool counted, double limit, struct judgement *judgement);

#endif
