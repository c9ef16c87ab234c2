// Each error occurs in the second of three cases: the first and the last must pass.
#include "check/check.h"

#include "lab.h"

static void add_one(const int *in, int *out, size_t n) {
    for (size_t i = 0; i < n; i++) {
        out[i] = in[i] + 1;
    }
}

#define PART_ROW(part_kind, part_name, function)                                                             \
    {.name = #part_name,                                                                                     \
     .title = #part_name,                                                                                    \
     .kind = LAB_LOOP,                                                                                       \
     .loop = add_one,                                                                                        \
     .elements_per_block = 64,                                                                               \
     .block_size = 64,                                                                                       \
     .case_sizes = {MISTAKEN - 1, MISTAKEN, MISTAKEN + 1}},

static struct lab_part parts[] = {LAB_PARTS(PART_ROW)};

const struct lab lab = {.name = "mistakes-test",
                        .title = "what the harness must refuse",
                        .parts = parts,
                        .part_count = sizeof(parts) / sizeof(parts[0])};
