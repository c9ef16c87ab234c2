// Phrases about a wrong result that fit by chance.
#ifndef LABS_CHANCE_H
#define LABS_CHANCE_H

#include <stddef.h>
#include <stdint.h>

#include "check/explain/phrases.h"

// Writes the phrases for an output to `found` and returns how many.
typedef size_t chance_search(const void *context, const int32_t *actual, struct said found[HYPOTHESIS_MAX]);

// Drops from the `found_count` phrases those that chance explains, and returns how many are left. It replaces the wrong
// elements of `actual` by random values that are about as far from `expected`, many times, and searches again. If the
// same phrase, apart from its numbers, fits more than a few of these outputs, which no program has computed, it says
// nothing about the program. That happens with few or small elements, and with many blocks. Both have `count`
// elements.
//
//     the sum of [3 1 7 0 4 1 6 3] is wrong by 4: it is always the sum without one of these elements, or with one more
size_t chance_drop(chance_search *search, const void *context, const int32_t *expected, const int32_t *actual,
                   size_t count, struct said found[HYPOTHESIS_MAX], size_t found_count);

#endif
