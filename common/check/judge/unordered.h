// The order of the errors in one statement. C++ leaves the order of a statement's accesses to the compiler, and so GCC
// and Clang find its errors in different orders.
#ifndef LABS_UNORDERED_H
#define LABS_UNORDERED_H

#include "check/runner/case_outcome.h"
#include "check/runner/source.h"

// Puts the numbers of the run's diagnostics into `order`, which has room for all: as they were found, except that those
// of one thread and statement are ordered by what they say. Leaves out what was found in a later statement than a read
// that cannot happen. Returns how many there are.
size_t unordered_settle(const struct case_outcome *run, const struct source *source, size_t *order);

#endif
