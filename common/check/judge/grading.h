// What a lab's folder says about its grading:
//
//   grading.txt   each part's points, and what its limits and budgets are, for instructors to change (docs/grading.md)
//   par.txt       what the solution spends, as --par prints it, and lines "accepted PART OPERATOR N TIME..." with the
//                 times of the programs that the lab's tests accept, in rising order (common/tests/labs/par)
#ifndef LABS_GRADING_H
#define LABS_GRADING_H

#include <stdio.h>

#include "check/check.h"

// Reads both into the lab's parts: their points, limits and pars. `file`: instead of the folder's grading.txt; NULL:
// that. A lab without a folder keeps what its check.c says. Returns false, with a sentence in `error` that names the
// line and says what to do, if one cannot be read or is wrong.
bool grading_read(const struct lab *lab, const char *file, char *error, size_t size);

// --par: a line for each part and operator, with the counters of its largest case that budgets are about.
struct judgement;
void grading_print_par(FILE *out, const struct lab_part *part, const struct judgement *judgement);

#endif
