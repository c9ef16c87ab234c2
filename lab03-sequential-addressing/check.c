// lab03: what is graded. Part "sequential": few working warps and no bank conflict. Part "repeated": as many
// launches as the depth of the tree needs, and one value copied to the host.
#include "check/check.h"

// Bounds that no tree comes near: the same in both parts.
#define SHARED_WORK                                                                                          \
    {.counter = "atomics",                                                                                   \
     .per = LIMIT_A_BLOCK,                                                                                   \
     .maximum = 1,                                                                                           \
     .text = "a tree adds many pairs at once; atomic additions to one place wait for each other"},           \
    {                                                                                                        \
        .counter = "warp_instructions", .per = LIMIT_A_WARP, .maximum = 25,                                  \
        .text = "the threads of a block share the additions, in a tree of few steps"                         \
    }

static const struct lab_limit sequential_limits[] = {
    // As in lab02: 4 2 1 1 1 1 1 1 for 256 threads; divergent in the five last steps and the last write.
    {.counter = "working_warps",
     .per = LIMIT_A_BLOCK,
     .maximum = 12,
     .text = "let the first threads of the block do the additions of a step; of 256 threads, 4 2 1 1 1 1 1 1 "
             "warps have something to add then"},
    {.counter = "divergent_warps",
     .per = LIMIT_A_BLOCK,
     .maximum = 10,
     .text = "let the threads that add sit side by side; then all of a warp add or none, but in the last "
             "five steps"},
    // lab02's kernel has 70 and 35 a block.
    {.counter = "shared_load_conflicts",
     .per = LIMIT_A_BLOCK,
     .maximum = 0,
     .text = "32 neighbouring places are in 32 banks; let neighbouring threads read neighbouring places"},
    {.counter = "shared_store_conflicts",
     .per = LIMIT_A_BLOCK,
     .maximum = 0,
     .text = "32 neighbouring places are in 32 banks; let neighbouring threads add to neighbouring places"},
    {.counter = "copied_to_host",
     .per = LIMIT_A_BLOCK,
     .maximum = 64,
     .text = "the device adds, and the host adds no more than the block sums"},
    SHARED_WORK,
};

// Launches until one value is left, where each leaves one for 256: 1 up to 256 values, 2 up to 65,536, ...
static uint64_t launches_for(size_t n) {
    uint64_t launches = 1;
    for (; n > 256; launches++) {
        n = (n + 255) / 256;
    }
    return launches;
}

static const struct lab_limit repeated_limits[] = {
    {.counter = "copied_to_host",
     .per = LIMIT_A_CASE,
     .maximum = 4,
     .text = "the block sums stay in device memory and are added there; the host gets one int, the sum"},
    {.counter = "launches",
     .per = LIMIT_A_CASE,
     .maximum_for = launches_for,
     .text = "each launch leaves one value for 256, so 256 values take one launch and 65,536 take two"},
    SHARED_WORK,
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct lab_part parts[] = {
    {.name = "sequential",
     .title = "in shared memory, the partial sums side by side",
     .kind = LAB_REDUCE,
     .elements_per_block = 256,
     .block_size = 256,
     .todos = {1},
     .limits = sequential_limits,
     .limit_count = COUNT(sequential_limits),
     .points = {.result = 2, .memory = 2, .technique = 3}},
    {.name = "repeated",
     .title = "the kernel again, on its own block sums, until one value is left",
     .kind = LAB_REDUCE,
     .elements_per_block = 256,
     .block_size = 256,
     .todos = {2, 3, 4},
     .limits = repeated_limits,
     .limit_count = COUNT(repeated_limits),
     .points = {.result = 2, .memory = 2, .technique = 2}},
};

const struct lab lab = {.name = "lab03-sequential-addressing",
                        .title = "the sum of n ints without a bank conflict, and without the host's help",
                        .parts = parts,
                        .part_count = 2};
