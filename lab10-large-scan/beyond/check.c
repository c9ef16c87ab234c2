// lab10, beyond: the correct scan for every length, on a real GPU. `./lab bench lab10` measures its speed.
#include "check/check.h"

// ints: beyond.cu. SHORT: two rows in two turns on 132 multiprocessors, as an H100 or H200 has.
enum { TILE = 24576, RING_TILE = 16384, ROW = 4096, SHORT = 132 * 2 * 2 * ROW };

#define SIZES                                                                                                \
    0, 1, 2, 3, 4, 5, 127, 128, 129, TILE - 1, TILE, TILE + 1, 2 * TILE + 1, RING_TILE - 1, RING_TILE,       \
        RING_TILE + 1, ROW - 1, ROW, ROW + 1, 100003, 64 * ROW, 64 * ROW + 4, 128 * ROW, 128 * ROW + 4,      \
        1 << 20, (1 << 20) + 5, SHORT, SHORT + 4, 2 * SHORT, 2 * SHORT + 1, (1 << 22) + 3, 500 * TILE - 5
#define PART(part, what)                                                                                     \
    {                                                                                                        \
        .name = part, .title = what, .kind = LAB_INCLUSIVE_SCAN, .elements_per_block = TILE,                 \
        .block_size = 608, .case_sizes = {SIZES}, .largest_on_gpu = LARGEST_ON_GPU, .points = {              \
            .result = 1                                                                                      \
        }                                                                                                    \
    }

static struct lab_part parts[] = {
    PART("at_once", "a tile's scan right after its sum"),
    PART("one_behind", "one tile between a tile's sum and its scan"),
    PART("ring", "the best number of tiles between a tile's sum and its scan"),
    PART("best", "short inputs in registers, the others in the ring"),
};

const struct lab lab = {.name = "lab10-large-scan",
                        .title = "beyond: a scan that takes hardly longer than a copy",
                        .parts = parts,
                        .part_count = sizeof(parts) / sizeof(parts[0])};
