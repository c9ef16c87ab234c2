// The code at fault, and the next step, after a failing verdict.
#ifndef LABS_CLI_WHERE_H
#define LABS_CLI_WHERE_H

#include "arguments.h"
#include "failed_case.h"

// Prints the next step after a failing verdict, and where help is. `task`: what narrow_show() has returned; 0 without a
// search. `offers`: says how to search, if that is possible.
void where_next(const struct arguments *arguments, const struct lab *lab, int task, bool offers,
                const struct failed_case *failed);

#endif
