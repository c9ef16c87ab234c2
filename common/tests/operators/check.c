// Every operator, with one thread. The applications of the operator are counted.
#include "check/check.h"

static const struct lab_limit one_each[] = {
    {.counter = "combines", .per = LIMIT_PER_ELEMENT, .maximum = 1, .text = "once per element"},
};

#define PART(part_name, part_kind)                                                                           \
    .name = part_name, .title = part_name, .kind = part_kind, .elements_per_block = 64, .block_size = 1,     \
    .case_sizes = {0, 1, 2, 3, 65, 2000}, .points = {.result = 1, .memory = 1, .technique = 1}

static const struct lab_part parts[] = {
    {PART("reduce", LAB_REDUCE), LAB_SCAN_OPERATORS, .limits = one_each, .limit_count = 1},
    {PART("reduce_from_zero", LAB_REDUCE), LAB_SCAN_OPERATORS},
    {PART("scan", LAB_EXCLUSIVE_SCAN), LAB_SCAN_OPERATORS, .limits = one_each, .limit_count = 1},
    {PART("scan_swapped", LAB_INCLUSIVE_SCAN), LAB_SCAN_OPERATORS},
    {PART("through_shared", LAB_REDUCE), LAB_SCAN_OPERATORS},
    {PART("shared_race", LAB_REDUCE), LAB_SCAN_OPERATORS},
    {PART("argument_race", LAB_REDUCE), LAB_SCAN_OPERATORS},
    {PART("past_the_end", LAB_REDUCE), LAB_SCAN_OPERATORS},
    {PART("ints", LAB_REDUCE)},
};

const struct lab lab = {.name = "operators-test",
                        .title = "every operator",
                        .parts = parts,
                        .part_count = sizeof(parts) / sizeof(parts[0])};
