// Runs and judges a lab: its parts, and their cases one after the other.
#ifndef LABS_EXAMINE_H
#define LABS_EXAMINE_H

#include "check/judge/lab_result.h"

// Runs and judges everything that the options request. Without --all a part ends at its first failing case,
// which is its smallest; when grading, at the first case with a wrong result. A part that the student has not
// started is not run after a failing part. result->lab, options, runners, sources and todos are given; the
// rest is filled in.
void examine_lab(struct lab_result *result);

// Finds which elements of the input each value of the recorded case contains (check/trace/contents.h), where
// that is possible.
void examine_contents(const struct lab_result *result, const struct lab_part *part,
                      struct judgement *judgement);

#endif
