// --list, --counter-limits, --plan and --speed: what can be checked, and what can be measured.
#ifndef LABS_CHECK_LIST_H
#define LABS_CHECK_LIST_H

#include "check/plan/options.h"

// Prints every part of the lab with its points, tasks and cases.
void list_parts(const struct options *options);

// Prints the limits of all parts as a table for the lesson.
void list_limits(void);

// Prints PART:KIND:SECTION for each part, the arguments of the bench on a real GPU (bench/main.c).
void list_plan(const struct options *options);

#endif
