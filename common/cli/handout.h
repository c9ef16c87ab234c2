// The copy of the course that students get.
#ifndef LABS_CLI_HANDOUT_H
#define LABS_CLI_HANDOUT_H

#include <stdbool.h>

#include "labs.h"

// The starter as it was handed out, in each lab's folder of a handout. Elsewhere the solution has its text.
#define HANDOUT_STARTER ".starter.cu"

// Is this a lab of a handout, which has no solution?
bool handout_lacks_solution(const struct lab *lab);

#endif
