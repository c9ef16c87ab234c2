// The checker of a suite: one part per case, nothing graded. conformance.c runs it and judges its report.
#include "check/check.h"

#include "lab.h"

#define LAB_REDUCE_KIND LAB_REDUCE
#define LAB_SCAN_KIND   LAB_INCLUSIVE_SCAN
#define PART_ROW(kind_, name_, function) \
    {.name = #name_, .title = "", .kind = LAB_##kind_##_KIND, .elements_per_block = 64, .block_size = 64},

static struct lab_part parts[] = {LAB_PARTS(PART_ROW)};

const struct lab lab = {.name = CONFORMANCE_SUITE,
                        .title = "cases of the conformance suite",
                        .parts = parts,
                        .part_count = sizeof(parts) / sizeof(parts[0])};
