// lab01: what is graded. The right sum for every length, clean memory, and that the device does the adding
// with more than one thread. How the work is spread over the warps is not graded yet, but `./lab check lab01
// --counters` shows it.
#include "check/check.h"

// Bounds that no tree comes near. The solution copies 4 bytes a block, where the whole input would be 1,024
// or more. Its warps come to a barrier after 3 memory instructions, where one thread alone has 255 additions
// to go.
static const struct lab_limit limits[] = {
    {.counter = "copied_to_host",
     .per = LIMIT_A_BLOCK,
     .maximum = 64,
     .text = "the device adds, and the host adds no more than the block sums"},
    {.counter = "warp_instructions",
     .per = LIMIT_A_WARP,
     .maximum = 25,
     .text = "the threads of a block share the additions, in a tree of few steps"},
};
#define LIMITS .limits = limits, .limit_count = sizeof(limits) / sizeof(limits[0])

static const struct lab_part parts[] = {
    {.name = "tree",
     .title = "in global memory, each thread responsible for two elements",
     .kind = LAB_REDUCE,
     .elements_per_block = 512,
     .block_size = 256,
     .todos = {1, 2, 3},
     LIMITS,
     .points = {.result = 2, .memory = 2, .technique = 1}},
    {.name = "modulo",
     .title = "in shared memory, one element a thread",
     .kind = LAB_REDUCE,
     .elements_per_block = 256,
     .block_size = 256,
     .todos = {4, 5, 6, 7, 8},
     LIMITS,
     .points = {.result = 2, .memory = 2, .technique = 1}},
};

const struct lab lab = {.name = "lab01-naive-reduce",
                        .title = "the sum of n ints by a tree of additions",
                        .parts = parts,
                        .part_count = 2};
