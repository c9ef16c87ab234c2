// lab01: what is graded. In the warm-up, the correct elements and clean memory. Then the correct sum for every length,
// clean memory, and that many threads of the device share the additions. How the work is spread over the warps is not
// graded yet, but `./lab check lab01 --counters` shows it.
#include "check/reduction_limits.h"

// 256 elements belong to one block, which makes one sum.
static uint64_t bytes_for(size_t n) {
    return n == 256 ? 4 : UINT64_MAX;
}

// For 256 elements, a block of part "modulo" makes 1,277 accesses (FEW_ACCESSES), and 4,737 if in each step it copies
// all partial sums to another array. If all threads add in each step, there are 6,000 or more. Part "shared" makes as
// many for each 256 of its 512 elements.
static uint64_t accesses_of_steps(size_t n) {
    return (n + 255) / 256 * 5500 + 512;
}

// In the warm-up a warp executes one load and one store. A thread that does the work of its block executes hundreds,
// and a warp 16.
#define OWN_ELEMENT                                                                                          \
    {.counter = "warp_instructions",                                                                         \
     .per = LIMIT_PER_STEP,                                                                                  \
     .maximum = 12,                                                                                          \
     .text = "each thread doubles its own element; no thread doubles those of its block"},                   \
        {.counter = "barriers",                                                                              \
         .per = LIMIT_PER_BLOCK,                                                                             \
         .maximum = 2,                                                                                       \
         .text = "each thread doubles its own element, and no thread waits for another"},                    \
        WHOLE_WARPS

// Only for long arrays: with few blocks, a thread that does the work of its block is named first.
static uint64_t loads_of_few_doubling(size_t n) {
    return loads_of_few_blocks(n, 2048);
}
// 8 ints per sector, read once and written once. Half as many again are allowed. With less than a block, the other
// limits say more.
static uint64_t read_and_written(size_t n) {
    return n < 256 ? UINT64_MAX : (n + 7) / 8 * 3 + 64;
}
// A warp stores 32 elements at once, and may store them twice: `d_out[i] = d_in[i]; d_out[i] *= 2;`. A launch that
// doubles not only the elements of its block, but all that are left, stores those of each later launch again.
static uint64_t stored_twice(size_t n) {
    return (n + 31) / 32 * 2 + 8;
}
static const struct lab_limit one_block_limits[] = {
    OWN_ELEMENT,
    {.counter = "global_store_requests",
     .per = LIMIT_PER_CASE,
     .maximum_for = stored_twice,
     .text = "each thread doubles its own element; the later launches double those behind its block"}};
static const struct lab_limit many_blocks_limits[] = {OWN_ELEMENT, ENOUGH_BLOCKS(loads_of_few_doubling),
                                                      NO_IDLE_BLOCKS(thread_per_element),
                                                      NEIGHBOURS("global_sectors", read_and_written)};
static const struct lab_limit tree_limits[] = {ONLY_BLOCK_SUMS_TO_HOST,
                                               SHARED_ADDITIONS,
                                               FEW_STEPS,
                                               FEW_ATOMICS,
                                               WHOLE_WARPS,
                                               BY_MANY_BLOCKS,
                                               NO_BUSY_WARP,
                                               NO_IDLE_BLOCKS(thread_per_element)};
#define TREE_IN_SHARED_MEMORY                                                                                \
    ONLY_BLOCK_SUMS_TO_HOST, SHARED_ADDITIONS, FEW_STEPS,                                                    \
        {.counter = "active_lanes",                                                                          \
         .per = LIMIT_PER_CASE,                                                                              \
         .maximum_for = accesses_of_steps,                                                                   \
         .text = "in each step half as many threads add as before, so 256 elements take 255 additions"},     \
        FEW_ATOMICS, SUMS_IN_SHARED_MEMORY, WHOLE_WARPS, NOT_COPIED_ON_DEVICE, BY_MANY_BLOCKS, NO_BUSY_WARP, \
        NO_IDLE_BLOCKS(thread_per_element), LOADS_SHARED(unshared_loads)
// A thread of part "shared" may load two neighbours, 2 * tid and 2 * tid + 1. Then each sector is loaded twice.
static const struct lab_limit shared_limits[] = {TREE_IN_SHARED_MEMORY,
                                                 NEIGHBOURS("global_load_sectors", read_and_written)};
static const struct lab_limit modulo_limits[] = {
    TREE_IN_SHARED_MEMORY,
    NEIGHBOURS("global_load_sectors", input_sectors),
    {.counter = "copied_to_host",
     .per = LIMIT_PER_CASE,
     .maximum_for = bytes_for,
     .text = "256 elements need only one block and make one block sum; a second block would have no element"},
    LAUNCHES_CHECKED,
};

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

static const struct lab_part parts[] = {
    {.name = "index",
     .title = "warm-up, each thread doubles its element",
     WARM_UP(1100),
     LIMITS(one_block_limits),
     .todos = {1},
     .points = {.result = 1}},
    {.name = "guard",
     .title = "warm-up, threads without an element do nothing",
     WARM_UP(1100),
     LIMITS(one_block_limits),
     .todos = {2},
     .points = {.result = 1, .memory = 1}},
    {.name = "blocks",
     .title = "warm-up, many blocks in one launch",
     WARM_UP(70001), // more than a short counts
     LIMITS(many_blocks_limits),
     .long_n = LONG_N,
     .todos = {3},
     .points = {.result = 1, .memory = 1}},
    {.name = "tree",
     .title = "in global memory, each thread responsible for two elements",
     .kind = LAB_REDUCE,
     .shown_n = 16,
     .elements_per_block = 512,
     .block_size = 256,
     .todos = {4, 5, 6},
     LIMITS(tree_limits),
     .points = {.result = 2, .memory = 2, .technique = 1}},
    {.name = "shared",
     .title = "in shared memory, two elements per thread",
     .kind = LAB_REDUCE,
     .shown_n = 16,
     .elements_per_block = 512,
     .block_size = 256,
     .todos = {7, 8},
     LIMITS(shared_limits),
     .points = {.result = 2, .memory = 2, .technique = 1}},
    {.name = "modulo",
     .title = "in shared memory, one element per thread",
     .kind = LAB_REDUCE,
     .shown_n = 16,
     .elements_per_block = 256,
     .block_size = 256,
     .long_n = LONG_N,
     .todos = {9, 10, 11},
     LIMITS(modulo_limits),
     .points = {.result = 2, .memory = 2, .technique = 1}},
};

const struct lab lab = {.name = "lab01-naive-reduce",
                        .title = "the sum of n ints by a tree of additions, after a warm-up",
                        .parts = parts,
                        .part_count = COUNT(parts)};
