// A part of a source: some tokens in a row.
#ifndef LABS_RANGE_H
#define LABS_RANGE_H

#include "source.h"

// The tokens [begin, end).
struct range {
    token_index begin, end;
};

// The token after i, or after its closing bracket if i opens one.
token_index range_step(const struct source *source, token_index i);

// The first token outside brackets that is this character, or range.end if there is none; and whether there is one.
token_index range_find(const struct source *source, struct range range, char c);
int range_has(const struct source *source, struct range range, char c);

// Adds the tokens to the buffer, on one line. Returns 0, or -1 when memory is short.
int range_add(struct buffer *buffer, const struct source *source, struct range words);

#endif
