// lab07: what is graded. The correct scan for every length and with every operator, and clean memory. A
// thread must not do more than the work of its output, and the threads must share the work.
#include "check/scan_limits.h"

// Each output costs as many applications as there are elements up to it: N (N + 1) / 2 in all, or
// N (N - 1) / 2 if each sum begins with an element instead of the identity.
static uint64_t triangle(size_t n) {
    return (uint64_t)n * (n + 1) / 2;
}

// Eight steps per section of 256 elements. The step of stride s has 256 - s applications.
static uint64_t kogge_stone(size_t n) {
    return (n + 255) / 256 * (256 * 8 - 255);
}

// One thread per output, the last block rounded up. 262,144 more are allowed, because a program may launch
// the same grid for every n.
static uint64_t one_thread_per_output(size_t n) {
    return (uint64_t)n + (1 << 18);
}

// One block of 256, part inclusive: a warp of the solution executes 145 memory instructions on average. One
// thread that computes all outputs executes 512, or 256 loads for each output; or 320 with loads of 16 bytes. A thread
// that keeps its sum in d_out instead of a variable exceeds this, too (433).
#define BY_MANY_THREADS                                                                                      \
    {                                                                                                        \
        .counter = "warp_instructions", .per = LIMIT_PER_WARP, .maximum = 260, .one_block = true,            \
        .text = "each thread computes one output, with its sum in a variable; no thread computes them all",  \
    }

// A warp stores 32 outputs by one instruction, or by two if a thread has two. A thread that stores the outputs of eight
// others takes eight. With less than a block, the other limits are enough.
static uint64_t stores_of_whole_warps(size_t n) {
    return n >= 256 ? (uint64_t)n / 32 * 3 + 64 : UINT64_MAX;
}

// A warp of the solution loads each element up to its last output: N^2 / 64 + N / 2 loads in all. A third more are
// allowed, and more for short arrays. If each thread reads the whole array, there are twice as many.
static uint64_t loads_of_needed_elements(size_t n) {
    return (uint64_t)n * n / 48 + (uint64_t)n * 8 + 600;
}

// 8 outputs of 4 bytes per sector. Twice as many are allowed, for outputs that are moved by one place, and so
// many more for short arrays that the limit on stores comes first; as there, none with less than a block.
static uint64_t stored_twice(size_t n) {
    return n >= 256 ? (n + 7) / 8 * 2 + 200 : UINT64_MAX;
}

static const struct lab_limit naive_limits[] = {
    {.counter = "combines",
     .per = LIMIT_PER_CASE,
     .maximum_for = triangle,
     .text = "N (N + 1) / 2 applications of the operator for N elements"},
    {.counter = "threads",
     .per = LIMIT_PER_CASE,
     .maximum_for = one_thread_per_output,
     .text = "one thread per output, the last block rounded up"},
    {.counter = "launches", .per = LIMIT_PER_CASE, .maximum = 4, .text = "one launch computes all outputs"},
    BY_MANY_THREADS,
    WHOLE_WARPS,
    NOTHING_TO_HOST,
    LAUNCHES_CHECKED,
    {.counter = "global_store_requests",
     .per = LIMIT_PER_CASE,
     .maximum_for = stores_of_whole_warps,
     .text = "each thread computes one output, so a warp stores 32 neighbouring outputs at once"},
    {.counter = "global_load_requests",
     .per = LIMIT_PER_CASE,
     .maximum_for = loads_of_needed_elements,
     .text = "each thread reads only the elements that its output needs"},
    NEIGHBOURS("global_store_sectors", stored_twice),
};

// One after the load, and two in each of 8 steps. A third one is not needed, but no mistake either.
static uint64_t two_barriers_per_step(size_t n) {
    return (uint64_t)(n + 255) / 256 * 28;
}
static const struct lab_limit mend_limits[] = {
    STEPWISE_APPLICATIONS(kogge_stone),
    SHARED_STEPS,
    STORES_SHARED,
    NOT_ONE_AFTER_THE_OTHER,
    BARRIERS(two_barriers_per_step, "two barriers per step are enough"),
    IN_SHARED_MEMORY,
    WHOLE_WARPS,
    NOTHING_TO_HOST,
    NOT_COPIED_ON_DEVICE,
    NO_IDLE_BLOCKS(thread_per_element)};
static const struct lab_example inclusive_examples[] = {
    SAUSAGE_EXAMPLE,
    NOTES_INCLUSIVE_EXAMPLE,
    SLIDES_INCLUSIVE_EXAMPLE,
};
static const struct lab_example exclusive_examples[] = {
    NOTES_EXCLUSIVE_EXAMPLE,
    SLIDES_EXCLUSIVE_EXAMPLE,
};

enum { FEW_SECTIONS = 600 };

// Up to 2^12 only: the work grows with the square of n.
#define NAIVE_SIZES                                                                                          \
    .case_sizes = {0, 1, 2, 31, 32, 33, 255, 256, 257, 511, 512, 513, 1021, 4096},                           \
    .largest_for_others = FEW_SECTIONS

static const struct lab_part parts[] = {
    {.name = "inclusive",
     .title = "one thread per output",
     .kind = LAB_INCLUSIVE_SCAN,
     LAB_SCAN_OPERATORS,
     .shown_n = 16,
     .elements_per_block = 256,
     .block_size = 256,
     NAIVE_SIZES,
     EXAMPLES(inclusive_examples),
     .long_n = 65793, // an index of 16 bits ends before
     .todos = {1, 2, 3},
     LIMITS(naive_limits),
     .points = {.result = 2, .memory = 1, .technique = 1}},
    {.name = "exclusive",
     .title = "one thread per output, without its own element",
     .kind = LAB_EXCLUSIVE_SCAN,
     LAB_SCAN_OPERATORS,
     .shown_n = 16,
     .elements_per_block = 256,
     .block_size = 256,
     NAIVE_SIZES,
     .short_to = 1021, // part inclusive has shown that many blocks work
     EXAMPLES(exclusive_examples),
     .long_n = 65793,
     .todos = {4},
     LIMITS(naive_limits),
     .points = {.result = 1, .memory = 1}},
    {.name = "mend",
     .title = "a section in one block, with a race to find and fix",
     .kind = LAB_SECTION_INCLUSIVE_SCAN,
     LAB_SCAN_OPERATORS,
     .shown_n = 16,
     .elements_per_block = 256,
     .block_size = 256,
     .largest_for_others = FEW_SECTIONS, // each section is scanned by itself
     EXAMPLES(inclusive_examples),
     .long_n = LONG_N,
     .todos = {5},
     LIMITS(mend_limits),
     .points = {.result = 1, .memory = 2, .technique = 1}},
};

const struct lab lab = {.name = "lab07-naive-scan",
                        .title = "the scan of n values, one thread per output",
                        .parts = parts,
                        .part_count = COUNT(parts)};
