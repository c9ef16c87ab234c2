// The declarations of a lab's check.c: its parts and their cases.
//
//     #include "check/check.h"
//
//     static struct lab_part parts[] = {
//         {.name = "modulo", .title = "in shared memory, every thread whose number the stride divides",
//          .kind = LAB_REDUCE, .elements_per_block = 256, .block_size = 256, .todos = {9, 10, 11}},
//     };
//     const struct lab lab = {.folder = LAB_FOLDER, .name = "lab01-naive-reduce", .title = "...",
//                             .parts = parts, .part_count = 1};
//
// What is graded, and for how many points, is in the lab's grading.txt (judge/grading.h).
// A case passes when its result is correct, no error was reported, the input is unchanged, and all budgets and
// limits hold. Every limit is something that the lab teaches, and its text says what. Result, memory and
// technique are the aspects. Each has its own points; memory and technique count only with a correct result.
#ifndef LABS_CHECK_H
#define LABS_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "operator/table.h"

// To add a kind: an enum value here, and what it returns in judge/oracle.c.
enum lab_kind {
    LAB_REDUCE,                 // one value
    LAB_INCLUSIVE_SCAN,         // n values, each from all elements up to and including its own
    LAB_EXCLUSIVE_SCAN,         // n values, each from all elements before its own
    LAB_SECTION_INCLUSIVE_SCAN, // the same within each section of elements_per_block elements;
    LAB_SECTION_EXCLUSIVE_SCAN, // the last section may be shorter
    LAB_LOOP                    // any other result of n values, as the part's own `loop` computes it
};

// The graded aspects of a part.
enum lab_aspect {
    ASPECT_RESULT,    // every case returns the correct result
    ASPECT_MEMORY,    // and no error is reported: no race, no access out of bounds, no leak ...
    ASPECT_TECHNIQUE, // and the part's budgets and limits hold
    ASPECT_COUNT
};

struct lab_points {
    int result, memory, technique;
};

enum limit_unit {
    LIMIT_PER_CASE,
    LIMIT_PER_BLOCK,   // on average; a block larger than the part's block_size counts as several
    LIMIT_PER_SECTION, // of elements_per_block elements; the last one may be shorter
    LIMIT_PER_BYTE     // of a value of the operator: a maximum of 1 for copied bytes is one value
};

// "At most `maximum` of `counter` per `per`", or a budget: "less than `factor` times what the solution spends of it".
// Only the simulated GPU counts; on a real one limits do not apply. For operators whose values are wider than the first
// one's, of 4 bytes, only some apply (judge/limits.c). A budget holds for the cases in par.txt.
struct lab_limit {
    const char *counter; // a name from common/runner/counters.h, or a total (judge/limits.c)
    enum limit_unit per;
    uint64_t maximum;
    double factor;    // of a budget; 0: `maximum` counts
    const char *text; // what the student should know: "the working threads are neighbours: 12 warps do"
};

// "The kernel of that part, moved into this one, spends too much of `counter`": what the part's lesson is about.
struct lab_lesson {
    const char *counter, *lab, *part; // lab: "lab01"; "": the same
};

// What the solution spends in a case: a value for each name of a limit (judge/limits.h).
struct lab_par {
    enum operator_id operator_id;
    size_t n;
    uint64_t *values;
};

// A case with its values written out, such as one of the lesson's. For a part whose first operator is the sum
// of ints.
struct lab_example {
    const char *name; // for --example: "sausage"
    size_t n;
    const int *in; // n values
    const int
        *out; // n, or the part's `outputs`: what the lesson states, and the checker's own loop must compute
};

// A case whose blocks and warps run in another order than usual, only on the simulated GPU
// (docs/simulated-gpu.md). For kernels whose blocks wait for each other.
struct lab_order {
    const char *schedule;     // "fixed", "reversed", "random", "together"
    uint64_t seed;            // of a random order; of `together`: not 0 leaves gaps
    int workers;              // blocks that run at the same time; 0: as usual
    size_t n;                 // elements
    size_t n_of_large_values; // the same for operators with values of more than 8 bytes; 0: n
};

enum { LAB_TODO_MAX = 16, LAB_CASE_MAX = 32 };

struct lab_part {
    const char *name; // as in LAB_PARTS of lab.h
    const char *title;
    enum lab_kind kind;
    void (*loop)(const int *in, int *out, size_t n); // LAB_LOOP of ints: the sequential solution
    // LAB_LOOP with operators: the same, for values of any operator. Not with float_sum, whose sums are rounded.
    void (*loop_of)(const struct operator_info *operator_info, const void *in, void *out, size_t n);
    size_t outputs;          // LAB_LOOP: length of d_out, whatever n is, such as 256 counts; 0: n
    int (*input)(int value); // with `loop`: makes an element from any int; NULL: the int is the element
    // Of labs with value_t: LAB_REDUCTION_OPERATORS or LAB_SCAN_OPERATORS.
    enum operator_id operators[OPERATOR_COUNT];
    size_t operator_count;           // 0: the part adds ints
    size_t elements_per_block;       // B: sizes around it and its multiples are tested
    size_t block_size;               // threads per block
    size_t case_sizes[LAB_CASE_MAX]; // n of each case; all zero: CASE_SIZES(elements_per_block)
    size_t short_to;           // larger sizes of these only in the long check, and on a real GPU; 0: none
    size_t every_size_to;      // also every n up to this one, with the first operator; in the short check
                               // on the simulated GPU only some of them (plan/cases.c)
    size_t long_n;             // also this n in the long check, with the first operator; 0: none
    size_t largest_for_others; // largest n for the other operators; 0: OTHER_OPERATORS_MAX. More than that in
                               // the short check only for those with wider values than the first one's
    const struct lab_order
        *orders; // cases after those of each operator; NULL: the usual orders (plan/cases.c)
    size_t order_count;
    const struct lab_example *examples; // before all other cases
    size_t example_count;
    bool shown;            // ./lab view shows this part if all pass; without one, the last
    size_t shown_n;        // n of the case that ./lab view shows if the part passes: the smallest that shows
                           // its idea; 0: elements_per_block of a reduction, otherwise as if it failed
    size_t largest_on_gpu; // also this n on a real GPU; 0: LARGEST_ON_GPU if case_sizes are the usual ones
    int least_share; // least speed on a real GPU at n = 2^28, in per cent of the ceiling: the speed of a
                     // kernel that only reads (for a scan: copies) in the same run. For the test labNN.speed
                     // (common/bench/speed); 0: not judged
    const char
        *peer; // LAB_LOOP: what the bench compares it with (enum peer_kind in bench/peer.h); NULL: nothing
    int todos[LAB_TODO_MAX]; // numbers of its own TODO regions, ascending; the rest 0
    int needs[LAB_TODO_MAX]; // the same for other parts' regions that it needs
    const struct lab_limit *limits;
    size_t limit_count;
    const struct lab_lesson *lessons;
    size_t lesson_count;
    const struct lab_par *pars; // of a part with budgets
    size_t par_count;
    struct lab_points points;
};

struct lab {
    const char *
        folder; // with grading.txt and par.txt: LAB_FOLDER; NULL: its parts have their points and limits here
    const char *name; // its folder, "lab01-naive-reduce"; the part before the dash names the executables
    const char *title;
    struct lab_part *parts; // grading_read() completes them
    size_t part_count;
};

// The lab that this checker checks. Defined in the lab's check.c.
extern const struct lab lab;

// The first operator runs all cases, the others only those of case_sizes up to OTHER_OPERATORS_MAX elements.
#define LAB_REDUCTION_OPERATORS                                                                              \
    .operators = {OPERATOR_SUM, OPERATOR_PRODUCT,   OPERATOR_MIN,                                            \
                  OPERATOR_MAX, OPERATOR_FLOAT_SUM, OPERATOR_FARTHEST},                                      \
    .operator_count = 6
#define LAB_SCAN_OPERATORS                                                                                   \
    .operators = {OPERATOR_SUM,       OPERATOR_PRODUCT,  OPERATOR_MIN,   OPERATOR_MAX,                       \
                  OPERATOR_FLOAT_SUM, OPERATOR_FARTHEST, OPERATOR_AFFINE},                                   \
    .operator_count = 7
enum { OTHER_OPERATORS_MAX = (1 << 16) + 1, LARGEST_ON_GPU = 1 << 28 };

// 65,537 blocks of so many elements, more than a 16-bit block number counts. The simulated GPU takes some seconds of
// processor time for them. LONG_N is also more than three launches can reduce in blocks of 256 (or two in blocks of
// 2,048); parts whose blocks are too large for 65,537 of them have it, too.
#define LONG_BLOCKS(elements) ((size_t)65536 * (elements) + 1)
enum { LONG_N = 65536 * 256 + 1 };

// The sizes at which kernels fail: none, one, around a warp, around one, two and B blocks of B elements, a
// prime, and enough for thousands of blocks. In any order; duplicates are dropped.
#define CASE_SIZES(B)                                                                                        \
    0, 1, 2, 31, 32, 33, (B)-1, (B), (B) + 1, 2 * (B)-1, 2 * (B), 2 * (B) + 1, (B) * (B) + 1, 100003, 1 << 20

// A part's list in its initializer: EXAMPLES(examples).
#define COUNT(array)    (sizeof(array) / sizeof((array)[0]))
#define EXAMPLES(array) .examples = array, .example_count = COUNT(array)

#endif
