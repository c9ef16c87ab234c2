// Only the result is judged: the counters are compared by the script `counters`.
#include "check/check.h"

#define PART(part)                                                                                           \
    {                                                                                                        \
        .name = #part, .title = #part, .kind = LAB_REDUCE, .elements_per_block = 2048, .block_size = 256,    \
        .case_sizes = {                                                                                      \
            2048,                                                                                            \
            64 * 2048                                                                                        \
        }                                                                                                    \
    }

static struct lab_part parts[] = {PART(neighbours), PART(warp_sums), PART(exchanges), PART(tiles),
                                  PART(atomics)};

const struct lab lab = {.name = "hardware-kernels",
                        .title = "kernels whose counters are compared",
                        .parts = parts,
                        .part_count = COUNT(parts)};
