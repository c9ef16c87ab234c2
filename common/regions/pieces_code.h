// The words of two programs' code, and the runs of them that differ. For pieces.c.
#ifndef LABS_PIECES_CODE_H
#define LABS_PIECES_CODE_H

#include <stdbool.h>
#include <stddef.h>

#include "pieces.h"
#include "token.h"

// The words of some lines: their tokens without blanks and comments.
struct code {
    const char *text;
    size_t begin; // offset
    struct token *words;
    size_t count;
};

// Words [begin, end) of the own code against [other_begin, other_end) of the other.
struct difference {
    size_t begin, end, other_begin, other_end;
};

struct differences {
    struct difference *items;
    size_t count;
};

// Is word i this one?
bool code_is(const struct code *code, size_t i, const char *word);

// Does a statement or block begin, or end, before word i?
bool code_begins_statement(const struct code *code, size_t i);

// Is every bracket in the words [begin, end) opened and closed in them, and every `?` followed by its `:`?
bool code_is_balanced(const struct code *code, size_t begin, size_t end);

// Finds runs of words that differ: few runs, and many words in common. The caller frees `items`. false: memory is
// short.
bool code_compare(const struct code *own, const struct code *other, struct differences *found);

// Are these words one operator? Each character is a word.
bool code_is_operator(const struct code *code, size_t begin, size_t end);

// PIECE_IN_CONDITION or PIECE_IN_LOOP if these words are within the `( )` of one; otherwise PIECE_CODE.
enum piece_kind code_kind_around(const struct code *code, size_t begin, size_t end);

// The kind of a piece: what the other code has in place of the own words.
enum piece_kind code_kind_of(const struct code *own, const struct code *other,
                             const struct difference *difference);

#endif
