// lab08: what is graded. The correct scan of each section with every operator, for every length up to two
// sections and one element, and for longer arrays; clean memory; no more barriers and applications than the
// algorithm needs.
#include "check/scan_limits.h"

enum { SECTION = 512, LOG2_SECTION = 9, FULL = 1024, LOG2_FULL = 10 };

// Applications of the operator in all sections. The step of stride s has N - s, all steps of a section
// together N log2 N - (N - 1).
static uint64_t applications(size_t n) {
    return (uint64_t)(n + SECTION - 1) / SECTION * (SECTION * LOG2_SECTION - (SECTION - 1));
}
static uint64_t full_applications(size_t n) {
    return (uint64_t)(n + FULL - 1) / FULL * (FULL * LOG2_FULL - (FULL - 1));
}
static uint64_t applications_and_own(size_t n) {
    return applications(n) + n;
}

// Barriers in all sections, with one more per section for the code before or after the steps.
static uint64_t two_barriers_per_step(size_t n) {
    return (uint64_t)(n + SECTION - 1) / SECTION * (2 * LOG2_SECTION + 1);
}
static uint64_t one_barrier_per_step(size_t n) {
    return (uint64_t)(n + SECTION - 1) / SECTION * (LOG2_SECTION + 1);
}
// Ten more for each section, which may be moved or completed through shared memory.
static uint64_t scan_and_a_few(size_t n) {
    return two_barriers_per_step(n) + (uint64_t)(n + SECTION - 1) / SECTION * 10;
}
static uint64_t one_barrier_per_full_step(size_t n) {
    return (uint64_t)(n + FULL - 1) / FULL * (LOG2_FULL + 1);
}

// Neighbouring threads read neighbouring values, so no two lanes need different words of one bank. Four values per
// thread, side by side, have 48 conflicts for 512. The tree of Brent and Kung, whose barriers would not be too many,
// has some 290.
static uint64_t conflicts_of_neighbours(size_t n) {
    return (uint64_t)(n + SECTION - 1) / SECTION * 128;
}
#define NEIGHBOURS_READ                                                                                      \
    {                                                                                                        \
        .counter = "shared_load_conflicts", .per = LIMIT_PER_CASE, .maximum_for = conflicts_of_neighbours,   \
        .text = "the threads of a warp read neighbouring values in each step, unlike those of lab09's tree"  \
    }

static const struct lab_limit two_barriers[] = {
    STEPWISE_APPLICATIONS(applications),
    BARRIERS(two_barriers_per_step, "two barriers per step are enough"),
    SHARED_STEPS,
    STORES_SHARED,
    IN_SHARED_MEMORY,
    WHOLE_WARPS,
    NOTHING_TO_HOST,
    NOT_COPIED_ON_DEVICE,
    NO_IDLE_BLOCKS(thread_per_element),
    NEIGHBOURS_READ,
    LOADS_SHARED(unshared_loads)};
static const struct lab_limit one_barrier[] = {
    STEPWISE_APPLICATIONS(applications),
    BARRIERS(one_barrier_per_step, "with two arrays, one barrier per step is enough"),
    SHARED_STEPS,
    STORES_SHARED,
    IN_SHARED_MEMORY,
    WHOLE_WARPS,
    NOTHING_TO_HOST,
    NOT_COPIED_ON_DEVICE,
    NO_IDLE_BLOCKS(thread_per_element),
    NEIGHBOURS_READ,
    LOADS_SHARED(unshared_loads)};
static const struct lab_limit one_barrier_full[] = {
    STEPWISE_APPLICATIONS(full_applications),
    BARRIERS(one_barrier_per_full_step, "with two arrays, one barrier per step is enough"),
    SHARED_STEPS,
    STORES_SHARED,
    IN_SHARED_MEMORY,
    WHOLE_WARPS,
    NOTHING_TO_HOST,
    NOT_COPIED_ON_DEVICE,
    NO_IDLE_BLOCKS(thread_per_element),
    NEIGHBOURS_READ,
    LOADS_SHARED(unshared_loads)};
// In a second kernel a warp executes two memory instructions or three, and in the scan 17 if its steps within a warp
// are separated by warp barriers. One warp that does the work of its block executes 32, and one thread a thousand.
#define BY_MANY_THREADS                                                                                      \
    {                                                                                                        \
        .counter = "warp_instructions", .per = LIMIT_PER_STEP, .maximum = 24,                                \
        .text = "each thread computes one output; no thread computes those of its block",                    \
    }

// A warp stores 32 values at once, in the scan and again in the second kernel. A kernel that stores each output twice
// makes it 96 stores for 1,024 values instead of 64. A few more allow for values that a thread stores apart. With less
// than a section, the other limits are enough.
static uint64_t stores_of_two_kernels(size_t n) {
    return n >= SECTION ? (n + 1023) / 1024 * 80 + 64 : UINT64_MAX;
}
static uint64_t sectors_of_two_kernels(size_t n) {
    return n >= SECTION ? sectors_of_sections(n) : UINT64_MAX;
}
#define STORED_ONCE                                                                                          \
    {                                                                                                        \
        .counter = "global_store_requests", .per = LIMIT_PER_CASE, .maximum_for = stores_of_two_kernels,     \
        .text = "the second kernel stores each output once"                                                  \
    }

// In the scan, and in the second kernel.
static uint64_t two_threads_per_element(size_t n) {
    return threads_for(2 * n, 1);
}
#define ELEMENT_BY_ELEMENT                                                                                   \
    BY_MANY_THREADS, BARRIERS(scan_and_a_few, "after the scan, no thread waits for another one's element"),  \
        WHOLE_WARPS, NOTHING_TO_HOST, NOT_COPIED_ON_DEVICE, NO_IDLE_BLOCKS(two_threads_per_element),         \
        STORED_ONCE, NEIGHBOURS("global_sectors", sectors_of_two_kernels)

static const struct lab_limit no_application[] = {
    {.counter = "combines",
     .per = LIMIT_PER_CASE,
     .maximum_for = applications,
     .text = "the inclusive scan already has every sum; nothing is left to combine"},
    ELEMENT_BY_ELEMENT};
static const struct lab_limit one_application[] = {{.counter = "combines",
                                                    .per = LIMIT_PER_CASE,
                                                    .maximum_for = applications_and_own,
                                                    .text = "one application per element is enough"},
                                                   ELEMENT_BY_ELEMENT};

static const struct lab_example inclusive_examples[] = {
    SLIDES_INCLUSIVE_EXAMPLE,
    NOTES_INCLUSIVE_EXAMPLE,
    SAUSAGE_EXAMPLE,
};
static const struct lab_example exclusive_examples[] = {
    SLIDES_EXCLUSIVE_EXAMPLE,
    NOTES_EXCLUSIVE_EXAMPLE,
};

#define INCLUSIVE         .kind = LAB_SECTION_INCLUSIVE_SCAN, LAB_SCAN_OPERATORS, EXAMPLES(inclusive_examples)
#define EXCLUSIVE         .kind = LAB_SECTION_EXCLUSIVE_SCAN, LAB_SCAN_OPERATORS, EXAMPLES(exclusive_examples)
#define SECTIONS_OF(size) .elements_per_block = size, .block_size = size
#define EVERY_SIZE        .every_size_to = 2 * SECTION + 1
#define SOME_SIZES        0, 1, 2, 31, 32, 33, 511, 512, 513, 1023, 1024, 1025, 100003
#define FULL_SIZES        0, 1, 2, 31, 32, 33, 1023, 1024, 1025, 2047, 2048, 2049, 1 << 20

static const struct lab_part parts[] = {
    {.name = "inclusive",
     .title = "two barriers per step",
     INCLUSIVE,
     .shown = true,
     .shown_n = 16,
     SECTIONS_OF(SECTION),
     EVERY_SIZE,
     .long_n = LONG_BLOCKS(SECTION),
     .todos = {1},
     LIMITS(two_barriers),
     .points = {.result = 1, .memory = 1}},
    {.name = "exclusive",
     .title = "shifted as it is loaded",
     EXCLUSIVE,
     .shown_n = 16,
     SECTIONS_OF(SECTION),
     EVERY_SIZE,
     .case_sizes = {SOME_SIZES},
     .todos = {2},
     LIMITS(two_barriers),
     .points = {.result = 1, .memory = 1}},
    {.name = "ping_pong",
     .title = "two arrays and one barrier per step",
     INCLUSIVE,
     .shown_n = 16,
     SECTIONS_OF(SECTION),
     EVERY_SIZE,
     .case_sizes = {SOME_SIZES, 1 << 20},
     .todos = {3},
     LIMITS(one_barrier),
     .points = {.result = 1, .technique = 2}},
    {.name = "full_block",
     .title = "the same kernel with 1,024 threads per block",
     INCLUSIVE,
     .shown_n = 16,
     SECTIONS_OF(FULL),
     .case_sizes = {FULL_SIZES},
     .todos = {3},
     LIMITS(one_barrier_full),
     .points = {.result = 1}},
    {.name = "from_inclusive",
     .title = "the exclusive scan made from the inclusive one",
     EXCLUSIVE,
     .shown_n = 16,
     SECTIONS_OF(SECTION),
     .case_sizes = {SOME_SIZES},
     .todos = {4},
     .needs = {1},
     LIMITS(no_application),
     .points = {.result = 1}},
    {.name = "from_exclusive",
     .title = "the inclusive scan made from the exclusive one",
     INCLUSIVE,
     .shown_n = 16,
     SECTIONS_OF(SECTION),
     .case_sizes = {SOME_SIZES},
     .todos = {5},
     .needs = {2},
     LIMITS(one_application),
     .points = {.result = 1}},
};

const struct lab lab = {.name = "lab08-kogge-stone",
                        .title = "the scan of Kogge and Stone, section by section",
                        .parts = parts,
                        .part_count = COUNT(parts)};
