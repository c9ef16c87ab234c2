// lab03: what is graded. Part "sequential": few working warps and no bank conflicts. Part "repeated": no more
// launches than the depth of the tree, and one value copied to the host.
#include "check/reduction_limits.h"

static uint64_t serial_loads(size_t n) {
    return n < 256 ? UINT64_MAX : 0;
}

static const struct lab_limit sequential_limits[] = {
    FIRST_THREADS_ADD,
    NEIGHBOURS_ADD,
    // lab02's kernel has 70 load conflicts and 35 store conflicts per block.
    {.counter = "shared_load_conflicts",
     .per = LIMIT_PER_BLOCK,
     .maximum = 0,
     .text = "32 neighbouring places are in 32 banks; let neighbouring threads read neighbouring places"},
    {.counter = "shared_store_conflicts",
     .per = LIMIT_PER_BLOCK,
     .maximum = 0,
     .text = "32 neighbouring places are in 32 banks; let neighbouring threads add to neighbouring places"},
    ONLY_BLOCK_SUMS_TO_HOST,
    FEW_ATOMICS,
    SHARED_ADDITIONS,
    FEW_STEPS,
    FEW_ACCESSES,
    SUMS_IN_SHARED_MEMORY,
    WHOLE_WARPS,
    BY_MANY_BLOCKS,
    NO_BUSY_WARP,
    NO_SERIAL_ADDITIONS(serial_loads),
    NO_IDLE_BLOCKS(thread_per_element),
};

// Launches until one value is left, if each leaves one value for 256: 1 up to 256 values, 2 up to 65,536, ...
static uint64_t launches_for(size_t n) {
    uint64_t launches = 1;
    for (; n > 256; launches++) {
        n = (n + 255) / 256;
    }
    return launches;
}

// Loads of a warp beyond an equal share of its block's. One thread that adds the sums of all blocks, of 1,024 elements
// at most, loads one for each; a warp that does so loads 32 at once.
static uint64_t unshared_loads_of_sums(size_t n) {
    return n / 2048 + 64;
}

static const struct lab_limit repeated_limits[] = {
    {.counter = "copied_to_host",
     .per = LIMIT_PER_CASE,
     .maximum = 4,
     .text = "the block sums stay in device memory and are added there; the host gets only the total"},
    {.counter = "launches",
     .per = LIMIT_PER_CASE,
     .maximum_for = launches_for,
     .text = "each launch leaves one value for 256, so 256 values take one launch and 65,536 take two"},
    FEW_ATOMICS,
    SHARED_ADDITIONS,
    FEW_STEPS,
    FEW_ACCESSES,
    SUMS_IN_SHARED_MEMORY,
    WHOLE_WARPS,
    BY_MANY_BLOCKS,
    SUMS_SHARED,
    NO_SERIAL_ADDITIONS(serial_loads),
    LOADS_SHARED(unshared_loads_of_sums),
    NO_IDLE_BLOCKS(thread_per_element),
    NOT_COPIED_ON_DEVICE,
    LAUNCHES_CHECKED,
};

static const struct lab_part parts[] = {
    {.name = "sequential",
     .title = "in shared memory, the partial sums next to each other",
     .kind = LAB_REDUCE,
     .elements_per_block = 256,
     .block_size = 256,
     .long_n = LONG_N,
     .shown = true,
     .todos = {1},
     LIMITS(sequential_limits),
     .points = {.result = 2, .memory = 2, .technique = 3}},
    {.name = "repeated",
     .title = "the same kernel again, on its own block sums, until one value is left",
     .kind = LAB_REDUCE,
     .elements_per_block = 256,
     .block_size = 256,
     .long_n = LONG_N,
     .todos = {2, 3, 4},
     .needs = {1},
     LIMITS(repeated_limits),
     .points = {.result = 2, .memory = 2, .technique = 2}},
};

const struct lab lab = {.name = "lab03-sequential-addressing",
                        .title = "the sum of n ints without bank conflicts and without the host's help",
                        .parts = parts,
                        .part_count = sizeof(parts) / sizeof(parts[0])};
