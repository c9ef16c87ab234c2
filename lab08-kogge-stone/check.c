// lab08: what is graded. The right scan of each section, for every length from 0 to two sections and one
// element and for more, with every operator; clean memory; no more barriers and no more applications than the
// algorithm needs.
#include "check/check.h"

enum { SECTION = 512, LOG2_SECTION = 9, FULL = 1024, LOG2_FULL = 10 };

// Applications of the operator in all sections: N - s in the step of stride s, together N log2 N - (N - 1).
static uint64_t applications(size_t n) {
    return (uint64_t)(n + SECTION - 1) / SECTION * (SECTION * LOG2_SECTION - (SECTION - 1));
}
static uint64_t full_applications(size_t n) {
    return (uint64_t)(n + FULL - 1) / FULL * (FULL * LOG2_FULL - (FULL - 1));
}
static uint64_t applications_and_own(size_t n) {
    return applications(n) + n;
}

// Barriers in all sections, and one for what comes before or after the steps.
static uint64_t two_barriers_a_step(size_t n) {
    return (uint64_t)(n + SECTION - 1) / SECTION * (2 * LOG2_SECTION + 1);
}
static uint64_t one_barrier_a_step(size_t n) {
    return (uint64_t)(n + SECTION - 1) / SECTION * (LOG2_SECTION + 1);
}
static uint64_t one_barrier_a_full_step(size_t n) {
    return (uint64_t)(n + FULL - 1) / FULL * (LOG2_FULL + 1);
}

#define APPLICATIONS(formula)                                                                                \
    {                                                                                                        \
        .counter = "combines", .per = LIMIT_A_CASE, .maximum_for = formula,                                  \
        .text = "N log2 N - (N - 1) applications of the operator for a section of N elements",               \
    }
#define BARRIERS(formula, words)                                                                             \
    { .counter = "barriers", .per = LIMIT_A_CASE, .maximum_for = formula, .text = words }
// Between two barriers a warp of the solution has 2 to 4 memory instructions. Where one thread does it all,
// hundreds stand there.
#define BY_MANY_THREADS                                                                                      \
    {                                                                                                        \
        .counter = "warp_instructions", .per = LIMIT_A_WARP, .maximum = 8,                                   \
        .text = "the threads of a block share the work, in log2 N steps",                                    \
    }
#define ON_THE_DEVICE                                                                                        \
    {                                                                                                        \
        .counter = "copied_to_host", .per = LIMIT_A_BLOCK, .maximum = 64,                                    \
        .text = "the device scans, and the host need not see a value",                                       \
    }

static const struct lab_limit two_barriers[] = {APPLICATIONS(applications),
                                                BARRIERS(two_barriers_a_step, "two barriers a step do"),
                                                BY_MANY_THREADS, ON_THE_DEVICE};
static const struct lab_limit one_barrier[] = {
    APPLICATIONS(applications), BARRIERS(one_barrier_a_step, "with two arrays one barrier a step does"),
    BY_MANY_THREADS, ON_THE_DEVICE};
static const struct lab_limit one_barrier_full[] = {
    APPLICATIONS(full_applications),
    BARRIERS(one_barrier_a_full_step, "with two arrays one barrier a step does"), BY_MANY_THREADS,
    ON_THE_DEVICE};
static const struct lab_limit no_application[] = {
    {.counter = "combines",
     .per = LIMIT_A_CASE,
     .maximum_for = applications,
     .text = "the inclusive scan has it all, and nothing is left to combine"},
    ON_THE_DEVICE};
static const struct lab_limit one_application[] = {{.counter = "combines",
                                                    .per = LIMIT_A_CASE,
                                                    .maximum_for = applications_and_own,
                                                    .text = "one application for each element is enough"},
                                                   ON_THE_DEVICE};

// The examples of the documents and of the lessons; they fit into one section.
static const int sausage[] = {3, 5, 2, 7, 28, 4, 3, 0, 8, 1}, cuts[] = {3, 8, 10, 17, 45, 49, 52, 52, 60, 61};
static const int slides[] = {5, 2, 1, 3, 6, 7, 0, 4}, slides_up_to[] = {5, 7, 8, 11, 17, 24, 24, 28},
                 slides_before[] = {0, 5, 7, 8, 11, 17, 24, 24};
static const int notes[] = {3, 1, 7, 0, 4, 1, 6, 3}, notes_up_to[] = {3, 4, 11, 11, 15, 16, 22, 25},
                 notes_before[] = {0, 3, 4, 11, 11, 15, 16, 22};

static const struct lab_example inclusive_examples[] = {
    {.name = "slides", .n = 8, .in = slides, .out = slides_up_to},
    {.name = "notes", .n = 8, .in = notes, .out = notes_up_to},
    {.name = "sausage", .n = 10, .in = sausage, .out = cuts},
};
static const struct lab_example exclusive_examples[] = {
    {.name = "slides", .n = 8, .in = slides, .out = slides_before},
    {.name = "notes", .n = 8, .in = notes, .out = notes_before},
};

#define COUNT(array)      (sizeof(array) / sizeof((array)[0]))
#define LIMITS(array)     .limits = array, .limit_count = COUNT(array)
#define EXAMPLES(array)   .examples = array, .example_count = COUNT(array)
#define INCLUSIVE         .kind = LAB_SECTION_INCLUSIVE_SCAN, LAB_SCAN_OPERATORS, EXAMPLES(inclusive_examples)
#define EXCLUSIVE         .kind = LAB_SECTION_EXCLUSIVE_SCAN, LAB_SCAN_OPERATORS, EXAMPLES(exclusive_examples)
#define SECTIONS_OF(size) .elements_per_block = size, .block_size = size
#define EVERY_SIZE        .every_size_to = 2 * SECTION + 1
#define SOME_SIZES        0, 1, 2, 31, 32, 33, 511, 512, 513, 1023, 1024, 1025, 100003
#define FULL_SIZES        0, 1, 2, 31, 32, 33, 1023, 1024, 1025, 2047, 2048, 2049, 1 << 20

static const struct lab_part parts[] = {
    {.name = "inclusive",
     .title = "two barriers a step",
     INCLUSIVE,
     SECTIONS_OF(SECTION),
     EVERY_SIZE,
     .todos = {1, 2},
     LIMITS(two_barriers),
     .points = {.result = 1, .memory = 1, .technique = 1}},
    {.name = "exclusive",
     .title = "shifted as it is loaded",
     EXCLUSIVE,
     SECTIONS_OF(SECTION),
     EVERY_SIZE,
     .case_sizes = {SOME_SIZES},
     .todos = {3},
     .needs = {1},
     LIMITS(two_barriers),
     .points = {.result = 1, .memory = 1}},
    {.name = "ping_pong",
     .title = "two arrays and one barrier a step",
     INCLUSIVE,
     SECTIONS_OF(SECTION),
     EVERY_SIZE,
     .case_sizes = {SOME_SIZES, 1 << 20},
     .todos = {4},
     LIMITS(one_barrier),
     .points = {.result = 1, .technique = 1}},
    {.name = "full_block",
     .title = "the same kernel with 1,024 threads a block",
     INCLUSIVE,
     SECTIONS_OF(FULL),
     .case_sizes = {FULL_SIZES},
     .todos = {4},
     LIMITS(one_barrier_full),
     .points = {.result = 1}},
    {.name = "from_inclusive",
     .title = "the exclusive scan made from the inclusive one",
     EXCLUSIVE,
     SECTIONS_OF(SECTION),
     .case_sizes = {SOME_SIZES},
     .todos = {5},
     .needs = {1, 2},
     LIMITS(no_application),
     .points = {.result = 1}},
    {.name = "from_exclusive",
     .title = "the inclusive scan made from the exclusive one",
     INCLUSIVE,
     SECTIONS_OF(SECTION),
     .case_sizes = {SOME_SIZES},
     .todos = {6},
     .needs = {1, 3},
     LIMITS(one_application),
     .points = {.result = 1}},
};

const struct lab lab = {.name = "lab08-kogge-stone",
                        .title = "the scan of Kogge and Stone, section by section",
                        .parts = parts,
                        .part_count = COUNT(parts)};
