// lab03: what is graded. Part "sequential": few working warps and no bank conflicts. Part "repeated": no more
// launches than the depth of the tree, and one value copied to the host.
#include "check/check.h"

static struct lab_part parts[] = {
    {.name = "sequential",
     .title = "in shared memory, the partial sums next to each other",
     .kind = LAB_REDUCE,
     .elements_per_block = 256,
     .block_size = 256,
     .long_n = LONG_N,
     .shown = true,
     .todos = {1}},
    {.name = "repeated",
     .title = "the same kernel again, on its own block sums, until one value is left",
     .kind = LAB_REDUCE,
     .elements_per_block = 256,
     .block_size = 256,
     .long_n = LONG_N,
     .todos = {2, 3, 4},
     .needs = {1}},
};

const struct lab lab = {.folder = LAB_FOLDER,
                        .name = "lab03-sequential-addressing",
                        .title = "the sum of n ints without bank conflicts and without the host's help",
                        .parts = parts,
                        .part_count = sizeof(parts) / sizeof(parts[0])};
