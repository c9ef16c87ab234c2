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

// Does one of the pieces, in either source, set a variable that the other one names? Then both together may be correct
// in another way than the other source, so that it is not known which of them is wrong. The own code is whole lines,
// and of the head of a loop or an `if` also its block.
//
//     first = blockIdx.x * FACTOR + tid;      the other source has blockIdx.x * FACTOR * BLOCK_SIZE
//     i = first + k * BLOCK_SIZE;             and there first + k * BLOCK_SIZE + tid
bool pieces_are_linked(const struct regions *own, const struct regions *other, const struct piece *one,
                       const struct piece *two);

#endif
