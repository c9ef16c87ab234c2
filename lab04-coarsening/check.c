// lab04: what is graded. Few barriers, because each block does more; no sector of global memory read more
// than once; and, with an atomic, a single launch.
#include "check/reduction_limits.h"

enum { BLOCK = 256, COARSE = 8, BARRIERS = 9 }; // barriers: one after the loads, one in each of 8 steps

// Blocks of all launches until one value is left, if each block leaves one value for `elements`. At least one
// launch, because a single value may go through a launch or not.
static uint64_t blocks_in_all(size_t n, size_t elements) {
    uint64_t blocks = 0;
    do {
        n = (n + elements - 1) / elements;
        blocks += n;
    } while (n > 1);
    return blocks;
}

// A third more than the solution needs, for blocks of other shapes, and one block more, for a last launch.
// With half as many elements per block, a kernel would need twice as many.
static uint64_t barriers_of(uint64_t blocks) {
    return (blocks + 1) * BARRIERS * 4 / 3;
}
static uint64_t first_add_barriers(size_t n) {
    return barriers_of(blocks_in_all(n, 2 * BLOCK));
}
static uint64_t coarse_barriers(size_t n) {
    return barriers_of(blocks_in_all(n, COARSE * BLOCK));
}
static uint64_t atomic_barriers(size_t n) {
    return barriers_of((n + COARSE * BLOCK - 1) / (COARSE * BLOCK));
}

// A little more than SHARED_ADDITIONS: each thread also loads eight values.
#define TREE                                                                                                 \
    {.counter = "warp_instructions",                                                                         \
     .per = LIMIT_PER_WARP,                                                                                  \
     .maximum = 30,                                                                                          \
     .text = "let the threads of a block share the work, in a tree of few steps"},                           \
    {                                                                                                        \
        .counter = "global_load_sectors", .per = LIMIT_PER_CASE, .maximum_for = input_sectors,               \
        .text = "let the threads of a warp read neighbouring values in each load; then a sector is read "    \
                "once and used whole"                                                                        \
    }

static uint64_t thread_per_two(size_t n) {
    return threads_for(n, 2);
}
static uint64_t thread_per_eight(size_t n) {
    return threads_for(n, COARSE);
}

static const struct lab_limit first_add_limits[] = {
    {.counter = "barriers",
     .per = LIMIT_PER_CASE,
     .maximum_for = first_add_barriers,
     .halves = true,
     .text = "a block of 256 threads combines 512 values: half as many blocks, half as many barriers"},
    ONLY_RESULT_TO_HOST,
    TREE,
    LOADS_SHARED(unshared_loads),
    SUMS_IN_SHARED_MEMORY,
    WHOLE_WARPS,
    BY_MANY_BLOCKS,
    NO_IDLE_BLOCKS(thread_per_two),
    NOT_COPIED_ON_DEVICE,
};
static const struct lab_limit coarse_limits[] = {
    {.counter = "barriers",
     .per = LIMIT_PER_CASE,
     .maximum_for = coarse_barriers,
     .halves = true,
     .text = "a block of 256 threads combines 2,048 values: few blocks and few barriers"},
    ONLY_RESULT_TO_HOST,
    TREE,
    LOADS_SHARED(unshared_loads),
    SUMS_IN_SHARED_MEMORY,
    WHOLE_WARPS,
    BY_MANY_BLOCKS,
    NO_IDLE_BLOCKS(thread_per_eight),
    NOT_COPIED_ON_DEVICE,
};
static const struct lab_limit atomic_limits[] = {
    {.counter = "loading_launches", // another launch may set the result to 0
     .per = LIMIT_PER_CASE,
     .maximum = 1,
     .text = "each block adds its sum to the result itself"},
    {.counter = "global_atomic_lanes", // an atomicCAS() may have to be tried again
     .per = LIMIT_PER_BLOCK,
     .maximum = 2,
     .text = "one per block: additions to one place wait for each other, so the tree comes first"},
    {.counter = "atomic_lanes", // each of 8 warps may add its sum to the block's
     .per = LIMIT_PER_BLOCK,
     .maximum = 10,
     .text = "additions to one place wait for each other, also in shared memory, so the tree comes first"},
    {.counter = "barriers",
     .per = LIMIT_PER_CASE,
     .maximum_for = atomic_barriers,
     .halves = true,
     .text = "a block of 256 threads adds 2,048 values: few blocks and few barriers"},
    ONLY_RESULT_TO_HOST,
    LAUNCHES_CHECKED,
    TREE,
    LOADS_SHARED(unshared_loads),
    SUMS_IN_SHARED_MEMORY,
    WHOLE_WARPS,
    BY_MANY_BLOCKS,
    NO_IDLE_BLOCKS(thread_per_eight),
    NOT_COPIED_ON_DEVICE,
};

// The launches until one value is left are given. So the short check does without a third one, from 4,194,305 values
// on.
#define SECTIONS_OF_COARSE .elements_per_block = COARSE * BLOCK, .block_size = BLOCK, .short_to = 1 << 20

static const struct lab_part parts[] = {
    {.name = "first_add",
     .title = "each thread combines two values when it loads them",
     .kind = LAB_REDUCE,
     LAB_REDUCTION_OPERATORS,
     .elements_per_block = 2 * BLOCK,
     .block_size = BLOCK,
     .long_n = LONG_BLOCKS(2 * BLOCK),
     .todos = {1},
     LIMITS(first_add_limits),
     .points = {.result = 1, .memory = 1, .technique = 1}},
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
     .todos = {2},
     LIMITS(coarse_limits),
     .points = {.result = 2, .memory = 1, .technique = 2}},
    {.name = "atomic",
     .title = "each block adds its sum to the result with one atomic",
     .kind = LAB_REDUCE,
     SECTIONS_OF_COARSE,
     .long_n = LONG_BLOCKS(COARSE * BLOCK),
     .todos = {3, 4},
     LIMITS(atomic_limits),
     .points = {.result = 2, .memory = 1, .technique = 2}},
};

const struct lab lab = {.name = "lab04-coarsening",
                        .title = "fewer threads, and more work for each of them",
                        .parts = parts,
                        .part_count = sizeof(parts) / sizeof(parts[0])};
