// lab01: what is graded. In the warm-up, the correct elements and clean memory. Then the correct sum for every length,
// clean memory, and that many threads of the device share the additions. How the work is spread over the warps is not
// graded yet, but `./lab check lab01 --counters` shows it.
#include "check/check.h"

// The warm-up's result. Ints wrap around.
static void twice(const int *in, int *out, size_t n) {
    for (size_t i = 0; i < n; i++) {
        out[i] = (int)(2u * (unsigned)in[i]);
    }
}

static const int three[] = {3, 1, 7}, doubled[] = {6, 2, 14};
static const struct lab_example twice_examples[] = {{.name = "three", .n = 3, .in = three, .out = doubled}};

#define WARM_UP(MOST)                                                                                        \
    .kind = LAB_LOOP, .loop = twice, .elements_per_block = 256, .block_size = 256, EXAMPLES(twice_examples), \
    .case_sizes = {0, 1, 2, 31, 32, 33, 255, 256, 257, MOST}

static struct lab_part parts[] = {
    {.name = "index", .title = "warm-up, each thread doubles its element", WARM_UP(1100), .todos = {1}},
    {.name = "guard", .title = "warm-up, threads without an element do nothing", WARM_UP(1100), .todos = {2}},
    {.name = "blocks",
     .title = "warm-up, many blocks in one launch",
     WARM_UP(70001), // more than a short counts
     .long_n = LONG_N,
     .todos = {3}},
    {.name = "tree",
     .title = "in global memory, each thread responsible for two elements",
     .kind = LAB_REDUCE,
     .shown_n = 16,
     .elements_per_block = 512,
     .block_size = 256,
     .todos = {4, 5, 6}},
    {.name = "shared",
     .title = "in shared memory, two elements per thread",
     .kind = LAB_REDUCE,
     .shown_n = 16,
     .elements_per_block = 512,
     .block_size = 256,
     .todos = {7, 8}},
    {.name = "modulo",
     .title = "in shared memory, one element per thread",
     .kind = LAB_REDUCE,
     .shown_n = 16,
     .elements_per_block = 256,
     .block_size = 256,
     .long_n = LONG_N,
     .todos = {9, 10, 11}},
};

const struct lab lab = {.folder = LAB_FOLDER,
                        .name = "lab01-naive-reduce",
                        .title = "the sum of n ints by a tree of additions, after a warm-up",
                        .parts = parts,
                        .part_count = COUNT(parts)};
