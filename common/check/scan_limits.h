// Limits and examples that several labs on scans have in common. A lab's check.c lists them among its own:
//
//     static const struct lab_limit limits[] = {SHARED_STEPS, NOTHING_TO_HOST};
//     static const struct lab_example examples[] = {NOTES_INCLUSIVE_EXAMPLE, SLIDES_INCLUSIVE_EXAMPLE};
#ifndef LABS_SCAN_LIMITS_H
#define LABS_SCAN_LIMITS_H

#include "check/check.h"

// The host may read an error code or a count per block, but not the values.
#define NOTHING_TO_HOST                                                                                      \
    {                                                                                                        \
        .counter = "copied_to_host", .per = LIMIT_PER_BLOCK, .maximum = 64,                                  \
        .text = "the device scans; the host does not need the values"                                        \
    }

// A scan in log2 N steps (Kogge and Stone): a warp of the solution executes 2 to 4 memory instructions between two
// barriers. If its five steps within the warp are separated by warp barriers, they are 17 for the block's first
// barriers, and 12 or so on average. One thread that does all the work executes hundreds.
#define SHARED_STEPS                                                                                         \
    {                                                                                                        \
        .counter = "warp_instructions", .per = LIMIT_PER_WARP, .maximum = 16,                                \
        .text = "the threads of a block share the work, in log2 N steps"                                     \
    }

// Sections and their sums: one thread that scans the sums executes two memory instructions for each of them. A warp of
// the solution executes 20, whatever n is. The check adds one for every 2,048 values, for programs with few blocks.
static inline uint64_t steps_of_many_threads(size_t n) {
    return 100 + n / 2048;
}
#define SUMS_BY_MANY_THREADS                                                                                 \
    {                                                                                                        \
        .counter = "warp_instructions", .per = LIMIT_PER_STEP, .maximum_for = steps_of_many_threads,         \
        .text = "the threads of a block share the work, also in the scan of the sums"                        \
    }

// A thread that stores the identities of a short section alone executes a store for each. In a section of 1,024, a warp
// that stores its share has at most 32 elements per thread.
#define STORES_SHARED                                                                                        \
    {                                                                                                        \
        .counter = "serial_stores", .per = LIMIT_PER_CASE, .maximum = 0,                                     \
        .text = "the threads of a block share the work, also where identities are stored past the end"       \
    }

// However often the threads of a block wait for each other, one at a time would be a loop.
#define NOT_ONE_AFTER_THE_OTHER                                                                              \
    {                                                                                                        \
        .counter = "serial_combines", .per = LIMIT_PER_LAUNCH, .maximum = 0,                                 \
        .text = "the threads of a block share the work; they do not combine one after the other"             \
    }

// Its work: N - s applications in the step of stride s, which is N log2 N - (N - 1) in all.
#define STEPWISE_APPLICATIONS(formula)                                                                       \
    {                                                                                                        \
        .counter = "combines", .per = LIMIT_PER_CASE, .maximum_for = (formula),                              \
        .text = "N log2 N - (N - 1) applications of the operator for a section of N elements; a thread "     \
                "without a partner has nothing to combine"                                                   \
    }

// 8 values per sector: each is read and written once, or four times if a thread has four neighbouring elements. Steps
// in global memory read or write each value 16 times or more. 128 sectors more for short arrays.
static inline uint64_t sectors_of_sections(size_t n) {
    return (n + 7) / 8 * 12 + 128;
}
#define IN_SHARED_MEMORY                                                                                     \
    {                                                                                                        \
        .counter = "global_sectors", .per = LIMIT_PER_CASE, .maximum_for = sectors_of_sections,              \
        .text = "the steps are in shared memory; global memory is read before them and written after them"   \
    }

// BARRIERS(formula, text): at most formula(n) block barriers for n elements.
#define BARRIERS(formula, words)                                                                             \
    { .counter = "barriers", .per = LIMIT_PER_CASE, .maximum_for = (formula), .text = words }

// For n elements in sections of 512 or more, the solutions wait n / 30 times at most. One thread that handles one
// element after the other, with a barrier after each, waits n times.
static inline uint64_t barriers_of_many_threads(size_t n) {
    return n / 8 + 128;
}
#define BARRIERS_OF_STEPS(formula)                                                                           \
    BARRIERS(formula,                                                                                        \
             "the threads of a block share the work in a few steps; they do not wait after each element")
#define FEW_BARRIERS BARRIERS_OF_STEPS(barriers_of_many_threads)

// The examples of the documents and of the lessons. Each fits into one section.
static const int sausage[] = {3, 5, 2, 7, 28, 4, 3, 0, 8, 1}, cuts[] = {3, 8, 10, 17, 45, 49, 52, 52, 60, 61};
static const int notes[] = {3, 1, 7, 0, 4, 1, 6, 3}, notes_before[] = {0, 3, 4, 11, 11, 15, 16, 22},
                 notes_up_to[] = {3, 4, 11, 11, 15, 16, 22, 25};
static const int slides[] = {5, 2, 1, 3, 6, 7, 0, 4}, slides_before[] = {0, 5, 7, 8, 11, 17, 24, 24},
                 slides_up_to[] = {5, 7, 8, 11, 17, 24, 24, 28};

#define SAUSAGE_EXAMPLE                                                                                      \
    { .name = "sausage", .n = COUNT(sausage), .in = sausage, .out = cuts }
#define NOTES_INCLUSIVE_EXAMPLE                                                                              \
    { .name = "notes", .n = COUNT(notes), .in = notes, .out = notes_up_to }
#define NOTES_EXCLUSIVE_EXAMPLE                                                                              \
    { .name = "notes", .n = COUNT(notes), .in = notes, .out = notes_before }
#define SLIDES_INCLUSIVE_EXAMPLE                                                                             \
    { .name = "slides", .n = COUNT(slides), .in = slides, .out = slides_up_to }
#define SLIDES_EXCLUSIVE_EXAMPLE                                                                             \
    { .name = "slides", .n = COUNT(slides), .in = slides, .out = slides_before }

#endif
