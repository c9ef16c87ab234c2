// What pieces that differ (pieces.h) have to do with each other.
#ifndef LABS_PIECE_VARIABLES_H
#define LABS_PIECE_VARIABLES_H

#include <stdbool.h>

#include "pieces.h"

// Does `user` use a variable that `setter` sets, while the other source's code in its place does not?
//
//     setter    const short block = blockIdx.x;
//     user      block                              the other source has blockIdx.x there
bool piece_uses_variable(const struct regions *own, const struct regions *other, const struct piece *user,
                         const struct piece *setter);

#endif
