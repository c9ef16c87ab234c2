// lab05: what is graded. Three block barriers per block of 256 threads: after the loads, and in the steps of
// stride 128 and 64. A race within the warp costs the points for memory, not those for technique.
#include "check/reduction_limits.h"

enum { BLOCK = 256, COARSE = 8, BARRIERS = 3 };

// Barriers of all launches until one value is left, if each block leaves one value for BLOCK * COARSE. A
// third more allows for blocks of other shapes, and 16 more for short arrays.
static uint64_t barriers(size_t n) {
    uint64_t blocks = 0;
    while (n > 1) {
        n = (n + BLOCK * COARSE - 1) / (BLOCK * COARSE);
        blocks += n;
    }
    return blocks * BARRIERS * 4 / 3 + 16;
}

static uint64_t thread_per_eight(size_t n) {
    return threads_for(n, COARSE);
}

static uint64_t serial_loads(size_t n) {
    return n < BLOCK * COARSE ? UINT64_MAX : 0;
}

static const struct lab_limit limits[] = {
    {.counter = "barriers",
     .per = LIMIT_PER_BLOCK,
     .maximum = BARRIERS,
     .halves = true,
     .text = "from 64 values on, the first warp continues alone; a block of 256 waits after the loads and in "
             "the steps of stride 128 and 64"},
    {.counter = "barriers",
     .per = LIMIT_PER_CASE,
     .maximum_for = barriers,
     .halves = true,
     .text = "as in lab04, a block of 256 threads combines 2,048 values: few blocks, and few barriers"},
    {.counter = "global_load_sectors",
     .per = LIMIT_PER_CASE,
     .maximum_for = input_sectors,
     .text = "let the threads of a warp read neighbouring values in each load, as in lab04"},
    // The solution has 15 after the last block barrier. One thread that combines the rest alone has at
    // least 38.
    {.counter = "warp_instructions",
     .per = LIMIT_PER_STEP,
     .maximum = 36,
     .text = "let the threads of a warp share the work, in a tree of few steps"},
    LOADS_SHARED(unshared_loads),
    SUMS_IN_SHARED_MEMORY,
    NO_SERIAL_ADDITIONS(serial_loads),
    WHOLE_WARPS,
    BY_MANY_BLOCKS,
    NO_IDLE_BLOCKS(thread_per_eight),
    NOT_COPIED_ON_DEVICE,
    ONLY_RESULT_TO_HOST,
};

static const struct lab_part parts[] = {
    {.name = "last_warp",
     .title = "the first warp does the last six steps without block barriers",
     .kind = LAB_REDUCE,
     LAB_REDUCTION_OPERATORS,
     .elements_per_block = BLOCK * COARSE,
     .block_size = BLOCK,
     .least_share = 80,
     .long_n = LONG_BLOCKS(COARSE * BLOCK),
     .shown = true,
     .todos = {1, 2},
     LIMITS(limits),
     .points = {.result = 2, .memory = 3, .technique = 2}},
    {.name = "unrolled",
     .title = "the other steps without a loop, for a block size known to the compiler",
     .kind = LAB_REDUCE,
     LAB_REDUCTION_OPERATORS,
     .elements_per_block = BLOCK * COARSE,
     .block_size = BLOCK,
     // Some sizes make a single block of 64, 128, 512 or 1,024 threads: all of the kernel's steps are tested.
     .case_sizes = {0,    1,    2,    31,   32,   33,   511,  512,  513,  1023,   1024,   1025,
                    2047, 2048, 2049, 4095, 4096, 4097, 8191, 8192, 8193, 100003, 1 << 20},
     .least_share = 80,
     .long_n = LONG_BLOCKS(COARSE * BLOCK),
     .todos = {3},
     .needs = {1},
     LIMITS(limits),
     .points = {.result = 1, .memory = 1, .technique = 1}},
};

const struct lab lab = {.name = "lab05-warp-unroll",
                        .title = "the last warp continues alone",
                        .parts = parts,
                        .part_count = sizeof(parts) / sizeof(parts[0])};
