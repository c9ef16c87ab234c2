// What the search for an explanation of a wrong sum adds up from the input alone. A search is repeated for other
// outputs of the same input (chance.h), so this is added up once: each search then takes a time that does not grow with
// the number of elements, only with that of blocks.
#ifndef LABS_INPUT_SUMS_H
#define LABS_INPUT_SUMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A group of more than 64 elements is divided into 64 parts.
enum { LOG2_SUM_PARTS = 6, SUM_PARTS = 1 << LOG2_SUM_PARTS, SUM_SHIFTS = 64 - LOG2_SUM_PARTS };

struct input_sums {
    const int32_t *in; // n values
    size_t n, block;   // block: how many elements a block sums
    int32_t expected;  // of all elements
    int32_t *of_block; // of each block's elements; the last block may have fewer

    // Of the elements with an even index, and of the first half of each block's elements.
    int32_t even, first_halves;

    // For each step block/2, block/4 ... that divides the block: the sum of as many blocks as expected, if each begins
    // one step after the previous one. Example: for 6 elements and blocks of 4, the first is that of in[0] to in[3] and
    // of in[2] to in[5]. After input_sums_overlap.
    int32_t overlapping[64];

    // [shift][part]: the sum of the elements i for which (i >> shift) % 64 is `part`. Example: for n = 130, [1][0] is
    // in[0] + in[1] + in[128] + in[129]. After input_sums_divide.
    int32_t of_part[SUM_SHIFTS][SUM_PARTS];
    bool overlaps, parts; // is it known?
};

// in: n values, which must live as long as the sums. Returns false if memory is short; otherwise the caller frees.
bool input_sums_make(const int32_t *in, size_t n, size_t block, struct input_sums *sums);
void input_sums_free(struct input_sums *sums);

// Adds these up, unless they are known.
void input_sums_overlap(struct input_sums *sums);
void input_sums_divide(struct input_sums *sums);

#endif
