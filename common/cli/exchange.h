// Builds and runs a student's program with the solution's code in place of some pieces.
#ifndef LABS_CLI_EXCHANGE_H
#define LABS_CLI_EXCHANGE_H

#include "failed_case.h"
#include "pieces.h"

// Has the build folder the program in which pieces are exchanged, for the operator of the case?
bool exchange_has_program(const struct lab *lab, const struct failed_case *failed);

// Does the case pass with the solution's code in place of these pieces, and the usual ones of its part? A single case
// could pass by chance.
bool exchange_passes(const struct lab *lab, const struct failed_case *failed, const struct piece *pieces,
                     size_t count);

// Leaves the program labNN-mixed without exchanged pieces. Call it before that program is built for anything else.
void exchange_end(const struct lab *lab);

#endif
