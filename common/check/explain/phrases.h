// The phrases that a search for hypotheses has found: each lacks its first argument, the value that it is about.
#ifndef LABS_PHRASES_H
#define LABS_PHRASES_H

#include <stddef.h>

#include "words/said.h"

enum { HYPOTHESIS_MAX = 2 };

struct phrases {
    struct said *found; // HYPOTHESIS_MAX of them
    size_t count;
};

// Adds a phrase, unless there are HYPOTHESIS_MAX already.
void phrases_add(struct phrases *phrases, const struct said_word *words);

// "in[256] to in[511]" for from = 256 and to = 512, or "in[256]" for a single element.
struct said phrases_range(const char *array, size_t from, size_t to);

#endif
