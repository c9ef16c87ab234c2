// Advice in messages that does not fit the error.
#ifndef LABS_ADVICE_H
#define LABS_ADVICE_H

#include <stdbool.h>

#include "check/judge/findings.h"

// Drops from races in one statement the advice for threads that share an element where none should do so:
//
//   - where the index goes outside the array, too;
//   - where each step of a loop computes the index, as a tree does, and a thread has no element of its own;
//   - in a reduction (`reduces`), below a condition, which should choose the threads.
void advice_drop(struct finding *findings, size_t count, bool reduces);

#endif
