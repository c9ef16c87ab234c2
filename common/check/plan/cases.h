// The cases that test a part, and their order.
#ifndef LABS_CASES_H
#define LABS_CASES_H

#include "check/check.h"
#include "check/plan/options.h"
#include "runner/sample.h"

enum {
    LARGE_N = 1 << 20, // a case of so many elements is large: it takes longer than all smaller ones
    CASES_LAST_STAGE = OPERATOR_COUNT
};

struct check_case {
    enum operator_id operator_id;
    size_t n;                          // elements
    uint64_t seed;                     // of its input
    const struct lab_example *example; // provides the input instead; NULL: none
    const struct lab_order *order;     // the order in which blocks run; NULL: as the options say
    struct sample sample;              // which blocks run
    unsigned stage;                    // of the whole check, see below
    bool needs_earlier;                // it fails only after the cases before it: replay.h runs those, too
};

// The part's cases: its examples, then for each operator every size once, then the other orders. The smallest
// size comes first, so the first failure is the smallest. Seeds count up from the options' seed, or
// each is a hash of the secret seed. The sizes of --cases join the part's own. The smallest
// size of more than two blocks comes twice: the second time with values at the edges of their type (data.h), and
// with the same n in the same place, so that a result kept from the first time is wrong. In the long check,
// half of it comes after the largest size, which is sampled where it can be. The short check leaves out sizes (short_to
// and every_size_to in check.h). --n, --example and --operator leave only the cases of that size, example or operator.
// A recording is of one case: unless a size or an example was requested, of a size with whole and partial blocks. If
// that case passes, and no seed was requested, a second one is recorded in its place, with small values
// (DATA_EXAMPLE_SEED) and, unless a size was requested, of few elements: it shows a reader more.
//
// Of a lab, the cases of all parts with stage 0 come first, then those with stage 1, and so on: the operators, as the
// part lists them, each have a stage, and the last one is that of the first operator's cases from its first large one
// on. So a mistake that shows in a small case of the last part or of another operator is found before the large cases
// are run. Returns an array of *count cases, which the caller frees; NULL when memory is short.
struct check_case *cases_make(const struct lab_part *part, const struct options *options, size_t *count);

// Fills the zeros at `input`, what->n of them, where the blocks of a sampled case read. Where a scan goes on from block
// to block, the elements before each block that is left out add up to 0, and so does what that block would write.
void cases_fill_sample(const struct lab_part *part, const struct check_case *what, int32_t *input);

#endif
