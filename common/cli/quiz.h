// The questions of a lab, about the counters of the student's own run.
#ifndef LABS_CLI_QUIZ_H
#define LABS_CLI_QUIZ_H

#include <stdbool.h>

#include "labs.h"

// Does the lab have questions, in its file quiz?
bool quiz_exists(const struct lab *lab);

#endif
