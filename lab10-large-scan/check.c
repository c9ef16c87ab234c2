// lab10: what is graded. The correct scan for every length, with every operator, in any order in which the
// device runs the blocks; clean memory; and no more traffic to global memory than the idea needs. For the
// uses: the correct result, computed by many threads, on the device.
#include "check/scan_limits.h"

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

// n values that are moved `times` times, 8 per sector, and `percent` % for sums and statuses. A few sectors more,
// because short arrays have partly used ones.
static uint64_t sectors(size_t n, unsigned times, unsigned percent) {
    return (n + 7) / 8 * times * (100 + percent) / 100 + 64;
}
// A thread may read its section's sum for each of its 8 values.
static uint64_t four_times(size_t n) {
    return sectors(n, 4, 10);
}
// Tiles of 4,096 values that publish them in arrays take 7 % for that.
static uint64_t twice(size_t n) {
    return sectors(n, 2, 10);
}

// One thread of each tile may look back, and so combine the values of all tiles before it.
static uint64_t one_look_at_each_tile(size_t n) {
    const uint64_t tiles = (n + TILE - 1) / TILE;
    return tiles * tiles;
}

static uint64_t loads_of_few_sections(size_t n) {
    return loads_of_few_blocks(n, SECTION);
}
// Half of a tile's, because most are loads of 4 ints per lane.
static uint64_t loads_of_few_tiles(size_t n) {
    return loads_of_few_blocks(n, TILE / 2);
}

// A warp of the solution executes 10 memory instructions between two barriers for a section, and 20 for a
// tile. One thread that does all the work executes thousands.
#define BY_MANY_THREADS                                                                                      \
    {                                                                                                        \
        .counter = "warp_instructions", .per = LIMIT_PER_STEP, .maximum = 100, .one_block = true,            \
        .text = "the threads of a block share the work"                                                      \
    }
// The scan of a warp takes 5 shuffles, and two more where a row is carried on to the next: 14 for 2 rows of 128 values,
// and 56 for 8 rows of 32. Where each lane gets the value of every lane, 2 rows take 68.
#define FIVE_STEPS                                                                                           \
    {                                                                                                        \
        .counter = "shuffles", .per = LIMIT_PER_STEP, .maximum = 64, .one_block = true,                      \
        .text = "a warp is scanned in 5 steps, with a shuffle for each"                                      \
    }
#define ON_THE_DEVICE                                                                                        \
    {                                                                                                        \
        .counter = "copied_to_host", .per = LIMIT_PER_CASE, .maximum = 64,                                   \
        .text = "the device does all the work; the host needs at most a count"                               \
    }

// A thread may handle one value in each kernel. A use has up to three kernels besides those of its scan.
static uint64_t threads_of_three_kernels(size_t n) {
    return threads_for(3 * n, 1);
}
static uint64_t threads_of_a_use(size_t n) {
    return threads_for(6 * n, 1);
}

static const struct lab_limit three_kernel_limits[] = {
    {.counter = "global_sectors",
     .per = LIMIT_PER_CASE,
     .maximum_for = four_times,
     .text = "each value is read twice and written twice; each access of a warp uses whole sectors"},
    FEW_BARRIERS,
    SUMS_BY_MANY_THREADS,
    LOADS_SHARED(unshared_loads),
    WHOLE_WARPS,
    NOT_ONE_AFTER_THE_OTHER,
    ON_THE_DEVICE,
    NOT_COPIED_ON_DEVICE,
    LAUNCHES_CHECKED,
    ENOUGH_BLOCKS(loads_of_few_sections),
    NO_IDLE_BLOCKS(threads_of_three_kernels),
    FIVE_STEPS,
};
static const struct lab_limit single_pass_limits[] = {
    {.counter = "global_sectors",
     .per = LIMIT_PER_CASE,
     .maximum_for = twice,
     .text = "each value is read once and written once"},
    {.counter = "launches",
     .per = LIMIT_PER_CASE,
     .maximum = 2,
     .text = "one kernel scans; another may initialize its words"},
    {.counter = "early_waits",
     .per = LIMIT_PER_CASE,
     .maximum = 0,
     .text = "a tile publishes its own sum before it waits; otherwise the tiles wait one after the other"},
    {.counter = "late_waits",
     .per = LIMIT_PER_CASE,
     .maximum = 0,
     .text =
         "a tile takes what the tile before it has published, and looks farther back; otherwise the tiles "
         "wait one after the other"},
    {.counter = "silent_waits", // no tile follows the last one
     .per = LIMIT_PER_CASE,
     .maximum = 1,
     .text =
         "a tile that has looked back publishes the sum up to its end; otherwise later tiles look back to "
         "the first one"},
    FEW_BARRIERS,
    BY_MANY_THREADS,
    LOADS_SHARED(unshared_loads),
    WHOLE_WARPS,
    {.counter = "serial_combines",
     .per = LIMIT_PER_CASE,
     .maximum_for = one_look_at_each_tile,
     .text = "the threads of a tile share the work; they do not combine one after the other"},
    ON_THE_DEVICE,
    NOT_COPIED_ON_DEVICE,
    ENOUGH_BLOCKS(loads_of_few_tiles),
    NO_IDLE_BLOCKS(thread_per_element),
};
// 8 ints per sector. The solution of part "compact" moves the n ints 11 times, that of "sausage" 6 times. A map has two
// ints, which are two accesses that touch all sectors of the maps: 42 times. If one of the kernels does not read and
// write whole sectors, it is 20 and more, or 60.
static uint64_t sectors_of_a_use(size_t n) {
    return (n + 7) / 8 * 18 + 256;
}
static uint64_t sectors_of_maps(size_t n) {
    return (n + 7) / 8 * 52 + 256;
}
// A warp stores up to 32 values at once, and the solution of part "compact" stores three values for each element. If
// one thread stores the zeros at the end, it takes a store for each of them.
static uint64_t stores_of_a_use(size_t n) {
    return n / 32 * 8 + 256;
}
#define BY_THE_SCAN                                                                                          \
    FEW_BARRIERS, BY_MANY_THREADS, LOADS_SHARED(unshared_loads), WHOLE_WARPS, ON_THE_DEVICE,                 \
        ENOUGH_BLOCKS(loads_of_few_sections), NO_IDLE_BLOCKS(threads_of_a_use)
static const struct lab_limit use_limits[] = {BY_THE_SCAN,
                                              STORED_BY_MANY_BLOCKS(loads_of_few_sections),
                                              NEIGHBOURS("global_sectors", sectors_of_a_use),
                                              {.counter = "global_store_requests",
                                               .per = LIMIT_PER_CASE,
                                               .maximum_for = stores_of_a_use,
                                               .text = "each thread stores one element, also of the zeros at "
                                                       "the end; then a warp stores 32 at once"}};
static const struct lab_limit map_limits[] = {BY_THE_SCAN, NEIGHBOURS("global_sectors", sectors_of_maps)};

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

static const struct lab_part parts[] = {
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
     .todos = {1, 2, 3, 4, 5, 6},
     LIMITS(three_kernel_limits),
     .points = {.result = 3, .memory = 1, .technique = 1}},
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
     NEEDS_A_SCAN,
     LIMITS(use_limits),
     .points = {.result = 1, .memory = 1, .technique = 1}},
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
     NEEDS_A_SCAN,
     LIMITS(use_limits),
     .points = {.result = 1, .memory = 1, .technique = 1}},
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
     NEEDS_A_SCAN,
     LIMITS(map_limits),
     .points = {.result = 1, .memory = 1, .technique = 1}},
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
     .needs = {1, 2, 3, 4},
     LIMITS(single_pass_limits),
     .points = {.result = 4, .memory = 2, .technique = 2}},
};

const struct lab lab = {.name = "lab10-large-scan",
                        .title = "the scan of any number of elements, in three kernels and in a single pass",
                        .parts = parts,
                        .part_count = COUNT(parts)};
