// lab02: what is graded. The right sum for every length, clean memory, and few working warps: the threads
// that add sit side by side. Bank conflicts are not graded yet, but `./lab check lab02 --counters` shows
// them.
#include "check/check.h"

static const struct lab_limit limits[] = {
    // 4 2 1 1 1 1 1 1 for 256 threads. lab01's kernel has 8 8 8 8 8 4 2 1, 47.
    {.counter = "working_warps",
     .per = LIMIT_A_BLOCK,
     .maximum = 12,
     .text = "let the first threads of the block do the additions of a step; of 256 threads, 4 2 1 1 1 1 1 1 "
             "warps have something to add then"},
    // With smaller blocks lab01's kernel, too, has 12 working warps or fewer; but half of its threads wait in
    // every one. Here a warp diverges in the five last steps and where thread 0 writes; a kernel that looks
    // at n in its steps may have one more in each of the others, and in the load.
    {.counter = "divergent_warps",
     .per = LIMIT_A_BLOCK,
     .maximum = 10,
     .text = "let the threads that add sit side by side; then all of a warp add or none, but in the last "
             "five steps"},
    // A sum that every thread adds to has no working warps at all. One atomic a block may bring its sum home.
    {.counter = "atomics",
     .per = LIMIT_A_BLOCK,
     .maximum = 1,
     .text = "a tree adds many pairs at once; atomic additions to one place wait for each other"},
    // One thread alone would be one working warp. The solution's warps come to a barrier after 3 memory
    // instructions, where one thread alone has 255 additions to go.
    {.counter = "warp_instructions",
     .per = LIMIT_A_WARP,
     .maximum = 25,
     .text = "the threads of a block share the additions, in a tree of few steps"},
    {.counter = "copied_to_host",
     .per = LIMIT_A_BLOCK,
     .maximum = 64,
     .text = "the device adds, and the host adds no more than the block sums"},
};

static const struct lab_part parts[] = {
    {.name = "interleaved",
     .title = "in shared memory, the first threads of the block add",
     .kind = LAB_REDUCE,
     .elements_per_block = 256,
     .block_size = 256,
     .todos = {1},
     .limits = limits,
     .limit_count = sizeof(limits) / sizeof(limits[0]),
     .points = {.result = 2, .memory = 2, .technique = 3}},
};

const struct lab lab = {.name = "lab02-interleaved",
                        .title = "the same tree, by threads that sit side by side",
                        .parts = parts,
                        .part_count = 1};
