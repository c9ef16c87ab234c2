// Explains a wrong result of a reduction by the elements that it combines. This needs no knowledge of the
// kernel.
#ifndef LABS_HYPOTHESIS_H
#define LABS_HYPOTHESIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "check/explain/input_sums.h"
#include "check/explain/phrases.h"
#include "operator/operators.h"
#include "operator/table.h"

// Writes up to HYPOTHESIS_MAX phrases to `found`, the most likely first, and returns how many. Each was
// verified for this very input: it states a fact about `actual`, never a guess at the error behind it.
// `sums` are those of the input (input_sums.h). For large n only whole blocks and regular patterns are
// tried, and one element added many times only for small n, because among many candidates one fits by chance.
//
//     in = [1 2 3 4], block = 2 (so 10 was expected), actual = 3:
//     "is the sum of in[0] to in[1], that is the first block alone"
size_t hypothesis_sum_int32(struct input_sums *sums, int32_t actual, struct said found[HYPOTHESIS_MAX]);

// How many times LABS_UNSET_LOCAL, the value of an uninitialized variable, is the difference of two sums?
// CMake defines that value. 0 if the difference is not a multiple of it, or a larger multiple than a few
// blocks' threads would add. Also 0 if the difference is small and the multiple is not `likely`: 255 times
// the value is -254 with GCC and 3 times is -2 with Clang, and other errors produce such differences, too. A
// random difference fits once in two million.
unsigned hypothesis_unset_locals(uint32_t difference, size_t likely);

// What that many of them add: "3 times the value of an uninitialized variable (-1)".
struct said hypothesis_unset_local_times(unsigned times);

// What a wrong int is, if a float or a double has changed it: a noun with its explanation; TOPIC_NONE: nothing is
// known.
enum topic hypothesis_rounding(int32_t expected, int32_t actual);

// The same for the point farthest from the origin: points at the same distance, a rounded distance, and a point that is
// not one of the n. At the same distance, the larger x decides, then y, then z.
size_t hypothesis_farthest(const struct point *in, size_t n, const struct point *expected,
                           const struct point *actual, struct said found[HYPOTHESIS_MAX]);

// The same for a wrong product, minimum or maximum of ints; 0 phrases for other operators. It detects a value
// that contributed but is not an element, such as a 0 in place of identity().
//
//     maximum, in = [-3 -1 -7], actual = 0:
//     "is neither an element nor identity(): something else contributed"
size_t hypothesis_other_value(enum operator_id operator_id, const int32_t *in, size_t n, int32_t actual,
                              struct said found[HYPOTHESIS_MAX]);

// Is the wrong value the plain sum of n ints, and perhaps of identity() several times, although the operator is a
// product, minimum or maximum? Then *sum is a noun that says so.
bool hypothesis_plain_sum(enum operator_id operator_id, const int32_t *in, size_t n, int32_t actual,
                          struct said *sum);

#endif
