// The parts of a statement, by its words.
#ifndef LABS_STATEMENT_WORDS_H
#define LABS_STATEMENT_WORDS_H

#include "words.h"

// The words from `begin` on and before `end`.
struct word_range {
    size_t begin, end;
};

// Is it `(` or `[`?
bool words_open(const struct words *words, size_t i);

// Is it `)` or `]`?
bool words_close(const struct words *words, size_t i);

// The number of the word behind the bracket that closes the one at `i`.
size_t words_behind_bracket(const struct words *words, size_t i);

// The statement that begins at the line, or, of one that begins before, what is at the line and behind.
struct word_range words_statement(const struct words *words, int line);

// The number of the `=` of an assignment, of `+=` and the like too, outside brackets; or range.end.
size_t words_equals(const struct words *words, struct word_range range);

#endif
