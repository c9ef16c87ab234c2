// lab00: what is graded. The correct sum for every length, clean memory, and a tree of additions by the first
// threads of each block. check.h explains every field.
#include "check/reduction_limits.h"

static const struct lab_limit limits[] = {FIRST_THREADS_ADD, FEW_ATOMICS, SHARED_ADDITIONS,
                                          ONLY_RESULT_TO_HOST};

static const struct lab_part parts[] = {
    {.name = "sum",
     .title = "in shared memory, one element per thread",
     .kind = LAB_REDUCE,
     .elements_per_block = 256,
     .block_size = 256,
     .todos = {1, 2},
     LIMITS(limits),
     .points = {.result = 2, .memory = 2, .technique = 1}},
};

const struct lab lab = {.name = "lab00-name",
                        .title = "the sum of n ints, one element per thread",
                        .parts = parts,
                        .part_count = 1};
