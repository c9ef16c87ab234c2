// What a wrong sum happens to be: help that needs no look into the kernel.
#ifndef LABS_HYPOTHESIS_H
#define LABS_HYPOTHESIS_H

#include <stddef.h>
#include <stdint.h>

#include "check/explain/phrases.h"
#include "operator/table.h"

// Fills `texts` with up to HYPOTHESIS_MAX phrases, the likeliest first, and returns how many. Each has been
// verified for this very input: it states a fact about `actual`, never a guess at the mistake behind it.
// `block` is the number of elements a block sums. Where n is large only whole blocks and what all groups of
// elements have in common are looked at, and an element's being added many times only where n is small: among
// many sums some fits by chance.
//
//     in = [1 2 3 4], block = 2 (so 10 was expected), actual = 3:
//     "is the sum of in[0] to in[1], that is the first block alone"
size_t hypothesis_sum_int32(const int32_t *in, size_t n, size_t block, int32_t actual,
                            char texts[HYPOTHESIS_MAX][HYPOTHESIS_SIZE]);

// How many times LABS_UNSET_LOCAL is the difference of two sums? 0: not at all, or more often than a few
// blocks' threads would add it, or not `likely` so often and small: 255 times it is -254 with GCC, 3 times -2
// with Clang, which other sums differ by, too. (Of random differences one in two million is.)
unsigned hypothesis_unset_locals(uint32_t difference, size_t likely);

// The same of a wrong product, minimum or maximum of ints; 0 of another operator. What it tells is a value
// that takes part and comes from no element, such as a 0 in place of identity().
//
//     maximum, in = [-3 -1 -7], actual = 0:
//     "is none of the elements"
size_t hypothesis_stranger(enum operator_id operator_id, const int32_t *in, size_t n, int32_t actual,
                           char texts[HYPOTHESIS_MAX][HYPOTHESIS_SIZE]);

#endif
