// --list and --plan: what there is to be checked, and to be measured.
#ifndef LABS_CHECK_LIST_H
#define LABS_CHECK_LIST_H

#include "check/plan/options.h"

// Every part of the lab with its points, tasks and cases.
void list_parts(const struct options *options);

// PART:KIND:SECTION, a line a part: what the bench on a real GPU wants of it (bench/main.c).
void list_plan(const struct options *options);

#endif
