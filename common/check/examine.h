// Runs and judges a lab: its parts, and their cases.
#ifndef LABS_EXAMINE_H
#define LABS_EXAMINE_H

#include "check/judge/lab_result.h"

// Is called while a lab is examined, so that the verdict on each part can be shown as soon as it is known: that a part
// fails, before the cause is looked for.
struct examine_listener {
    void *context;
    void (*before_part)(void *context); // a part has to be run, which may take long
    void (*after_part)(void *context);  // more parts are in result->order
};

// Runs and judges everything that the options request. Without --all a part ends at its first failing case,
// which is its smallest; when grading, at the first case with a wrong result. A part that the student has not
// started is not run after a failing part. A part that fails is known at once, and all others in their order: so the
// first failure of the stages (plan/cases.h) is reported first. result->lab, options, runners, sources and todos are
// given; the rest is filled in. Returns false, with nothing known about the lab, if a runner that is still being built
// (runners.h) was not built.
bool examine_lab(struct lab_result *result, const struct examine_listener *listener);

#endif
