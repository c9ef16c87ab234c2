// Looks for the cause of a failed case.
#ifndef LABS_EXAMINE_CAUSE_H
#define LABS_EXAMINE_CAUSE_H

#include "check/judge/lab_result.h"

// Adds to a wrong result without errors a note on where it goes wrong (check/trace/cause.h), and to an error whose
// index may come from memory the writes of that index, if the case can be recorded in short time.
void examine_cause(const struct lab_result *result, const struct lab_part *part, struct judgement *judgement);

#endif
