// A lab of one part for the tests of the checker. Its program is runner.c.
#include "check/check.h"

static const struct lab_limit limits[] = {
    {.counter = "working_warps",
     .per = LIMIT_PER_BLOCK,
     .maximum = FAKE_WORKING_WARPS,
     .text = "the workers are neighbours"},
};

static const struct lab_part parts[] = {
    {.name = "modulo",
     .title = "a sum",
     .kind = LAB_REDUCE,
     .elements_per_block = 256,
     .block_size = 256,
     .least_share = 80,
     .todos = FAKE_TODOS,
     .limits = limits,
     .limit_count = 1,
     .points = {.result = 1, .memory = 1, .technique = 1}},
};

const struct lab lab = {.name = FAKE_LAB, .title = "a fake", .parts = parts, .part_count = 1};
