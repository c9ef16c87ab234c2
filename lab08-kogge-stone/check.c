// lab08: what is graded. The correct scan of each section with every operator, for every length up to two
// sections and one element, and for longer arrays; clean memory; no more barriers and applications than the
// algorithm needs.
#include "check/scan_examples.h"

enum { SECTION = 512, LOG2_SECTION = 9, FULL = 1024, LOG2_FULL = 10 };

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

static struct lab_part parts[] = {
    {.name = "inclusive",
     .title = "two barriers per step",
     INCLUSIVE,
     .shown = true,
     .shown_n = 16,
     SECTIONS_OF(SECTION),
     EVERY_SIZE,
     .long_n = LONG_BLOCKS(SECTION),
     .todos = {1}},
    {.name = "exclusive",
     .title = "shifted as it is loaded",
     EXCLUSIVE,
     .shown_n = 16,
     SECTIONS_OF(SECTION),
     EVERY_SIZE,
     .case_sizes = {SOME_SIZES},
     .todos = {2}},
    {.name = "ping_pong",
     .title = "two arrays and one barrier per step",
     INCLUSIVE,
     .shown_n = 16,
     SECTIONS_OF(SECTION),
     EVERY_SIZE,
     .case_sizes = {SOME_SIZES, 1 << 20},
     .todos = {3}},
    {.name = "full_block",
     .title = "the same kernel with 1,024 threads per block",
     INCLUSIVE,
     .shown_n = 16,
     SECTIONS_OF(FULL),
     .case_sizes = {FULL_SIZES},
     .todos = {3}},
    {.name = "from_inclusive",
     .title = "the exclusive scan made from the inclusive one",
     EXCLUSIVE,
     .shown_n = 16,
     SECTIONS_OF(SECTION),
     .case_sizes = {SOME_SIZES},
     .todos = {4},
     .needs = {1}},
    {.name = "from_exclusive",
     .title = "the inclusive scan made from the exclusive one",
     INCLUSIVE,
     .shown_n = 16,
     SECTIONS_OF(SECTION),
     .case_sizes = {SOME_SIZES},
     .todos = {5},
     .needs = {2}},
};

const struct lab lab = {.folder = LAB_FOLDER,
                        .name = "lab08-kogge-stone",
                        .title = "the scan of Kogge and Stone, section by section",
                        .parts = parts,
                        .part_count = COUNT(parts)};
