// Where a program's code differs from another one's, as a difference of two syntax trees: what the other has in place
// of statements, expressions, operators, types and names.
#ifndef LABS_DIFFERENCE_H
#define LABS_DIFFERENCE_H

#include "pieces.h"

// What is the smallest that becomes a piece.
enum difference_level {
    DIFFER_IN_EXPRESSIONS,
    DIFFER_IN_STATEMENTS, // whole ones, or what is in the `( )` of an `if` or a loop
};

// Finds the pieces in the regions that are filled in both sources and whose bits are in `wanted` (1 << number), in the
// order of the file, and with bit 0, also outside the regions, except for functions and the like that only the own
// source has.
// Blanks, comments, and braces around single statements do not count. Returns their number, and at most `max` of them
// in `pieces`.
//
//     x = a[i];      x = i < n ? a[i + 1] : 0;      the expression a[i]
//     f(); g();      f(); if (i < n) { g(); }       none, before g(): PIECE_CONDITION
//     f(); h();      f(); g(1); h();                none, behind f(): PIECE_CALL of `g`
size_t difference_find(const struct regions *own, const struct regions *other, unsigned long long wanted,
                       enum difference_level level, struct piece *pieces, size_t max);

// Does a statement with one of the pieces, in either source, set a variable that another statement, with the other
// piece, names? Then both together may be correct in another way than the other source, so that it is not known which
// of them is wrong.
//
//     first = blockIdx.x * FACTOR + tid;      the other source has blockIdx.x * FACTOR * BLOCK_SIZE
//     i = first + k * BLOCK_SIZE;             and there first + k * BLOCK_SIZE + tid
bool difference_links(const struct regions *own, const struct regions *other, const struct piece *one,
                      const struct piece *two);

#endif
