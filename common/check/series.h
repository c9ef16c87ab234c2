// Runs the cases of all parts, several series at the same time. A series is a sequence of cases that one runner's
// process runs: those of a part with the same operator and order of blocks.
//
// Which cases are judged does not depend on the number of series at a time: within a series they run in their
// order, and examine.c takes the judgements in the order of the stages (plan/cases.h) and parts.
#ifndef LABS_SERIES_H
#define LABS_SERIES_H

#include "check/judge/lab_result.h"

struct series_pool;

// Starts to run the parts of `result` whose cases are planned, except for those that the student has not begun:
// series_want starts them. Returns NULL when memory or threads are short.
struct series_pool *series_start(struct lab_result *result);

// The part's verdict is needed.
void series_want(struct series_pool *pool, const struct part_result *part);

// The rest of this part is needed before that of all others.
void series_hurry(struct series_pool *pool, const struct part_result *part);

// Waits until the part's case `index` is judged. Returns false if its runner was not built.
bool series_await(struct series_pool *pool, const struct part_result *part, size_t index);

// No more cases of this part are needed.
void series_end(struct series_pool *pool, const struct part_result *part);

// Ends all runners, and frees the pool.
void series_stop(struct series_pool *pool);

#endif
