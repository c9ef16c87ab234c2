// Suggests a known word for a misspelt one.
#ifndef LABS_SUGGEST_H
#define LABS_SUGGEST_H

#include <stddef.h>

// The first word that begins with what was typed, if that has at least three letters. Otherwise the word with
// the fewest inserted, deleted, replaced or swapped letters, the first among equals. NULL if that takes more
// than a third of the typed letters (and more than two). Upper and lower case are the same.
//
//     suggest("--sead", (const char *[]){"--seed", "--all"}, 2) gives "--seed"
const char *suggest(const char *typed, const char *const *words, size_t count);

#endif
