// lab01: what is graded. The right sum for every length, clean memory, and that the device does the adding
// with more than one thread. How the work is spread over the warps is not graded yet, but `./lab check lab01
// --counters` shows it.
#include "check/check.h"

// Bounds that no tree comes near. The solution copies 4 bytes a block, where the whole input would be 1,024
// or more. Its warps come to a barrier after 3 memory instructions, where one thread alone has 255 additions
// to go.
#define BY_ALL_THREADS                                                                                       \
    {.counter = "copied_to_host",                                                                            \
     .per = LIMIT_A_BLOCK,                                                                                   \
     .maximum = 64,                                                                                          \
     .text = "the device adds, and the host adds no more than the block sums"},                              \
    {                                                                                                        \
        .counter = "warp_instructions", .per = LIMIT_A_WARP, .maximum = 25,                                  \
        .text = "the threads of a block share the additions, in a tree of few steps"                         \
    }

// As many elements as one block has threads are one block's, and make one sum.
static uint64_t bytes_for(size_t n) {
    return n == 256 ? 4 : UINT64_MAX;
}

static const struct lab_limit tree_limits[] = {BY_ALL_THREADS};
static const struct lab_limit modulo_limits[] = {
    BY_ALL_THREADS,
    {.counter = "copied_to_host",
     .per = LIMIT_A_CASE,
     .maximum_for = bytes_for,
     .text = "256 elements are one block's, and make one block sum: a second block would have no element"},
};
#define LIMITS(of) .limits = of, .limit_count = sizeof(of) / sizeof(of[0])

static const struct lab_part parts[] = {
    {.name = "tree",
     .title = "in global memory, each thread responsible for two elements",
     .kind = LAB_REDUCE,
     .elements_per_block = 512,
     .block_size = 256,
     .todos = {1, 2, 3},
     LIMITS(tree_limits),
     .points = {.result = 2, .memory = 2, .technique = 1}},
    {.name = "modulo",
     .title = "in shared memory, one element a thread",
     .kind = LAB_REDUCE,
     .elements_per_block = 256,
     .block_size = 256,
     .todos = {4, 5, 6, 7, 8},
     LIMITS(modulo_limits),
     .points = {.result = 2, .memory = 2, .technique = 1}},
};

const struct lab lab = {.name = "lab01-naive-reduce",
                        .title = "the sum of n ints by a tree of additions",
                        .parts = parts,
                        .part_count = 2};
