// Does a case keep to the limits and the steps that its part declares?
#ifndef LABS_LIMITS_H
#define LABS_LIMITS_H

#include "check/judge/judgement.h"

// Compares the counters of judgement->run with the part's limits and steps. At the first that does not hold:
// false, with verdict and reason set. The verdict is "broken" when check.c names an unknown counter.
bool limits_hold(const struct lab_part *part, struct judgement *judgement);

#endif
