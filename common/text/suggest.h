// Suggests a known word for a misspelt one.
#ifndef LABS_SUGGEST_H
#define LABS_SUGGEST_H

#include <stddef.h>

// The first word that begins with what was typed, if that has three letters or more. Else the word that takes
// the fewest inserted, deleted, replaced or swapped letters to reach, the first among equals; NULL when even
// that takes more than a third of the letters typed (or two), so is hardly meant. Upper and lower case are
// the same.
//
//     suggest("--sead", (const char *[]){"--seed", "--all"}, 2) gives "--seed"
const char *suggest(const char *typed, const char *const *words, size_t count);

#endif
