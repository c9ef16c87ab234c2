// Is what a check.c declares complete? A checker says so before it runs anything.
#ifndef LABS_DECLARED_H
#define LABS_DECLARED_H

#include "check/check.h"

// Finds the first part that lacks something, or has what would be ignored, and writes it to `problem`, with what to do.
// Returns false if there is one.
bool declared_completely(const struct lab *declared, char *problem, size_t size);

#endif
