// The parts of a statement, by its words: brackets, arguments, what it assigns to.
#ifndef LABS_STATEMENT_WORDS_H
#define LABS_STATEMENT_WORDS_H

#include "words.h"

// The words from `begin` on and before `end`.
struct word_range {
    size_t begin, end;
};

// The first letter of word number `i`; behind the last word '\0'.
char words_letter(const struct words *words, size_t i);

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

// Does an operator end here that updates what stands before it: `+` of `+=`?
bool words_end_operator(const struct words *words, size_t i);

// Are the words from `begin` on the same as those of `a`?
bool words_same_range(const struct words *words, struct word_range a, size_t begin);

// What a statement assigns to: `s_sums[tid]` of `s_sums[tid] += 1;`, or of `s_sums[tid]++;`. Empty: nothing.
struct word_range words_target(const struct words *words, struct word_range statement, bool *updates);

enum { ARGUMENTS_MAX = 12 };

// The parameters of the function, or arguments of a call, whose `(` is word `open`. Returns how many.
size_t words_arguments(const struct words *words, size_t open, struct word_range parts[ARGUMENTS_MAX]);

#endif
