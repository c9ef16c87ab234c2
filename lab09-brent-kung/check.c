// lab09: what is graded. The correct scan of every section, for every length and with every operator; clean
// memory; no more applications of the operator than the two phases need; and in part "padded" very few bank
// conflicts.
#include "check/scan_examples.h"

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

static struct lab_part parts[] = {
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
     .todos = {1, 2, 3, 4}},
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
     .needs = {2, 3, 4}},
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
     .todos = {6, 7}},
};

const struct lab lab = {.folder = LAB_FOLDER,
                        .name = "lab09-brent-kung",
                        .title = "the scan of each section, in two phases over a tree",
                        .parts = parts,
                        .part_count = COUNT(parts)};
