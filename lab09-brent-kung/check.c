// lab09: what is graded. The correct scan of every section, for every length and with every operator; clean
// memory; no more applications of the operator than the two phases need; and in part "padded" very few bank
// conflicts.
#include "check/scan_limits.h"

// A section of N elements takes N - 1 applications in the reduction phase and N - 1 - log2 N in the reverse phase.
// Blelloch's second phase takes N - 1. The last section is filled up with identities, so it costs as much.
static uint64_t two_phases(size_t n) {
    return (n + 1023) / 1024 * (2 * 1024 - 2);
}
static uint64_t two_short_phases(size_t n) {
    return (n + 511) / 512 * (2 * 512 - 2);
}

// Without padding a section has 610 load conflicts and 305 store conflicts. A tenth of them is allowed.
// Padding by one word in 32 leaves 26 and 26.
static uint64_t tenth_of_load_conflicts(size_t n) {
    return (n + 1023) / 1024 * 61;
}
static uint64_t tenth_of_store_conflicts(size_t n) {
    return (n + 1023) / 1024 * 30;
}

// Without shared memory there are no bank conflicts either. Each value is loaded once, 32 by a warp. Three times that
// is allowed, for warps of which some lanes load nothing, and a few more for short arrays. The phases take five times
// as many loads if they are done in global memory.
static uint64_t loads_of_sections(size_t n) {
    return (n + 31) / 32 * 3 + 32;
}

// A warp of the solution executes at most 4 memory instructions between two barriers. Where the steps fit into a warp,
// its warp barriers can separate them: six steps of each phase are 36. One warp that takes the 512 pairs of the first
// step alone executes 48, and one thread thousands.
#define BY_MANY_THREADS                                                                                      \
    {                                                                                                        \
        .counter = "warp_instructions", .per = LIMIT_PER_STEP, .maximum = 40,                                \
        .text = "the threads of a block share the work, in 2 log2 N - 1 steps with a barrier between two"    \
    }
#define APPLICATIONS(formula)                                                                                \
    {                                                                                                        \
        .counter = "combines", .per = LIMIT_PER_CASE, .maximum_for = (formula),                              \
        .text = "2 N - 2 applications of the operator for a section of N elements; a thread without a "      \
                "partner has nothing to combine"                                                             \
    }
// 8 values of 4 bytes per sector: each sector is read twice if a thread loads two neighbours, and written once. 128
// allow for the last section, in which warps without an element may read the last one instead.
static uint64_t read_and_written(size_t n) {
    return (n + 7) / 8 * 32 / 10 + 128;
}
// With less than a section, the other limits of part "padded" say more.
static uint64_t of_whole_sections(size_t n) {
    return n < 1024 ? UINT64_MAX : read_and_written(n);
}
#define WHOLE_ROWS                                                                                           \
    {                                                                                                        \
        .counter = "global_sectors", .per = LIMIT_PER_CASE, .maximum_for = read_and_written,                 \
        .text = "the section is scanned in shared memory, and the threads of a warp load and store "         \
                "neighbouring elements"                                                                      \
    }

// At most two barriers for each of 10 + 9 steps, and two around them; 9 + 8 steps of a section of 512.
static uint64_t two_barriers_per_step(size_t n) {
    return (n + 1023) / 1024 * 40;
}
static uint64_t two_barriers_per_short_step(size_t n) {
    return (n + 511) / 512 * 36;
}
// 71 warps combine in a section of 1,024, and 39 in one of 512, because the first threads of the block take the pairs
// of each step. Half as many again are allowed. If the threads of one phase are as far apart as its pairs are, there
// are twice as many.
static uint64_t working_warps(size_t n) {
    return (n + 1023) / 1024 * 106;
}
static uint64_t short_working_warps(size_t n) {
    return (n + 511) / 512 * 60;
}
#define FIRST_THREADS_COMBINE(formula)                                                                       \
    {                                                                                                        \
        .counter = "working_warps", .per = LIMIT_PER_CASE, .maximum_for = (formula),                         \
        .text = "the first threads of the block take the pairs of each step; so most warps have nothing "    \
                "to do in most steps"                                                                        \
    }
static uint64_t loads_of_few_sections(size_t n) {
    return loads_of_few_blocks(n, 1024);
}
#define STEPS(formula) BARRIERS(formula, "2 log2 N - 1 steps, with one barrier for each, or with two")

#define SHARED_WORK(steps)                                                                                   \
    BY_MANY_THREADS, STORES_SHARED, WHOLE_WARPS, NOT_ONE_AFTER_THE_OTHER, STEPS(steps),                      \
        ENOUGH_BLOCKS(loads_of_few_sections), NOTHING_TO_HOST, NOT_COPIED_ON_DEVICE,                         \
        NO_IDLE_BLOCKS(thread_per_element)
static const struct lab_limit limits[] = {APPLICATIONS(two_phases), SHARED_WORK(two_barriers_per_step),
                                          FIRST_THREADS_COMBINE(working_warps), WHOLE_ROWS};
static const struct lab_limit short_limits[] = {APPLICATIONS(two_short_phases),
                                                SHARED_WORK(two_barriers_per_short_step),
                                                FIRST_THREADS_COMBINE(short_working_warps), WHOLE_ROWS};
static const struct lab_limit padded_limits[] = {
    APPLICATIONS(two_phases),
    SHARED_WORK(two_barriers_per_step),
    FIRST_THREADS_COMBINE(working_warps),
    {.counter = "global_load_requests",
     .per = LIMIT_PER_CASE,
     .maximum_for = loads_of_sections,
     .text = "the phases work in padded shared memory; each value is loaded from global memory once"},
    {.counter = "shared_load_conflicts",
     .per = LIMIT_PER_CASE,
     .maximum_for = tenth_of_load_conflicts,
     .text = "padding leaves less than a tenth of part inclusive's 610 per section"},
    {.counter = "shared_store_conflicts",
     .per = LIMIT_PER_CASE,
     .maximum_for = tenth_of_store_conflicts,
     .text = "padding leaves less than a tenth of part inclusive's 305 per section"},
    NEIGHBOURS("global_sectors", of_whole_sections),
};

static const struct lab_example inclusive_examples[] = {
    SAUSAGE_EXAMPLE,
    SLIDES_INCLUSIVE_EXAMPLE,
};
static const struct lab_example exclusive_examples[] = {
    NOTES_EXCLUSIVE_EXAMPLE,
    SLIDES_EXCLUSIVE_EXAMPLE,
};

// Lengths around one and two sections of B elements, and some of many sections.
#define SIZES(B)                                                                                             \
    .case_sizes = {0,       1,         2,       31,          32,           33,     (B)-1,  (B),              \
                   (B) + 1, 2 * (B)-1, 2 * (B), 2 * (B) + 1, 33 * (B) + 5, 100003, 1 << 20},                 \
    .largest_on_gpu = LARGEST_ON_GPU

static const struct lab_part parts[] = {
    {.name = "inclusive",
     .title = "two phases, two elements per thread",
     .kind = LAB_SECTION_INCLUSIVE_SCAN,
     LAB_SCAN_OPERATORS,
     .shown = true,
     .shown_n = 16,
     .elements_per_block = 1024,
     .block_size = 512,
     SIZES(1024),
     .every_size_to = 2 * 1024 + 1,
     EXAMPLES(inclusive_examples),
     .todos = {1, 2, 3, 4},
     LIMITS(limits),
     .points = {.result = 3, .memory = 1, .technique = 1}},
    {.name = "exclusive",
     .title = "the same phases, on elements shifted by one place",
     .kind = LAB_SECTION_EXCLUSIVE_SCAN,
     LAB_SCAN_OPERATORS,
     .shown_n = 16,
     .elements_per_block = 512,
     .block_size = 256,
     SIZES(512),
     .every_size_to = 2 * 512 + 1,
     EXAMPLES(exclusive_examples),
     .long_n = LONG_BLOCKS(512) + 1, // two elements in the last section: the first is the identity
     .todos = {5},
     .needs = {2, 3, 4},
     LIMITS(short_limits),
     .points = {.result = 1, .memory = 1, .technique = 1}},
    {.name = "padded",
     .title = "without the bank conflicts",
     .kind = LAB_SECTION_INCLUSIVE_SCAN,
     LAB_SCAN_OPERATORS,
     .shown_n = 1024,
     .elements_per_block = 1024,
     .block_size = 512,
     SIZES(1024),
     .every_size_to = 1024 + 1,
     EXAMPLES(inclusive_examples),
     .todos = {6, 7},
     LIMITS(padded_limits),
     .points = {.result = 1, .memory = 1, .technique = 2}},
};

const struct lab lab = {.name = "lab09-brent-kung",
                        .title = "the scan of each section, in two phases over a tree",
                        .parts = parts,
                        .part_count = COUNT(parts)};
