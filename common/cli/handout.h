// The copy of the course that students get.
#ifndef LABS_CLI_HANDOUT_H
#define LABS_CLI_HANDOUT_H

#include <stdbool.h>

#include "labs.h"

// The starter as it was handed out, in each lab's folder of a handout. Elsewhere the solution has its text.
#define HANDOUT_STARTER ".starter.cu"

// Is this a lab of a handout, which has no solution?
bool handout_lacks_solution(const struct lab *lab);

// The same, after a message to someone who asks for it.
bool handout_refuses_solution(const struct lab *lab);

// The path of the file that has the text of the lab's starter as it was handed out: with its regions emptied.
void handout_original(const struct lab *lab, char path[LAB_PATH_SIZE]);

// Has the lab's starter.cu tasks, and is it as it was handed out, to the byte?
bool handout_is_untouched(const struct lab *lab);

#endif
