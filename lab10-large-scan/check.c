// lab10: what is graded. The correct scan for every length, with every operator, in any order in which the
// device runs the blocks; clean memory; and no more traffic to global memory than the idea needs. For the
// uses: the correct result, computed by many threads, on the device.
#include "check/scan_examples.h"

#include <stdlib.h>

enum {
    SECTION = 2048,
    LEAST_SECTION = 512,                           // of the largest values
    THREE_LEVELS = LEAST_SECTION * (1024 + 8) + 1, // of these; their sums are more than one block has threads
    TILE = 18432,
    SAUSAGE = 10000,
    FACTOR = 31,
    START = 7
}; // lab.h, for values of 4 bytes

// ---- The results of the uses, computed sequentially
static void compact(const int *in, int *out, size_t n) {
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (in[i] > 0) {
            out[kept++] = in[i];
        }
    }
    while (kept < n) {
        out[kept++] = 0;
    }
}

static void cut_sausage(const int *wishes, int *cuts, size_t n) {
    int cut = 0;
    for (size_t i = 0; i < n; i++) {
        cut = wishes[i] < SAUSAGE - cut ? cut + wishes[i] : SAUSAGE;
        cuts[i] = cut;
    }
}

static void solve_recurrence(const int *in, int *out, size_t n) {
    unsigned y = START;
    for (size_t i = 0; i < n; i++) {
        y = FACTOR * y + (unsigned)in[i];
        out[i] = (int)y;
    }
}

// No wish is for more than 28 inches.
static int wish(int value) {
    return abs(value % 29);
}

// The examples of the lesson.
static const int mixed[] = {3, -1, 7, 0, -4, 1, 6, -3}, kept[] = {3, 7, 1, 6, 0, 0, 0, 0};
static const int steps[] = {3, 1, 7}, followed[] = {220, 6821, 211458};
static const struct lab_example scan_examples[] = {
    SAUSAGE_EXAMPLE,
    SLIDES_INCLUSIVE_EXAMPLE,
};
static const struct lab_example compact_examples[] = {{.name = "mixed", .n = 8, .in = mixed, .out = kept}};
static const struct lab_example sausage_examples[] = {SAUSAGE_EXAMPLE};
static const struct lab_example recurrence_examples[] = {
    {.name = "three", .n = 3, .in = steps, .out = followed}};

// The cases of 40 tiles are for the first operator only. There a warp has to look back more than once,
// because it inspects 32 tiles at a time. Larger values have shorter tiles: 20 tiles of ints are 40 tiles of
// affine maps, and 10 are 40 tiles of points. 2 are 8 tiles of points. With a seed, blocks go on together so that there
// is a tile without a word between two that have one. A random order with an even seed finds values that are written
// again between the reads of their two words.
static const struct lab_order orders[] = {
    {.schedule = "reversed", .workers = 1, .n = 5 * TILE + 1, .n_of_large_values = 2 * TILE + 1},
    {.schedule = "random", .seed = 1, .workers = 1, .n = 5 * TILE, .n_of_large_values = 2 * TILE},
    {.schedule = "together", .workers = 40, .n = 20 * TILE - 5, .n_of_large_values = 10 * TILE - 5},
    {.schedule = "together", .seed = 1, .workers = 40, .n = 8 * TILE - 5, .n_of_large_values = 2 * TILE - 5},
    {.schedule = "random", .seed = 2, .workers = 1, .n = 5 * TILE, .n_of_large_values = 2 * TILE},
    {.schedule = "reversed", .workers = 1, .n = 40 * TILE},
    {.schedule = "random", .seed = 3, .workers = 1, .n = 40 * TILE + 1},
    {.schedule = "together", .workers = 40, .n = 40 * TILE - 5},
};

// Each use calls the scan of part "three_kernel".
#define NEEDS_A_SCAN .needs = {1, 2, 3, 4, 5, 6}
#define ORDERS       .orders = orders, .order_count = COUNT(orders), .largest_for_others = 20 * TILE

// Each use, of two levels of sections.
#define USE_SIZES                                                                                            \
    .case_sizes = {0,   1,   2,    3,           31,      32,          33,     255,                           \
                   256, 257, 1023, SECTION - 1, SECTION, SECTION + 1, 100003, 1 << 20},                      \
    .short_to = 100003

static struct lab_part parts[] = {
    {.name = "three_kernel",
     .title = "sections, the scan of their sums, and the addition of the sums",
     .kind = LAB_INCLUSIVE_SCAN,
     LAB_SCAN_OPERATORS,
     .elements_per_block = SECTION,
     .block_size = 256,
     // One section, and two and three levels of sections. The last section's sum is never added, so three
     // levels take one section more. The short check has three only with the largest values.
     // clang-format off
     .case_sizes = {0, 1, 2, 3, 4, 5, 31, 32, 33, 127, 128, 129, 511, 512, 513, SECTION - 1, SECTION,
                    SECTION + 1, 2 * SECTION - 1, 2 * SECTION, 2 * SECTION + 1, 100003, THREE_LEVELS,
                    SECTION * (SECTION + 1) + 1},
     .short_to = THREE_LEVELS,
     // clang-format on
     .largest_on_gpu = LARGEST_ON_GPU,
     .least_share = 40, // 50 would be ideal: 4 n values are moved instead of 2 n
     .largest_for_others = THREE_LEVELS,
     EXAMPLES(scan_examples),
     .long_n = LONG_N,
     .todos = {1, 2, 3, 4, 5, 6}},
    {.name = "compact",
     .title = "the positive elements, side by side",
     .kind = LAB_LOOP,
     .loop = compact,
     .operators = {OPERATOR_SUM},
     .operator_count = 1,
     .elements_per_block = 256,
     .block_size = 256,
     USE_SIZES,
     .orders = orders,
     .order_count = 2,
     EXAMPLES(compact_examples),
     .todos = {7, 8},
     NEEDS_A_SCAN},
    {.name = "sausage",
     .title = "where to cut a sausage for n people",
     .kind = LAB_LOOP,
     .loop = cut_sausage,
     .input = wish,
     .operators = {OPERATOR_SUM},
     .operator_count = 1,
     .elements_per_block = 256,
     .block_size = 256,
     USE_SIZES,
     EXAMPLES(sausage_examples),
     .todos = {9},
     NEEDS_A_SCAN},
    {.name = "recurrence",
     .title = "y[i] = 31 y[i - 1] + x[i], by a scan of maps",
     .kind = LAB_LOOP,
     .loop = solve_recurrence,
     .operators = {OPERATOR_AFFINE},
     .operator_count = 1,
     .elements_per_block = 256,
     .block_size = 256,
     USE_SIZES,
     EXAMPLES(recurrence_examples),
     .todos = {10, 11},
     NEEDS_A_SCAN},
    {.name = "single_pass",
     .title = "one kernel, whose tiles look back at the tiles before them",
     .kind = LAB_INCLUSIVE_SCAN,
     LAB_SCAN_OPERATORS,
     .elements_per_block = TILE,
     .block_size = 384,
     // clang-format off
     .case_sizes = {0, 1, 2, 3, 4, 5, 31, 32, 33, 127, 128, 129, 4607, 4608, 4609, 9215, 9216, 9217, TILE - 1,
                    TILE, TILE + 1, 2 * TILE - 1, 2 * TILE, 2 * TILE + 1, 100003, 1 << 20},
     // clang-format on
     .largest_on_gpu = LARGEST_ON_GPU,
     .least_share = 65,
     ORDERS,
     EXAMPLES(scan_examples),
     .long_n = LONG_N,
     .todos = {12, 13, 14, 15},
     .needs = {1, 2, 3, 4}},
};

const struct lab lab = {.folder = LAB_FOLDER,
                        .name = "lab10-large-scan",
                        .title = "the scan of any number of elements, in three kernels and in a single pass",
                        .parts = parts,
                        .part_count = COUNT(parts)};
