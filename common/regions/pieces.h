// Where the code of a program's TODO regions differs from another program's, piece by piece, and the program with some
// of the other's pieces. ./lab check finds out with them which piece of the student's code makes a case fail.
#ifndef LABS_PIECES_H
#define LABS_PIECES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "regions.h"

// What the other program has in place of a piece.
enum piece_kind {
    PIECE_CODE,         // anything else
    PIECE_NOTHING,      // nothing
    PIECE_CONDITION,    // an `if` or a `?:` that the piece lacks
    PIECE_LOOP,         // a loop that it lacks
    PIECE_BARRIER,      // a call whose name contains `sync`, which it lacks
    PIECE_CALL,         // another call, in place of nothing
    PIECE_STATEMENT,    // another statement, in place of nothing
    PIECE_IN_CONDITION, // other code within the `( )` of an `if`
    PIECE_IN_LOOP,      // other code within the `( )` of a `for` or `while`
    PIECE_NUMBER,       // one number, in place of one
    PIECE_NAME,         // one name, in place of one
    PIECE_TYPE,         // the name of a type, in place of one
    PIECE_COMPARISON,   // one of < <= > >= == !=, in place of one
    PIECE_OPERATOR,     // another operator, in place of one
};

// Whole tokens, with as many brackets of each kind opened as closed. Comments and blanks do not count.
struct piece {
    int region; // its number; 0: outside the regions
    enum piece_kind kind;
    enum piece_kind around; // PIECE_IN_CONDITION, PIECE_IN_LOOP, or PIECE_CODE if it is in neither
    size_t begin,
        end; // the bytes [begin, end) of the own source; begin == end: a place where code is missing
    size_t other_begin, other_end; // of the other source
};

// Finds the pieces in the regions that are filled in both sources and that `wanted` accepts, in the order of the file,
// and if it accepts 0, also outside the regions, except for functions and the like that only the own source has. More
// than `region_max` pieces of a region become a single one, with all code between them; and of the code between two
// regions, one in each function. Returns their number, and at most `max` of them in `pieces`.
size_t pieces_find(const struct regions *own, const struct regions *other,
                   bool (*wanted)(const void *context, int region), const void *context, size_t region_max,
                   struct piece *pieces, size_t max);

// Joins pieces on one line of the own source, with the code between them. Returns the number of pieces that are left.
size_t pieces_join_lines(const struct regions *own, struct piece *pieces, size_t count);

// Returns a copy of `own` (to be freed; its length in *length) with the other source's code in these pieces, which are
// in the order of the file. NULL when memory is short.
char *pieces_exchange(const struct regions *own, const struct regions *other, const struct piece *pieces,
                      size_t count, size_t *length);

// Writes pieces to a file, a line each, and reads them. Reading returns false if the file is not one of pieces that fit
// into sources of these lengths.
bool pieces_write(FILE *out, const struct piece *pieces, size_t count);
bool pieces_read(FILE *in, size_t own_length, size_t other_length, struct piece *pieces, size_t max,
                 size_t *count);

// The line of a byte of the source, and its column, both from 1.
void piece_place(const struct regions *regions, size_t offset, int *line, int *column);

#endif
