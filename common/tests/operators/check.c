// Every operator, with one thread. The applications of the operator are counted.
#include "check/check.h"

#include <string.h>

static const struct lab_limit one_each[] = {
    {.counter = "combines", .per = LIMIT_PER_SECTION, .maximum = 64, .text = "once per element"},
};

#define PART(part_name, part_kind)                                                                           \
    .name = part_name, .title = part_name, .kind = part_kind, .elements_per_block = 64, .block_size = 1,     \
    .case_sizes = {0, 1, 2, 3, 65, 2000}, .points = {.result = 1, .memory = 1, .technique = 1}

// Results that are neither reductions nor scans: of any operator's values, and of another length than n.
static void combine_neighbours(const struct operator_info *operator_info, const void *in, void *out,
                               size_t n) {
    const size_t size = operator_info->value_size;
    for (size_t i = 0; i < n; i++) {
        const char *const value = (const char *)in + i * size;
        char *const result = (char *)out + i * size;
        if (i == 0) {
            memcpy(result, value, size);
        } else {
            operator_info->combine(value - size, value, result);
        }
    }
}

static void count_parities(const int *in, int *out, size_t n) {
    out[0] = out[1] = 0;
    for (size_t i = 0; i < n; i++) {
        out[in[i] & 1]++;
    }
}

static struct lab_part parts[] = {
    {PART("reduce", LAB_REDUCE), LAB_SCAN_OPERATORS, .limits = one_each, .limit_count = 1},
    {PART("reduce_from_zero", LAB_REDUCE), LAB_SCAN_OPERATORS},
    {PART("scan", LAB_EXCLUSIVE_SCAN), LAB_SCAN_OPERATORS, .limits = one_each, .limit_count = 1},
    {PART("scan_swapped", LAB_INCLUSIVE_SCAN), LAB_SCAN_OPERATORS},
    {PART("through_shared", LAB_REDUCE), LAB_SCAN_OPERATORS},
    {PART("shared_race", LAB_REDUCE), LAB_SCAN_OPERATORS},
    {PART("argument_race", LAB_REDUCE), LAB_SCAN_OPERATORS},
    {PART("past_the_end", LAB_REDUCE), LAB_SCAN_OPERATORS},
    {PART("ints", LAB_REDUCE)},
    {PART("neighbours", LAB_LOOP), .loop_of = combine_neighbours,
     .operators = {OPERATOR_SUM, OPERATOR_FARTHEST, OPERATOR_AFFINE}, .operator_count = 3},
    {PART("parities", LAB_LOOP), .loop = count_parities, .outputs = 2},
    {PART("third_parity", LAB_LOOP), .loop = count_parities, .outputs = 2},
};

const struct lab lab = {.name = "operators-test",
                        .title = "every operator",
                        .parts = parts,
                        .part_count = sizeof(parts) / sizeof(parts[0])};
