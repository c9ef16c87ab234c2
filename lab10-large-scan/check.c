// lab10: what is graded. The right scan for every length, with every operator, in whatever order the device
// runs the blocks; clean memory; and no more traffic to global memory than the idea needs. Of the uses: the
// right result, by many threads, on the device.
#include "check/scan_limits.h"

enum {
    SECTION = 2048,
    TILE = 18432,
    SAUSAGE = 10000,
    FACTOR = 31,
    START = 7
}; // lab.h, for values of 4 bytes

// Values that are moved `times` times, 8 to a sector, and 3 % for sums, statuses and the like. Beside that a
// few sectors, for short arrays have half-empty ones.
static uint64_t sectors(size_t n, unsigned times) {
    return (n + 7) / 8 * times * 103 / 100 + 64;
}
static uint64_t four_times(size_t n) {
    return sectors(n, 4);
}
static uint64_t twice(size_t n) {
    return sectors(n, 2);
}

// Of one section a warp of the solution has 10 memory instructions from one barrier to the next, of one
// tile 20. Where one thread does it all, thousands stand there.
#define BY_MANY_THREADS                                                                                      \
    {                                                                                                        \
        .counter = "warp_instructions", .per = LIMIT_A_STEP, .maximum = 100,                                 \
        .text = "the threads of a block share the work"                                                      \
    }
#define ON_THE_DEVICE                                                                                        \
    {                                                                                                        \
        .counter = "copied_to_host", .per = LIMIT_A_CASE, .maximum = 64,                                     \
        .text = "the device does it all; the host need not see more than a count"                            \
    }

static const struct lab_limit three_kernel_limits[] = {
    {.counter = "global_sectors",
     .per = LIMIT_A_CASE,
     .maximum_for = four_times,
     .text = "each value is read twice and written twice, and each access of a warp is to whole sectors"},
    BY_MANY_THREADS,
    ON_THE_DEVICE,
};
static const struct lab_limit single_pass_limits[] = {
    {.counter = "global_sectors",
     .per = LIMIT_A_CASE,
     .maximum_for = twice,
     .text = "each value is read once and written once"},
    {.counter = "launches",
     .per = LIMIT_A_CASE,
     .maximum = 2,
     .text = "one kernel scans; another one may prepare its words"},
    {.counter = "early_waits",
     .per = LIMIT_A_CASE,
     .maximum = 0,
     .text = "a tile tells the others what it has alone before it waits for them; else they wait one after "
             "the other"},
    BY_MANY_THREADS,
    ON_THE_DEVICE,
};
static const struct lab_limit use_limits[] = {BY_MANY_THREADS, ON_THE_DEVICE};

// ---- What the uses give back, in the plain way
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

// Nobody wants more than 28 inches.
static int wish(int value) {
    return (value < 0 ? -value : value) % 29;
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

// Those of 40 tiles for the first operator alone: one look of a warp, at 32, is not enough. The tiles of
// larger values are shorter: 20 are 40 of affine maps.
static const struct lab_order orders[] = {
    {.schedule = "reversed", .workers = 1, .n = 5 * TILE + 1},
    {.schedule = "random", .seed = 1, .workers = 1, .n = 5 * TILE},
    {.schedule = "together", .workers = 40, .n = 20 * TILE - 5},
    {.schedule = "reversed", .workers = 2, .n = 40 * TILE},
    {.schedule = "random", .seed = 2, .workers = 4, .n = 40 * TILE + 1},
    {.schedule = "together", .workers = 40, .n = 40 * TILE - 5},
};

// Each use calls the scan of part "single_pass".
#define NEEDS_A_SCAN .needs = {1, 2, 3, 4, 7, 8, 9, 10}
#define ORDERS       .orders = orders, .order_count = COUNT(orders), .largest_for_others = 20 * TILE

static const struct lab_part parts[] = {
    {.name = "three_kernel",
     .title = "sections, the scan of their sums, and the sums added",
     .kind = LAB_INCLUSIVE_SCAN,
     LAB_SCAN_OPERATORS,
     .elements_per_block = SECTION,
     .block_size = 256,
     // One section, two levels of sections, and three: the last sum is added to nothing, so that takes a
     // section more. Sections of the largest values have 512.
     .case_sizes = {0,
                    1,
                    2,
                    3,
                    4,
                    5,
                    31,
                    32,
                    33,
                    127,
                    128,
                    129,
                    511,
                    512,
                    513,
                    SECTION - 1,
                    SECTION,
                    SECTION + 1,
                    2 * SECTION - 1,
                    2 * SECTION,
                    2 * SECTION + 1,
                    100003,
                    512 * 513 + 1,
                    SECTION *(SECTION + 1) + 1},
     .largest_on_gpu = LARGEST_ON_GPU,
     .least_share = 40, // of the 50 that 4 n instead of 2 n leave
     .largest_for_others = 512 * 513 + 1,
     EXAMPLES(scan_examples),
     .todos = {1, 2, 3, 4, 5, 6},
     LIMITS(three_kernel_limits),
     .points = {.result = 3, .memory = 1, .technique = 1}},
    {.name = "single_pass",
     .title = "one kernel, whose tiles look back at those before them",
     .kind = LAB_INCLUSIVE_SCAN,
     LAB_SCAN_OPERATORS,
     .elements_per_block = TILE,
     .block_size = 384,
     .case_sizes = {0,        1,
                    2,        3,
                    4,        5,
                    31,       32,
                    33,       127,
                    128,      129,
                    4607,     4608,
                    4609,     9215,
                    9216,     9217,
                    TILE - 1, TILE,
                    TILE + 1, 2 * TILE - 1,
                    2 * TILE, 2 * TILE + 1,
                    100003,   1 << 20},
     .largest_on_gpu = LARGEST_ON_GPU,
     .least_share = 65,
     ORDERS,
     EXAMPLES(scan_examples),
     .todos = {7, 8, 9, 10},
     .needs = {1, 2, 3, 4},
     LIMITS(single_pass_limits),
     .points = {.result = 4, .memory = 2, .technique = 2}},
    {.name = "compact",
     .title = "the positive elements, side by side",
     .kind = LAB_LOOP,
     .loop = compact,
     .operators = {OPERATOR_SUM},
     .operator_count = 1,
     .elements_per_block = 256,
     .block_size = 256,
     .case_sizes = {0, 1, 2, 3, 31, 32, 33, 255, 256, 257, 1023, TILE - 1, TILE, TILE + 1, 100003, 1 << 20},
     .orders = orders,
     .order_count = 2,
     EXAMPLES(compact_examples),
     .todos = {11, 12},
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
     .case_sizes = {0, 1, 2, 3, 31, 32, 33, 255, 256, 257, 1023, TILE - 1, TILE, TILE + 1, 100003, 1 << 20},
     EXAMPLES(sausage_examples),
     .todos = {13},
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
     .case_sizes = {0, 1, 2, 3, 31, 32, 33, 255, 256, 257, 1023, TILE - 1, TILE, TILE + 1, 100003, 1 << 20},
     EXAMPLES(recurrence_examples),
     .todos = {14, 15},
     NEEDS_A_SCAN,
     LIMITS(use_limits),
     .points = {.result = 1, .memory = 1, .technique = 1}},
};

const struct lab lab = {.name = "lab10-large-scan",
                        .title = "the scan of any number of elements, in three kernels and in a single pass",
                        .parts = parts,
                        .part_count = COUNT(parts)};
