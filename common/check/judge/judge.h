// The verdict on one case.
#ifndef LABS_JUDGE_H
#define LABS_JUDGE_H

#include "check/judge/judgement.h"

// Judges the case `judgement->what`, whose outcome is in `judgement->run`, and fills in the rest.
//
//   input     n values
//   output    what the runner returned
//   source    for the lines of diagnostics; may be NULL
//   counted   the device counts, as the simulated GPU does, so limits on counters apply; otherwise the aspect
//             technique holds if the result is correct
//   notes     make the notes also of a case that passes; most of them are dropped then, and each takes a look at the
//             debug information
//   limit     seconds per case, for the text
void judge_case(const struct lab_part *part, const void *input, const void *output,
                const struct source *source, bool counted, bool notes, double limit,
                struct judgement *judgement);

#endif
