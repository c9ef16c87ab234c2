// The words of a function or a file: its tokens, without blanks and comments.
#ifndef LABS_WORDS_H
#define LABS_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "structure.h"
#include "token.h"

struct words {
    const struct structure *structure;
    const struct token *tokens; // of a function: from the line of its first brace to that of its last
    size_t count;
};

// Finds the function that contains the line. Returns false if the line is outside any function.
bool words_read(const struct structure *structure, int line, struct words *words);

struct words words_of_file(const struct structure *structure);

// Is token number `i` this word? false: there is no such token.
bool word_is(const struct words *words, size_t i, const char *word);

// Is the variable at number `i` set here: assigned to, or `name++`, or `f(&name, ...)`?
bool word_is_set(const struct words *words, size_t i);

bool words_same(const struct words *words, const struct token *a, const struct token *b);

#endif
