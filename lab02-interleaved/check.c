// lab02: what is graded. The correct sum for every length, clean memory, and few working warps: neighbouring
// threads add. Bank conflicts are not graded yet, but `./lab check lab02 --counters` shows them.
#include "check/check.h"

static struct lab_part parts[] = {
    {.name = "interleaved",
     .title = "in shared memory, the first threads of the block add",
     .kind = LAB_REDUCE,
     .elements_per_block = 256,
     .block_size = 256,
     .long_n = LONG_N,
     .todos = {1}},
};

const struct lab lab = {.folder = LAB_FOLDER,
                        .name = "lab02-interleaved",
                        .title = "the same tree, by consecutive threads",
                        .parts = parts,
                        .part_count = 1};
