// lab05: what is graded. A block of 256 threads needs three block barriers: after the loads, and in the steps of stride
// 128 and 64. A race within the warp costs the points for memory, not those for technique.
#include "check/check.h"

enum { BLOCK = 256, COARSE = 8 };

static struct lab_part parts[] = {
    {.name = "last_warp",
     .title = "the first warp does the last six steps without block barriers",
     .kind = LAB_REDUCE,
     LAB_REDUCTION_OPERATORS,
     .elements_per_block = BLOCK * COARSE,
     .block_size = BLOCK,
     .least_share = 80,
     .long_n = LONG_BLOCKS(COARSE * BLOCK),
     .shown = true,
     .todos = {1, 2}},
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
     .needs = {1}},
};

const struct lab lab = {.folder = LAB_FOLDER,
                        .name = "lab05-warp-unroll",
                        .title = "the last warp continues alone",
                        .parts = parts,
                        .part_count = sizeof(parts) / sizeof(parts[0])};
