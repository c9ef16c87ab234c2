// lab05: what is graded. Three block barriers a block of 256 threads: after the loads, and in the steps of
// stride 128 and 64. No race inside the warp either: that is memory, not technique.
#include "check/check.h"

enum { BLOCK = 256, COARSE = 8, BARRIERS = 3 };

// Of all launches until one value is left, where each block leaves one for BLOCK * COARSE; a third more for
// blocks of other shapes, and some for short arrays.
static uint64_t barriers(size_t n) {
    uint64_t blocks = 0;
    while (n > 1) {
        n = (n + BLOCK * COARSE - 1) / (BLOCK * COARSE);
        blocks += n;
    }
    return blocks * BARRIERS * 4 / 3 + 16;
}

// The input's own 32-byte sectors, 8 ints each, and 2 % for the block results and what lies across an end.
static uint64_t sectors(size_t n) {
    return n / 8 + n / 8 / 50 + 8;
}

static const struct lab_limit limits[] = {
    {.counter = "barriers",
     .per = LIMIT_A_BLOCK,
     .maximum = BARRIERS,
     .text = "from 64 values on the first warp goes on alone: a block of 256 waits after the loads and in "
             "the steps of stride 128 and 64"},
    {.counter = "barriers",
     .per = LIMIT_A_CASE,
     .maximum_for = barriers,
     .text = "as in lab04, a block of 256 threads combines 2,048 values, so that there are few blocks"},
    {.counter = "global_load_sectors",
     .per = LIMIT_A_CASE,
     .maximum_for = sectors,
     .text = "the threads of a warp read neighbouring values in each load, as in lab04"},
    // The solution has 15 behind the last block barrier, one thread that combines the rest 38 and more.
    {.counter = "warp_instructions",
     .per = LIMIT_A_STEP,
     .maximum = 36,
     .text = "the threads of a warp share the work, in a tree of few steps"},
    {.counter = "copied_to_host",
     .per = LIMIT_A_CASE,
     .maximum = 16,
     .text = "the host gets the result alone"},
};
#define LIMITS .limits = limits, .limit_count = sizeof(limits) / sizeof(limits[0])

static const struct lab_part parts[] = {
    {.name = "last_warp",
     .title = "the first warp does the last six steps without block barriers",
     .kind = LAB_REDUCE,
     LAB_REDUCTION_OPERATORS,
     .elements_per_block = BLOCK * COARSE,
     .block_size = BLOCK,
     .least_share = 80,
     .todos = {1, 2},
     LIMITS,
     .points = {.result = 2, .memory = 3, .technique = 2}},
    {.name = "unrolled",
     .title = "the other steps without a loop, for a block size that the compiler knows",
     .kind = LAB_REDUCE,
     LAB_REDUCTION_OPERATORS,
     .elements_per_block = BLOCK * COARSE,
     .block_size = BLOCK,
     // Also what makes a single block of 64, 128, 512 or 1,024 threads: all of the kernel's steps are tried.
     .case_sizes = {0,    1,    2,    31,   32,   33,   511,  512,  513,  1023,   1024,   1025,
                    2047, 2048, 2049, 4095, 4096, 4097, 8191, 8192, 8193, 100003, 1 << 20},
     .least_share = 80,
     .todos = {3},
     LIMITS,
     .points = {.result = 1, .memory = 1, .technique = 1}},
};

const struct lab lab = {.name = "lab05-warp-unroll",
                        .title = "the last warp goes on alone",
                        .parts = parts,
                        .part_count = sizeof(parts) / sizeof(parts[0])};
