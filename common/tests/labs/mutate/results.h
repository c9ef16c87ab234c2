// The outcomes of mutants: a file with a line for each that was tried, so an interrupted run can continue.
#ifndef LABS_MUTATE_RESULTS_H
#define LABS_MUTATE_RESULTS_H

#include <stdio.h>

#include "trial.h"

// Reads the outcomes of a lab's mutants from the file at `path` into results, one for each; OUTCOME_UNKNOWN
// for those without a line. A line counts only for the same mutant, checker and runners. 0, or -1 if the file
// exists but cannot be read.
int results_read(const char *path, const struct lab_files *lab, const struct mutants *mutants,
                 struct result *results);

// Appends a line. 0, or -1 with errno.
//
//   lab  fingerprint  hash of the mutant's text  mutation  line  TODO  outcome  what the checker said
int results_add(FILE *file, const struct lab_files *lab, const struct mutant *mutant,
                const struct result *result);

#endif
