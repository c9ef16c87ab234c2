// A lab of one part for the tests of the checker. Its program is runner.c.
#include "check/check.h"

static const struct lab_limit limits[] = {
    {.counter = "working_warps",
     .per = LIMIT_A_BLOCK,
     .maximum = FAKE_WORKING_WARPS,
     .text = "the workers are neighbours"},
};

static const struct lab_part parts[] = {
    {.name = "modulo",
     .title = "a sum",
     .kind = LAB_REDUCE,
     .value = LAB_INT32,
     .elements_per_block = 256,
     .block_size = 256,
     .todos = {1, 2},
     .limits = limits,
     .limit_count = 1,
     .points = 3},
};

const struct lab lab = {.name = FAKE_LAB, .title = "a fake", .parts = parts, .part_count = 1};
