// The limits of a part.
#ifndef LABS_LIMITS_H
#define LABS_LIMITS_H

#include "check/judge/judgement.h"

// Compares the counters of judgement->run with the part's limits. Returns false at the first
// violation, with verdict and reason set: "broken" for an unknown counter, in a lab without grading.txt.
bool limits_hold(const struct lab_part *part, struct judgement *judgement);

// The names that a limit may have: those of the counters, then those of the totals; NULL after the last one.
const char *limit_name(size_t index);

// The index of a name; that after the last one if there is no such name.
size_t limit_index(const char *name);

// The budgets that every part of a lab has, unless its grading.txt says otherwise. Writes at most LIMIT_MAX, and
// returns how many.
enum { LIMIT_MAX = 32 };
size_t limit_budgets(struct lab_limit *budgets);

// "Less than `factor` times what the solution spends of `counter`", which must stay valid.
struct lab_limit limit_budget(const char *counter, double factor);

// What the solution spends in the part's case of n elements; NULL if that is not known.
const struct lab_par *limit_par(const struct lab_part *part, enum operator_id operator_id, size_t n);

// The most that a limit allows in a case; of a budget SIZE_MAX if it is not known what the solution spends.
uint64_t limit_maximum(const struct lab_part *part, const struct lab_limit *limit,
                       const struct check_case *what);

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
