// lab04: what is graded. Few barriers, because each block does more; no sector of global memory read more
// than once; and, with an atomic, a single launch.
#include "check/check.h"

enum { BLOCK = 256, COARSE = 8 };

// The launches until one value is left are given. So the short check does without a third one, from 4,194,305 values
// on.
#define SECTIONS_OF_COARSE .elements_per_block = COARSE * BLOCK, .block_size = BLOCK, .short_to = 1 << 20

static struct lab_part parts[] = {
    {.name = "first_add",
     .title = "each thread combines two values when it loads them",
     .kind = LAB_REDUCE,
     LAB_REDUCTION_OPERATORS,
     .elements_per_block = 2 * BLOCK,
     .block_size = BLOCK,
     .long_n = LONG_BLOCKS(2 * BLOCK),
     .todos = {1}},
    {.name = "adjacent",
     .title = "given, for comparison: each thread combines neighbouring values",
     .kind = LAB_REDUCE,
     LAB_REDUCTION_OPERATORS,
     SECTIONS_OF_COARSE},
    {.name = "coarse",
     .title = "each thread combines eight values that are a block apart",
     .kind = LAB_REDUCE,
     LAB_REDUCTION_OPERATORS,
     SECTIONS_OF_COARSE,
     .least_share = 80,
     .long_n = LONG_BLOCKS(COARSE * BLOCK),
     .shown = true,
     .todos = {2}},
    {.name = "atomic",
     .title = "each block adds its sum to the result with one atomic",
     .kind = LAB_REDUCE,
     SECTIONS_OF_COARSE,
     .long_n = LONG_BLOCKS(COARSE * BLOCK),
     .todos = {3, 4}},
};

const struct lab lab = {.folder = LAB_FOLDER,
                        .name = "lab04-coarsening",
                        .title = "fewer threads, and more work for each of them",
                        .parts = parts,
                        .part_count = sizeof(parts) / sizeof(parts[0])};
