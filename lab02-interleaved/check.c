// lab02: what is graded. The correct sum for every length, clean memory, and few working warps: neighbouring
// threads add. Bank conflicts are not graded yet, but `./lab check lab02 --counters` shows them.
#include "check/reduction_limits.h"

// A warp of the solution executes 3 memory instructions in a step, two more at the end. One warp that adds the 128
// pairs of the first step alone executes 12. Steps that only __syncwarp() separates count as one.
#define ONE_PAIR_PER_THREAD                                                                                  \
    {                                                                                                        \
        .counter = "warp_instructions", .per = LIMIT_PER_STEP, .maximum = 8,                                 \
        .text = "let each thread add at most one pair between two block barriers"                            \
    }

static const struct lab_limit limits[] = {
    FIRST_THREADS_ADD,
    NEIGHBOURS_ADD,
    FEW_ATOMICS,
    SHARED_ADDITIONS,
    FEW_STEPS,
    FEW_ACCESSES,
    ONE_PAIR_PER_THREAD,
    ONLY_BLOCK_SUMS_TO_HOST,
    SUMS_IN_SHARED_MEMORY,
    WHOLE_WARPS,
    BY_MANY_BLOCKS,
    NO_IDLE_BLOCKS(thread_per_element),
};

static const struct lab_part parts[] = {
    {.name = "interleaved",
     .title = "in shared memory, the first threads of the block add",
     .kind = LAB_REDUCE,
     .elements_per_block = 256,
     .block_size = 256,
     .long_n = LONG_N,
     .todos = {1},
     LIMITS(limits),
     .points = {.result = 2, .memory = 2, .technique = 3}},
};

const struct lab lab = {.name = "lab02-interleaved",
                        .title = "the same tree, by consecutive threads",
                        .parts = parts,
                        .part_count = 1};
