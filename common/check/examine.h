// A lab examined: its parts, their cases one after the other, and what came of each.
#ifndef LABS_EXAMINE_H
#define LABS_EXAMINE_H

#include "check/judge/lab_result.h"

// Runs and judges everything that the options ask for. Without --all a part ends at its first failing case,
// which is its smallest (when grading at the first one with a wrong result), and a part of which nothing has
// been begun is not run after a failing one. result->lab, options, runners, sources and todos are given; the
// rest is filled in.
void examine_lab(struct lab_result *result);

#endif
