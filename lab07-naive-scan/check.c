// lab07: what is graded. The right scan for every length and with every operator, clean memory; that one
// thread an output does not do more than its share, and that threads share the work at all.
#include "check/check.h"

// Each output costs as many applications as there are elements up to it: N (N + 1) / 2 together, and
// N (N - 1) / 2 where a sum begins with an element instead of the identity.
static uint64_t triangle(size_t n) {
    return (uint64_t)n * (n + 1) / 2;
}

// Eight steps for each section of 256 elements, of which the step of stride s has 256 - s applications.
static uint64_t kogge_stone(size_t n) {
    return (n + 255) / 256 * (256 * 8 - 255);
}

// One thread an output, the last block rounded up; and 262,144 more, since a grid may be of one size for all
// n.
static uint64_t one_thread_an_output(size_t n) {
    return (uint64_t)n + (1 << 18);
}

// One block of 256, part inclusive: 145 memory instructions for a warp of the solution, on average. One
// thread that makes all outputs has 512, or 256 loads for each of them.
#define BY_MANY_THREADS                                                                                      \
    {                                                                                                        \
        .counter = "warp_instructions", .per = LIMIT_A_WARP, .maximum = 260,                                 \
        .text = "each thread makes one output, and no thread makes them all",                                \
    }
#define ON_THE_DEVICE                                                                                        \
    {                                                                                                        \
        .counter = "copied_to_host", .per = LIMIT_A_BLOCK, .maximum = 64,                                    \
        .text = "the device scans, and the host need not see a value",                                       \
    }

static const struct lab_limit naive_limits[] = {
    {.counter = "combines",
     .per = LIMIT_A_CASE,
     .maximum_for = triangle,
     .text = "N (N + 1) / 2 applications of the operator for N elements"},
    {.counter = "threads",
     .per = LIMIT_A_CASE,
     .maximum_for = one_thread_an_output,
     .text = "one thread an output, the last block rounded up"},
    BY_MANY_THREADS,
    ON_THE_DEVICE,
};

// Between two barriers a warp of the solution has 2 memory instructions on average. Where one thread does it
// all, hundreds stand there.
static const struct lab_limit mend_limits[] = {
    {.counter = "combines",
     .per = LIMIT_A_CASE,
     .maximum_for = kogge_stone,
     .text = "N log2 N - (N - 1) applications of the operator for a section of N elements"},
    {.counter = "warp_instructions",
     .per = LIMIT_A_WARP,
     .maximum = 8,
     .text = "the threads of a block share the work, in log2 N steps"},
    ON_THE_DEVICE,
};

static const int sausage[] = {3, 5, 2, 7, 28, 4, 3, 0, 8, 1}, cuts[] = {3, 8, 10, 17, 45, 49, 52, 52, 60, 61};
static const int notes[] = {3, 1, 7, 0, 4, 1, 6, 3}, notes_before[] = {0, 3, 4, 11, 11, 15, 16, 22},
                 notes_up_to[] = {3, 4, 11, 11, 15, 16, 22, 25};
static const int slides[] = {5, 2, 1, 3, 6, 7, 0, 4}, slides_before[] = {0, 5, 7, 8, 11, 17, 24, 24},
                 slides_up_to[] = {5, 7, 8, 11, 17, 24, 24, 28};

static const struct lab_example inclusive_examples[] = {
    {.name = "sausage", .n = 10, .in = sausage, .out = cuts},
    {.name = "notes", .n = 8, .in = notes, .out = notes_up_to},
    {.name = "slides", .n = 8, .in = slides, .out = slides_up_to},
};
static const struct lab_example exclusive_examples[] = {
    {.name = "notes", .n = 8, .in = notes, .out = notes_before},
    {.name = "slides", .n = 8, .in = slides, .out = slides_before},
};

#define COUNT(array)    (sizeof(array) / sizeof((array)[0]))
#define LIMITS(array)   .limits = array, .limit_count = COUNT(array)
#define EXAMPLES(array) .examples = array, .example_count = COUNT(array)
// Up to 2^12: the work grows with the square of n.
#define NAIVE_SIZES                                                                                          \
    .case_sizes = {0, 1, 2, 31, 32, 33, 255, 256, 257, 511, 512, 513, 1021, 4096}, .largest_for_others = 600

static const struct lab_part parts[] = {
    {.name = "inclusive",
     .title = "one thread an output",
     .kind = LAB_INCLUSIVE_SCAN,
     LAB_SCAN_OPERATORS,
     .elements_per_block = 256,
     .block_size = 256,
     NAIVE_SIZES,
     EXAMPLES(inclusive_examples),
     .todos = {1, 2, 3},
     LIMITS(naive_limits),
     .points = {.result = 2, .memory = 1, .technique = 1}},
    {.name = "exclusive",
     .title = "one thread an output, without its own element",
     .kind = LAB_EXCLUSIVE_SCAN,
     LAB_SCAN_OPERATORS,
     .elements_per_block = 256,
     .block_size = 256,
     NAIVE_SIZES,
     EXAMPLES(exclusive_examples),
     .todos = {4},
     LIMITS(naive_limits),
     .points = {.result = 1, .memory = 1}},
    {.name = "mend",
     .title = "a section in one block, with a race to find and to mend",
     .kind = LAB_SECTION_INCLUSIVE_SCAN,
     LAB_SCAN_OPERATORS,
     .elements_per_block = 256,
     .block_size = 256,
     EXAMPLES(inclusive_examples),
     .todos = {5},
     LIMITS(mend_limits),
     .points = {.result = 1, .memory = 2, .technique = 1}},
};

const struct lab lab = {.name = "lab07-naive-scan",
                        .title = "the scan of n values, one thread an output",
                        .parts = parts,
                        .part_count = COUNT(parts)};
