// A sampled case: launches with as many blocks as the input has sections run only some of them. The rest of the input
// is 0, and so is what the other blocks would have written, so a sum stays what it is.
//
//     n = 65,537 sections:  | 0 to 3 | ... | 17 | ... | 32,766 to 32,769 | ... | 65,533 to 65,536 |
#ifndef LABS_SAMPLE_H
#define LABS_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "runner/keyed_hash.h"

enum {
    SAMPLE_ENDS = 4,    // the first and last blocks
    SAMPLE_NEAR = 2,    // blocks on both sides of each power of two from
    SAMPLE_POWER = 256, // this one on
    SAMPLE_ONE_OF = 128 // of the others, as the seed says
};

struct sample {
    uint64_t section; // elements of a block; 0: the case is not sampled
    uint64_t blocks;  // of the launches that are sampled: as many as the input has sections
    uint64_t seed;
};

// Does this block run?
static inline bool sample_has(const struct sample *sample, uint64_t block) {
    if (block < SAMPLE_ENDS || sample->blocks - block <= SAMPLE_ENDS) {
        return true;
    }
    for (uint64_t power = SAMPLE_POWER; power <= block + SAMPLE_NEAR; power *= 2) {
        if (block + SAMPLE_NEAR - power < 2 * SAMPLE_NEAR) {
            return true;
        }
    }
    const struct hash_key key = {sample->seed, 0};
    return keyed_hash(&key, &block, sizeof(block)) % SAMPLE_ONE_OF == 0;
}

// The next section of an input of `n` elements whose block runs, from *block on: sets *first and *end, the range of its
// elements, and *block to the section after it. false if there is none.
static inline bool sample_next(const struct sample *sample, uint64_t n, uint64_t *block, uint64_t *first,
                               uint64_t *end) {
    for (; *block < sample->blocks; ++*block) {
        if (sample_has(sample, *block)) {
            *first = *block * sample->section;
            *end = *first + sample->section < n ? *first + sample->section : n;
            ++*block;
            return true;
        }
    }
    return false;
}

#endif
