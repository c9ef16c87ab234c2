// uses: what is graded. The correct result for every length; clean memory; work shared by all threads, and no more
// traffic to global memory than the technique needs.
#include "check/scan_limits.h"

#include <limits.h>
#include <stdlib.h>

enum { SECTION = 1024, PIVOT = 1000, DIGITS = 16 }; // lab.h

// A warp of the solution executes 20 memory instructions between two barriers. One thread that does all the
// work executes thousands.
#define BY_MANY_THREADS                                                                                      \
    {                                                                                                        \
        .counter = "warp_instructions", .per = LIMIT_PER_STEP, .maximum = 100, .one_block = true,            \
        .text = "the threads of a block share the work"                                                      \
    }
#define ON_THE_DEVICE                                                                                        \
    {                                                                                                        \
        .counter = "copied_to_host", .per = LIMIT_PER_CASE, .maximum = 64,                                   \
        .text = "the device does all the work; the host needs at most a count"                               \
    }
#define SECTORS(formula, what)                                                                               \
    { .counter = "global_sectors", .per = LIMIT_PER_CASE, .maximum_for = (formula), .text = (what) }

// 8 values per sector, moved `quarters` / 4 times, and 5 % for sums. Some sectors more, because short arrays
// have partly used ones.
static uint64_t sectors(size_t n, unsigned quarters) {
    return (n + 7) / 8 * quarters / 4 * 105 / 100 + 64;
}
// 4 times, and the first load takes a fifth sector for every four: a row moved by one value begins within one. A fourth
// of a time for threads that read their section's sum for each value.
static uint64_t of_a_scan(size_t n) {
    return sectors(n, 18);
}
// A pair is twice as long: 1 + 2 for the pairs, 33 / 4 for the scan, 2 + 1 for the places. Without alignas, each of its
// words is an access of its own, which touches all sectors of the pairs: 1 + 4, 66 / 4, 2 + 1.
static uint64_t of_a_segmented_scan(size_t n) {
    return sectors(n, 4 * 8 + 66);
}
// 1 + 1 for the marks, the scan, and 1 + 1 + 2 for the move, because the two groups begin within a sector. 4 for
// second reads, of the element itself and of the last one, also in two branches.
static uint64_t of_a_partition(size_t n) {
    return sectors(n, 4 * 10 + 18);
}
// Both kernels read the keys, and each key is stored in a sector of its own. 2 for second reads. Of 16 counts for each
// section of 1,024 keys, two kernels move each with a sector of its own, and the scan moves 17 / 4 sectors for 8.
static uint64_t of_a_pass(size_t n) {
    return sectors(n, 4 * 4) + n + (n / SECTION + 1) * DIGITS * 3 + 64;
}
static uint64_t of_a_sort(size_t n) {
    return 8 * of_a_pass(n);
}
// A block that sorts its section by one bit after the other, in shared memory, waits 19 times in a pass.
static uint64_t barriers_of_a_sort(size_t n) {
    return 8 * barriers_of_many_threads(n);
}

// The scan reads each value once or twice, and two kernels around it each read them a few times more. Pairs are read
// member by member. A pass of the sort reads the keys in two kernels, and there are eight passes.
static uint64_t loads_of_few_sections(size_t n) {
    return loads_of_few_blocks(n, SECTION);
}
static uint64_t segmented_loads(size_t n) {
    return 8 * loads_of_few_blocks(n, SECTION);
}
static uint64_t partition_loads(size_t n) {
    return 4 * loads_of_few_blocks(n, SECTION);
}
static uint64_t pass_loads(size_t n) {
    return 4 * loads_of_few_blocks(n, SECTION);
}
static uint64_t sort_loads(size_t n) {
    return 8 * pass_loads(n);
}

// A thread may handle one value in each kernel: three of the scan, and up to three around it.
static uint64_t threads_of_a_scan(size_t n) {
    return threads_for(3 * n, 1);
}
static uint64_t threads_of_a_use(size_t n) {
    return threads_for(6 * n, 1);
}
static uint64_t threads_of_a_sort(size_t n) {
    return 8 * threads_of_a_use(n);
}

static const struct lab_limit exclusive_limits[] = {
    SECTORS(of_a_scan,
            "each value is read twice and written twice; each access of a warp uses whole sectors"),
    FEW_BARRIERS,
    SUMS_BY_MANY_THREADS,
    LOADS_SHARED(unshared_loads),
    WHOLE_WARPS,
    ON_THE_DEVICE,
    NOT_COPIED_ON_DEVICE,
    LAUNCHES_CHECKED,
    NO_IDLE_BLOCKS(threads_of_a_scan),
    ENOUGH_BLOCKS(loads_of_few_sections),
};
static const struct lab_limit segmented_limits[] = {
    SECTORS(of_a_segmented_scan, "one scan of pairs; a line is not scanned by itself"),
    FEW_BARRIERS,
    BY_MANY_THREADS,
    LOADS_SHARED(unshared_loads),
    WHOLE_WARPS,
    ON_THE_DEVICE,
    NOT_COPIED_ON_DEVICE,
    NO_IDLE_BLOCKS(threads_of_a_use),
    ENOUGH_BLOCKS(segmented_loads),
};
static const struct lab_limit partition_limits[] = {
    SECTORS(of_a_partition, "one scan of marks, and one move per element"),
    FEW_BARRIERS,
    BY_MANY_THREADS,
    LOADS_SHARED(unshared_loads),
    WHOLE_WARPS,
    ON_THE_DEVICE,
    NOT_COPIED_ON_DEVICE,
    NO_IDLE_BLOCKS(threads_of_a_use),
    ENOUGH_BLOCKS(partition_loads),
};
// A block may add its 16 counts to those of all blocks.
static uint64_t atomics_of_sections(size_t n) {
    return (n / SECTION + 1) * DIGITS * 2;
}
// A section has 32 rows. A launch may count the keys by a vote for each of 16 digits. The ranks take 5 votes per row;
// with a vote for each digit it is 17, and with a shuffle for each lane 33.
static uint64_t votes_of_sections(size_t n) {
    return (n / SECTION + 1) * 32 * 16;
}
static const struct lab_limit pass_limits[] = {
    {.counter = "global_atomic_lanes",
     .per = LIMIT_PER_CASE,
     .maximum_for = atomics_of_sections,
     .text = "the keys of a section are counted in shared memory"},
    SECTORS(of_a_pass, "one pass sorts by all bits of the digit, and writes each key once"),
    FEW_BARRIERS,
    BY_MANY_THREADS,
    WHOLE_WARPS,
    ON_THE_DEVICE,
    NOT_COPIED_ON_DEVICE,
    NO_IDLE_BLOCKS(threads_of_a_use),
    ENOUGH_BLOCKS(pass_loads),
    {.counter = "shuffles",
     .per = LIMIT_PER_LAUNCH,
     .maximum_for = votes_of_sections,
     .text = "one vote per bit of the digit finds all lanes with the same digit"},
};
// The keys may be copied before the first pass and after the last one, but not after each.
static uint64_t two_copies(size_t n) {
    return 2 * n * sizeof(int) + 64;
}
// A pass of the solution has three launches that load keys or counts: two of its own, and one of the scan. The scan has
// two more if the counts have several sections. Others may have two or three more. Sixteen passes have 48 or 80.
static uint64_t loading_launches_of_passes(size_t n) {
    return n <= SECTION ? 8 * 5 : 8 * 8;
}
static const struct lab_limit sort_limits[] = {
    {.counter = "copied_on_device",
     .per = LIMIT_PER_CASE,
     .maximum_for = two_copies,
     .text = "the passes alternate between two arrays; a copy after each pass reads and writes each key once "
             "more"},
    SECTORS(of_a_sort, "eight passes of 4 bits"),
    {.counter = "loading_launches",
     .per = LIMIT_PER_CASE,
     .maximum_for = loading_launches_of_passes,
     .text = "eight passes of 4 bits"},
    BARRIERS_OF_STEPS(barriers_of_a_sort),
    BY_MANY_THREADS,
    WHOLE_WARPS,
    ON_THE_DEVICE,
    NO_IDLE_BLOCKS(threads_of_a_sort),
    ENOUGH_BLOCKS(sort_loads),
};

// ---- The results, computed sequentially
static void place_characters(const int *in, int *out, size_t n) {
    unsigned begin = 0;
    for (size_t i = 0; i < n; i++) {
        out[i] = (int)begin;
        begin = in[i] == 0 ? 0 : begin + (unsigned)in[i];
    }
}

// The case at the edges (data/data.h) has ints of all magnitudes. From those beyond the usual ones the parts make input
// of another kind, in which a count is as large as it can be: it may not fit into a byte.
static bool at_edges(int value) {
    enum { USUAL_MAX = 9999 };
    return value > USUAL_MAX || value < -USUAL_MAX;
}

// About every 1,000th character breaks the line, so most sections have a break, and some have none. The characters are
// so wide that a line can be wider than a float counts. At the edges every second one breaks the line, and a single one
// can be wider than a short type counts.
static int width(int value) {
    const unsigned bits = (unsigned)value;
    const bool breaks = at_edges(value) ? (bits >> 16) % 2 == 0 : bits % 1000 == 0;
    return breaks ? 0 : 1 + (int)(bits % (at_edges(value) ? 100003 : 30011));
}

// At the edges nearly all keys have the same last digit.
static int often_five(int value) {
    return at_edges(value) && (value >> 16) % 128 != 0 ? (int)(((unsigned)value & ~15u) | 5u) : value;
}

static void partition(const int *in, int *out, size_t n) {
    size_t count = 0;
    for (int group = 0; group < 2; group++) {
        for (size_t i = 0; i < n; i++) {
            if ((in[i] >= PIVOT) == group) {
                out[count++] = in[i];
            }
        }
    }
}

static void sort_by_last_digit(const int *in, int *out, size_t n) {
    size_t count = 0;
    for (unsigned digit = 0; digit < DIGITS; digit++) {
        for (size_t i = 0; i < n; i++) {
            if ((unsigned)in[i] % DIGITS == digit) {
                out[count++] = in[i];
            }
        }
    }
}

static int by_value(const void *a, const void *b) {
    const int first = *(const int *)a, second = *(const int *)b;
    return (first > second) - (first < second);
}

static void sort(const int *in, int *out, size_t n) {
    for (size_t i = 0; i < n; i++) {
        out[i] = in[i];
    }
    qsort(out, n, sizeof(*out), by_value);
}

// The examples of the lesson.
static const int widths[] = {5, 2, 0, 4, 4, 0, 0, 1}, begins[] = {0, 5, 7, 0, 4, 8, 0, 0};
static const int mixed[] = {1500, -3, 1000, 999}, parted[] = {-3, 999, 1500, 1000};
static const int extremes[] = {INT_MAX, INT_MIN, PIVOT, PIVOT - 1, INT_MIN + PIVOT - 1},
                 parted_extremes[] = {INT_MIN, PIVOT - 1, INT_MIN + PIVOT - 1, INT_MAX, PIVOT};
static const int pivot_last[] = {1001, 7, 1000}, parted_last[] = {7, 1001, 1000};
static const int keys[] = {0x23, 0x10, 0x13, 0x01, -1, 0x11}, by_digit[] = {0x10, 0x01, 0x11, 0x23, 0x13, -1},
                 sorted[] = {-1, 0x01, 0x10, 0x11, 0x13, 0x23};
static const struct lab_example exclusive_examples[] = {NOTES_EXCLUSIVE_EXAMPLE, SLIDES_EXCLUSIVE_EXAMPLE};
static const struct lab_example segmented_examples[] = {
    {.name = "lines", .n = COUNT(widths), .in = widths, .out = begins}};
static const struct lab_example partition_examples[] = {
    {.name = "four", .n = COUNT(mixed), .in = mixed, .out = parted},
    {.name = "extremes", .n = COUNT(extremes), .in = extremes, .out = parted_extremes},
    {.name = "pivot_last", .n = COUNT(pivot_last), .in = pivot_last, .out = parted_last}};
static const struct lab_example pass_examples[] = {
    {.name = "digits", .n = COUNT(keys), .in = keys, .out = by_digit}};
static const struct lab_example sort_examples[] = {
    {.name = "digits", .n = COUNT(keys), .in = keys, .out = sorted}};

#define SIZES                                                                                                \
    0, 1, 2, 31, 32, 33, 127, 128, 129, 255, 256, 257, SECTION - 1, SECTION, SECTION + 1, 2 * SECTION - 1,   \
        2 * SECTION, 2 * SECTION + 1, 100003
#define OF_INTS(function) .kind = LAB_LOOP, .loop = function, .elements_per_block = SECTION, .block_size = 256
// Both need a scan of any length.
#define A_SCAN 1, 2, 3

static const struct lab_part parts[] = {
    {.name = "exclusive",
     .title = "the exclusive scan of any number of values",
     .kind = LAB_EXCLUSIVE_SCAN,
     .elements_per_block = SECTION,
     .block_size = 256,
     // One section, and two and three levels of sections.
     .case_sizes = {SIZES, SECTION *SECTION, SECTION *SECTION + 1, SECTION *(SECTION + 1) + 1},
     .largest_on_gpu = LARGEST_ON_GPU,
     EXAMPLES(exclusive_examples),
     .todos = {1, 2, 3},
     LIMITS(exclusive_limits),
     .points = {.result = 3, .memory = 1, .technique = 1}},
    {.name = "segmented",
     .title = "where each character of a text begins in its line, by a scan of pairs",
     OF_INTS(place_characters),
     .input = width,
     .peer = "segmented",
     .case_sizes = {SIZES},
     EXAMPLES(segmented_examples),
     .todos = {4, 5, 6},
     .needs = {A_SCAN},
     LIMITS(segmented_limits),
     .points = {.result = 2, .memory = 1, .technique = 1}},
    {.name = "partition",
     .title = "quicksort's partition, the small elements first and then the others",
     OF_INTS(partition),
     .peer = "partition",
     .case_sizes = {SIZES, (1 << 18) + 1}, // more of each group than a 16-bit count
     .long_n = LONG_N,
     EXAMPLES(partition_examples),
     .todos = {7, 8},
     .needs = {A_SCAN},
     LIMITS(partition_limits),
     .points = {.result = 2, .memory = 1, .technique = 1}},
    {.name = "radix_pass",
     .title = "sorted by the last digit, of 4 bits",
     OF_INTS(sort_by_last_digit),
     .input = often_five,
     .peer = "digit",
     .case_sizes = {SIZES, (1 << 18) + 1},    // more sections than a byte counts
     .long_n = LONG_BLOCKS(SECTION / DIGITS), // 65,552 counts
     EXAMPLES(pass_examples),
     .todos = {9, 10, 11, 12},
     .needs = {A_SCAN},
     LIMITS(pass_limits),
     .points = {.result = 3, .memory = 1, .technique = 1}},
    {.name = "radix_sort",
     .title = "sorted, in eight passes",
     OF_INTS(sort),
     .peer = "sort",
     .case_sizes = {SIZES},
     EXAMPLES(sort_examples),
     .todos = {13},
     .needs = {A_SCAN, 9, 10, 11, 12},
     LIMITS(sort_limits),
     .points = {.result = 2, .memory = 1, .technique = 1}},
};

const struct lab lab = {.name = "uses",
                        .title = "an exclusive scan of any length, and what it is good for",
                        .parts = parts,
                        .part_count = COUNT(parts)};
