// A lab of one part, or with FAKE_TWO_PARTS of two, for the tests of the checker. Its program is runner.c.
#include "check/check.h"

#ifdef FAKE_TWO_PARTS
#ifdef FAKE_WITHOUT_OPERATORS
#define OPERATORS_OF_PART .operator_count = 0
#else
#define OPERATORS_OF_PART .operators = {OPERATOR_SUM, OPERATOR_MAX}, .operator_count = 2
#endif
static struct lab_part parts[] = {
    {.name = "first",
     .title = "a reduction",
     .kind = LAB_REDUCE,
     OPERATORS_OF_PART,
     .elements_per_block = 256,
     .block_size = 256,
     .todos = FAKE_TODOS,
     .points = {.result = 1}},
    {.name = "second",
     .title = "another one",
     .kind = LAB_REDUCE,
     OPERATORS_OF_PART,
     .elements_per_block = 256,
     .block_size = 256,
     .todos = FAKE_TODOS,
     .points = {.result = 1}},
};
#else
static const struct lab_limit limits[] = {
    {.counter = "working_warps",
     .per = LIMIT_PER_BLOCK,
     .maximum = FAKE_WORKING_WARPS,
     .text = "the workers are neighbours"},
};

static struct lab_part parts[] = {
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
#endif

const struct lab lab = {.name = FAKE_LAB, .title = "a fake", .parts = parts, .part_count = COUNT(parts)};
