// What a kernel does step by step: a step is a stretch between two block barriers in which warps combine
// values, a step of the tree. What comes before and after, such as loading and storing, is none.
#ifndef LABS_STEPS_H
#define LABS_STEPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "check/runner/case_outcome.h"

enum { STEPS_TEXT_SIZE = 400 };

// Can every block of the launch have the same share of the counter in every step?
bool steps_are_alike(const struct case_launch *launch, int counter);

// The counter's values in the launch's steps: "8 8 8 8 8 4 2 1", those of one block where blocks are alike,
// else of all blocks. Steps after the 40th are "...". Returns how many steps there are; *sum is their sum.
size_t steps_list(const struct case_launch *launch, int counter, char text[STEPS_TEXT_SIZE], uint64_t *sum);

#endif
