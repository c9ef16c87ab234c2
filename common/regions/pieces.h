// Pieces in which a program's code differs from another one's (difference.h), and the program with some of the other's.
// ./lab finds out with them which of a student's code makes a case fail.
#ifndef LABS_PIECES_H
#define LABS_PIECES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "regions.h"

enum { PIECE_NAME_SIZE = 40 };

// What the other program has in place of a piece. If it is one thing, this one thing is all that differs.
enum piece_kind {
    PIECE_CODE,           // anything else
    PIECE_NOTHING,        // nothing
    PIECE_CONDITION,      // the same in an `if` or a `?:`; or an `if` that leaves a function or a loop
    PIECE_LOOP,           // the same in a loop, or another loop
    PIECE_IF,             // another `if`
    PIECE_ELSE,           // another `else`
    PIECE_BARRIER,        // another barrier
    PIECE_LAUNCH,         // another launch of `name`
    PIECE_CALL,           // a call of `name`: the same in it, or another one
    PIECE_ASSIGNMENT,     // another assignment to `name`
    PIECE_DECLARATION,    // another declaration of `name`
    PIECE_STATEMENT,      // another statement
    PIECE_STATEMENTS,     // several others
    PIECE_INITIAL,        // the variable with an initial value
    PIECE_OPERAND,        // one operand more, of the operator `name`
    PIECE_OPERANDS,       // several operands more
    PIECE_ARGUMENTS,      // one argument more of a call, or several
    PIECE_SIGN,           // an operator before or behind
    PIECE_INDEX,          // an index behind
    PIECE_CAST,           // a cast before
    PIECE_SPECIFIER,      // also the word `name` in a type
    PIECE_PARENTHESES,    // the same in parentheses
    PIECE_OPERAND_ORDER,  // the operands of an operator in another order
    PIECE_ARGUMENT_ORDER, // the arguments of a call in another order
    PIECE_IN_CONDITION,   // another expression within the `( )` of an `if`
    PIECE_IN_LOOP,        // other code within the `( )` of a loop
    PIECE_NUMBER,         // a number, in place of one
    PIECE_NAME,           // a name, in place of one
    PIECE_TYPE,           // a type, in place of one
    PIECE_COMPARISON,     // one of < <= > >= == !=, in place of one
    PIECE_OPERATOR,       // another operator, in place of one
    PIECE_EXPRESSION,     // an expression, in place of one
};

struct piece {
    int region; // its number; 0: outside the regions
    enum piece_kind kind;
    char name[PIECE_NAME_SIZE]; // in the other source; "": without one
    size_t begin,
        end; // the bytes [begin, end) of the own source; begin == end: a place where code is missing
    size_t other_begin, other_end; // of the other source
};

// Returns a copy of `own` (to be freed; its length in *length) with the other source's code in these pieces, which are
// in the order of the file. NULL when memory is short.
char *pieces_exchange(const struct regions *own, const struct regions *other, const struct piece *pieces,
                      size_t count, size_t *length);

// Writes the places of pieces to a file, a line each, and reads them. Reading returns false if the file is not one of
// pieces that fit into sources of these lengths.
bool pieces_write(FILE *out, const struct piece *pieces, size_t count);
bool pieces_read(FILE *in, size_t own_length, size_t other_length, struct piece *pieces, size_t max,
                 size_t *count);

// The line of a byte of the source, from 1.
int piece_line(const struct regions *regions, size_t offset);

#endif
