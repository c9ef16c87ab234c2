// What is known of the mutants: a file with a line for each that was tried, so that an interrupted run goes
// on where it was.
#ifndef LABS_MUTATE_RESULTS_H
#define LABS_MUTATE_RESULTS_H

#include <stdio.h>

#include "trial.h"

// Reads what the file at `path` knows of a lab's mutants into results[count], one for each; OUTCOME_UNKNOWN
// for the others. A line counts for the same mutant, checker and runners alone. 0, or -1 when the file is
// there and cannot be read.
int results_read(const char *path, const struct lab_files *lab, const struct mutants *mutants,
                 struct result *results);

// Appends a line. 0, or -1 with errno.
//
//   lab  fingerprint  hash of the mutant's text  mutation  line  TODO  outcome  what the checker said
int results_add(FILE *file, const struct lab_files *lab, const struct mutant *mutant,
                const struct result *result);

// A short file for docs/results, which holds for every build: what a mutant changes, and its outcome. Those
// that have not been tried are left out.
void results_keep(FILE *file, const struct lab_files *lab, const struct mutants *mutants,
                  const struct result *results);

// Reads such a file, as results_read does. 0, or -1 when it cannot be read.
int results_read_kept(const char *path, const struct lab_files *lab, const struct mutants *mutants,
                      struct result *results);

#endif
