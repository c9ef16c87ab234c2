// lab07: what is graded. The correct scan for every length and with every operator, and clean memory. A
// thread must not do more than the work of its output, and the threads must share the work.
#include "check/scan_examples.h"

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

static struct lab_part parts[] = {
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
     .todos = {1, 2, 3}},
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
     .todos = {4}},
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
     .todos = {5}},
};

const struct lab lab = {.folder = LAB_FOLDER,
                        .name = "lab07-naive-scan",
                        .title = "the scan of n values, one thread per output",
                        .parts = parts,
                        .part_count = COUNT(parts)};
