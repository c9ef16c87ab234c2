// The limits and the steps that a part declares.
#ifndef LABS_LIMITS_H
#define LABS_LIMITS_H

#include "check/judge/judgement.h"

// Compares the counters of judgement->run with the part's limits and steps. Returns false at the first
// violation, with verdict and reason set. The verdict is "broken" if check.c names an unknown counter.
bool limits_hold(const struct lab_part *part, struct judgement *judgement);

// The value over all launches of a counter that a limit may name; SIZE_MAX for an unknown name.
uint64_t limit_counter_value(const struct case_outcome *run, const char *counter);

// The launch's share of it; 1 for all counters that have none.
uint64_t limit_launch_value(const struct launch_record *launch, const char *counter);

// What the limit counts: "barriers".
struct said limit_title(const struct lab_limit *limit);

// So much of it per what: "9.25 per block".
struct said limit_amount(const struct lab_limit *limit, const char *number);

// Is this the limit that every part with operators has: at least as many applications as the result takes?
bool limit_is_least(const struct lab_limit *limit);

#endif
