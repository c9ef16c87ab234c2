// What a pass shows besides the verdict, so that it teaches something.
#ifndef LABS_CLI_PASSED_H
#define LABS_CLI_PASSED_H

#include <stdbool.h>

#include "checker.h"

// What the checkers write for passed_show: rows of the checks that have passed (table_row.h), whose last row is of the
// last device, and what the kernels spend (spent.h).
struct passed_files {
    char rows[ROWS_PATH_SIZE], par[ROWS_PATH_SIZE];
};

// Sets both paths, empties the file of rows, and removes the other. false if the first cannot be written.
bool passed_begin(const struct lab *lab, struct passed_files *files);

// Prints, after the verdict: the points, the progress in the course, what the kernels cost next to the solution and to
// the student's best so far, which it records, how to see the solution, what to read, and what is next. `files`: NULL:
// none were written.
void passed_show(const struct lab *lab, const struct passed_files *files);

#endif
