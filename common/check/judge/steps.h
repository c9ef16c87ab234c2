// A kernel's work, step by step. A step is an interval between two block barriers in which warps combine
// values: a step of the tree. Loading before and storing after the tree are not steps.
#ifndef LABS_STEPS_H
#define LABS_STEPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "check/runner/case_outcome.h"

enum { STEPS_TEXT_SIZE = 400 };

// Can all blocks of the launch have the same share of the counter in every step?
bool steps_are_alike(const struct case_launch *launch, int counter);

// Writes the counter's values in the launch's steps, as in "8 8 8 8 8 4 2 1": of one block if all blocks are
// alike, otherwise of all blocks together. Steps after the 40th are "...". Returns the number of steps; *sum
// is their sum.
size_t steps_list(const struct case_launch *launch, int counter, char text[STEPS_TEXT_SIZE], uint64_t *sum);

#endif
