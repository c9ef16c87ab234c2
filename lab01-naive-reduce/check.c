// lab01: what is graded. The correct sum for every length, clean memory, and that many threads of the device
// share the additions. How the work is spread over the warps is not graded yet, but `./lab check lab01
// --counters` shows it.
#include "check/reduction_limits.h"

// 256 elements belong to one block, which makes one sum.
static uint64_t bytes_for(size_t n) {
    return n == 256 ? 4 : UINT64_MAX;
}

static const struct lab_limit tree_limits[] = {ONLY_BLOCK_SUMS_TO_HOST, SHARED_ADDITIONS};
static const struct lab_limit modulo_limits[] = {
    ONLY_BLOCK_SUMS_TO_HOST,
    SHARED_ADDITIONS,
    {.counter = "copied_to_host",
     .per = LIMIT_PER_CASE,
     .maximum_for = bytes_for,
     .text = "256 elements need only one block and make one block sum; a second block would have no element"},
};

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
     .title = "in shared memory, one element per thread",
     .kind = LAB_REDUCE,
     .elements_per_block = 256,
     .block_size = 256,
     .long_n = LONG_N,
     .todos = {4, 5, 6, 7, 8},
     LIMITS(modulo_limits),
     .points = {.result = 2, .memory = 2, .technique = 1}},
};

const struct lab lab = {.name = "lab01-naive-reduce",
                        .title = "the sum of n ints by a tree of additions",
                        .parts = parts,
                        .part_count = 2};
