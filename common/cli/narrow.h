// Finds the pieces of a student's code that make a case fail: with the solution's code in their place, it passes.
#ifndef LABS_CLI_NARROW_H
#define LABS_CLI_NARROW_H

#include "labs.h"

// Shows the pieces after a verdict: as few as possible of those in which the starter's regions differ from the
// solution's. Builds and runs a program for each that differs, unless there is only one. Says nothing where that leads
// to no answer: without the solution, or if the code differs in too many places. Returns the number of the only task
// that has to change; 0: not known; -1: the pieces that it shows are in no task, or in several.
int narrow_show(const struct lab *lab, const char *path);

#endif
