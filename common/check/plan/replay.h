// The command that runs one case again.
#ifndef LABS_REPLAY_H
#define LABS_REPLAY_H

#include "check/plan/cases.h"

// Writes the command that runs this one case again, or with what->needs_earlier its part, without a line end:
// "./lab check lab01 --part modulo --n 257 ...".
void replay_command(const struct options *options, const struct lab *lab, const struct lab_part *part,
                    const struct check_case *what, char *text, size_t size);

// Appends the options for the order of the case's blocks and warps, if it is not the usual one: " --workers 1
// --schedule reversed".
void replay_order(const struct options *options, const struct check_case *what, char *text, size_t size);

#endif
