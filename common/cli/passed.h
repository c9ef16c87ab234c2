// What a pass shows besides the verdict, so that it teaches something.
#ifndef LABS_CLI_PASSED_H
#define LABS_CLI_PASSED_H

#include <stdbool.h>

#include "checker.h"

// Makes an empty file for the rows of the lab's checks, and writes its path. false if it cannot be written.
bool passed_begin(const struct lab *lab, char path[ROWS_PATH_SIZE]);

// Prints, after the verdict: the points, the progress in the course, what the kernels cost next to the solution's and
// those of the previous lab, the differences from the solution, what to read, and what is next. `rows`: the file with
// the rows of the checks that have passed (checker_run), whose last row is of the last device; NULL: none.
void passed_show(const struct lab *lab, const char *rows);

#endif
