// lab04: what is graded. Fewer barriers, because each block does more; no sector of global memory read more
// than once; and with an atomic a single launch.
#include "check/check.h"

enum { BLOCK = 256, COARSE = 8, BARRIERS = 9 }; // barriers: one after the loads, one in each of 8 steps

// Blocks of all launches until one value is left, where each block leaves one for `elements`. A single value
// may be left as it is, or go through a launch.
static uint64_t blocks_in_all(size_t n, size_t elements) {
    uint64_t blocks = 0;
    do {
        n = (n + elements - 1) / elements;
        blocks += n;
    } while (n > 1);
    return blocks;
}

// A third more than the solution needs, for blocks of other shapes, and a block more, for one that comes
// last. Half the elements a block would be twice as many.
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

// The input's own 32-byte sectors, 8 ints each, and 2 % for the block results and what lies across an end.
static uint64_t sectors(size_t n) {
    return n / 8 + n / 8 / 50 + 8;
}

static const char read_once[] =
    "the threads of a warp read neighbouring values in each load, so that a sector is read "
    "once and used whole";

#define TREE                                                                                                 \
    {.counter = "warp_instructions",                                                                         \
     .per = LIMIT_A_WARP,                                                                                    \
     .maximum = 30,                                                                                          \
     .text = "the threads of a block share the work, in a tree of few steps"},                               \
    {                                                                                                        \
        .counter = "global_load_sectors", .per = LIMIT_A_CASE, .maximum_for = sectors, .text = read_once     \
    }

static const struct lab_limit first_add_limits[] = {
    {.counter = "barriers",
     .per = LIMIT_A_CASE,
     .maximum_for = first_add_barriers,
     .text = "a block of 256 threads combines 512 values: half as many blocks, half as many barriers"},
    {.counter = "copied_to_host",
     .per = LIMIT_A_CASE,
     .maximum = 16,
     .text = "the host gets the result alone"},
    TREE,
};
static const struct lab_limit coarse_limits[] = {
    {.counter = "barriers",
     .per = LIMIT_A_CASE,
     .maximum_for = coarse_barriers,
     .text = "a block of 256 threads combines 2,048 values, so that there are few blocks and few barriers"},
    {.counter = "copied_to_host",
     .per = LIMIT_A_CASE,
     .maximum = 16,
     .text = "the host gets the result alone"},
    TREE,
};
static const struct lab_limit atomic_limits[] = {
    {.counter = "launches", .per = LIMIT_A_CASE, .maximum = 1, .text = "each block adds its sum itself"},
    {.counter = "atomics",
     .per = LIMIT_A_BLOCK,
     .maximum = 1,
     .text = "one a block: additions to one place wait for each other, so the tree comes first"},
    {.counter = "barriers",
     .per = LIMIT_A_CASE,
     .maximum_for = atomic_barriers,
     .text = "a block of 256 threads adds 2,048 values, so that there are few blocks and few barriers"},
    {.counter = "copied_to_host",
     .per = LIMIT_A_CASE,
     .maximum = 4,
     .text = "the host gets one int, the sum"},
    TREE,
};

#define LIMITS(array) .limits = array, .limit_count = sizeof(array) / sizeof((array)[0])

static const struct lab_part parts[] = {
    {.name = "first_add",
     .title = "each thread combines two values when it loads them",
     .kind = LAB_REDUCE,
     LAB_REDUCTION_OPERATORS,
     .elements_per_block = 2 * BLOCK,
     .block_size = BLOCK,
     .todos = {1},
     LIMITS(first_add_limits),
     .points = {.result = 1, .memory = 1, .technique = 1}},
    {.name = "adjacent",
     .title = "given, to compare with: neighbouring values for each thread",
     .kind = LAB_REDUCE,
     LAB_REDUCTION_OPERATORS,
     .elements_per_block = COARSE * BLOCK,
     .block_size = BLOCK},
    {.name = "coarse",
     .title = "each thread combines eight values that lie a block apart",
     .kind = LAB_REDUCE,
     LAB_REDUCTION_OPERATORS,
     .elements_per_block = COARSE * BLOCK,
     .block_size = BLOCK,
     .least_share = 80,
     .todos = {2},
     LIMITS(coarse_limits),
     .points = {.result = 2, .memory = 1, .technique = 2}},
    {.name = "atomic",
     .title = "and adds its block's sum to the result",
     .kind = LAB_REDUCE,
     .elements_per_block = COARSE * BLOCK,
     .block_size = BLOCK,
     .todos = {3, 4},
     LIMITS(atomic_limits),
     .points = {.result = 2, .memory = 1, .technique = 2}},
};

const struct lab lab = {.name = "lab04-coarsening",
                        .title = "fewer threads, more work for each",
                        .parts = parts,
                        .part_count = sizeof(parts) / sizeof(parts[0])};
