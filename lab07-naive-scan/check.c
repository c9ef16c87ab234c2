// lab07: what is graded. The right scan for every length and with every operator, clean memory; that one
// thread an output does not do more than its share, and that threads share the work at all.
#include "check/scan_limits.h"

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
    NOTHING_TO_HOST,
};

static const struct lab_limit mend_limits[] = {STEPWISE_APPLICATIONS(kogge_stone), SHARED_STEPS,
                                               NOTHING_TO_HOST};

static const struct lab_example inclusive_examples[] = {
    SAUSAGE_EXAMPLE,
    NOTES_INCLUSIVE_EXAMPLE,
    SLIDES_INCLUSIVE_EXAMPLE,
};
static const struct lab_example exclusive_examples[] = {
    NOTES_EXCLUSIVE_EXAMPLE,
    SLIDES_EXCLUSIVE_EXAMPLE,
};

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
