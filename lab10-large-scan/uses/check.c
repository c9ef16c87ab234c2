// uses: what is graded. The correct result for every length; clean memory; work shared by all threads, and no more
// traffic to global memory than the technique needs.
#include "check/scan_examples.h"

#include <limits.h>
#include <stdlib.h>

enum { SECTION = 1024, PIVOT = 1000, DIGITS = 16 }; // lab.h

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

static struct lab_part parts[] = {
    {.name = "exclusive",
     .title = "the exclusive scan of any number of values",
     .kind = LAB_EXCLUSIVE_SCAN,
     .elements_per_block = SECTION,
     .block_size = 256,
     // One section, and two and three levels of sections.
     .case_sizes = {SIZES, SECTION *SECTION, SECTION *SECTION + 1, SECTION *(SECTION + 1) + 1},
     .largest_on_gpu = LARGEST_ON_GPU,
     EXAMPLES(exclusive_examples),
     .todos = {1, 2, 3}},
    {.name = "segmented",
     .title = "where each character of a text begins in its line, by a scan of pairs",
     OF_INTS(place_characters),
     .input = width,
     .peer = "segmented",
     .case_sizes = {SIZES},
     EXAMPLES(segmented_examples),
     .todos = {4, 5, 6},
     .needs = {A_SCAN}},
    {.name = "partition",
     .title = "quicksort's partition, the small elements first and then the others",
     OF_INTS(partition),
     .peer = "partition",
     .case_sizes = {SIZES, (1 << 18) + 1}, // more of each group than a 16-bit count
     .long_n = LONG_N,
     EXAMPLES(partition_examples),
     .todos = {7, 8},
     .needs = {A_SCAN}},
    {.name = "radix_pass",
     .title = "sorted by the last digit, of 4 bits",
     OF_INTS(sort_by_last_digit),
     .input = often_five,
     .peer = "digit",
     .case_sizes = {SIZES, (1 << 18) + 1},    // more sections than a byte counts
     .long_n = LONG_BLOCKS(SECTION / DIGITS), // 65,552 counts
     EXAMPLES(pass_examples),
     .todos = {9, 10, 11, 12},
     .needs = {A_SCAN}},
    {.name = "radix_sort",
     .title = "sorted, in eight passes",
     OF_INTS(sort),
     .peer = "sort",
     .case_sizes = {SIZES},
     EXAMPLES(sort_examples),
     .todos = {13},
     .needs = {A_SCAN, 9, 10, 11, 12}},
};

const struct lab lab = {.folder = LAB_FOLDER,
                        .name = "uses",
                        .title = "an exclusive scan of any length, and what it is good for",
                        .parts = parts,
                        .part_count = COUNT(parts)};
