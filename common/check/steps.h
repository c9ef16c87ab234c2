// What a kernel is known to do step by step: `.steps` of a part in check.c.
#ifndef LABS_STEPS_H
#define LABS_STEPS_H

#include <stdbool.h>
#include <stddef.h>

#include "run.h"

// The values of a counter in the steps of a launch, those of one block: "8 8 8 8 8 4 2 1". A step is a
// stretch between two block barriers in which warps combine values; what is before and after, such as
// loading, is none. Returns false where the blocks' values differ, so that there are none of "one block".
bool steps_of_block(const struct run_launch *launch, int counter, char *text, size_t size);

#endif
