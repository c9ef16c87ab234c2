// Finds which elements of the input each value of a recorded case contains, by running the case again on other inputs
// (check/trace/contents.h).
#ifndef LABS_EXAMINE_CONTENTS_H
#define LABS_EXAMINE_CONTENTS_H

#include "check/judge/lab_result.h"

// Sets judgement->recording.contents, if they can be found. `workers`: as in the recording. `stride`: 1, all elements;
// more, a sample (contents_find); 0, ranges (contents_ranges).
void find_contents(const struct lab_result *result, const struct lab_part *part, size_t stride, int workers,
                   struct judgement *judgement);

// The same for a case that the options request to record; all elements.
void examine_contents(const struct lab_result *result, const struct lab_part *part,
                      struct judgement *judgement);

void drop_contents(struct judgement *judgement);

#endif
