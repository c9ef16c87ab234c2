// The numbers in the course's documents about their kernels, step by step. Where they state only some steps,
// all steps are listed here. docs/errata.md and common/tests/documents/documents.cmake give the source of
// each number.
#include "check/check.h"

// 001, questions 1 to 3: 1,024 threads, and at stride 1, 16 and 64 there are 0, 32 and 16 divergent warps.
static const struct lab_steps modulo_1024[] = {
    {.counter = "divergent_warps", .values = "0 32 32 32 32 32 16 8 4 2 1"},
    {.counter = "working_warps", .values = "32 32 32 32 32 32 16 8 4 2 1"},
};

// 001, questions 4 and 5: at stride 16 and 64 there are 1 and 0. The strides fall from 1,024 to 1.
static const struct lab_steps sequential_1024[] = {
    {.counter = "divergent_warps", .values = "0 0 0 0 0 0 1 1 1 1 1"},
};

// 003: 47 working warps.
static const struct lab_steps modulo_256[] = {
    {.counter = "working_warps", .values = "8 8 8 8 8 4 2 1"},
    {.counter = "shared_store_conflicts", .values = "0 0 0 0 0 0 0 0"},
};

// 003: 12 working warps; at s = 16 the 8 threads load i from bank 0 and i + s from bank 16, and store to bank 0,
// each in 8 passes.
static const struct lab_steps strided_256[] = {
    {.counter = "working_warps", .values = "4 2 1 1 1 1 1 1"},
    {.counter = "shared_load_conflicts", .values = "8 12 14 14 14 6 2 0"},
    {.counter = "shared_store_conflicts", .values = "4 6 7 7 7 3 1 0"},
    {.counter = "active_lanes", .values = "384 192 96 48 24 12 6 3"}, // 128 threads at first, not 127
};

// 003: the same 12, and no conflicts.
static const struct lab_steps sequential_256[] = {
    {.counter = "working_warps", .values = "4 2 1 1 1 1 1 1"},
    {.counter = "shared_load_conflicts", .values = "0 0 0 0 0 0 0 0"},
    {.counter = "shared_store_conflicts", .values = "0 0 0 0 0 0 0 0"},
};

// 003: "half as many blocks" as its third kernel, which has one per 256 elements. In fact it has a quarter,
// with nine barriers in each.
static const struct lab_limit four_loads_256[] = {
    {.counter = "barriers", .per = LIMIT_PER_SECTION, .maximum = 9, .text = "four elements per thread"}};

// 003: the block waits only until 64 values are left.
static const struct lab_limit shuffle_256[] = {
    {.counter = "barriers", .per = LIMIT_PER_SECTION, .maximum = 3, .text = "three barriers per block"}};

// 004: each thread "tasked with more than just adding two elements", eight here, and no sector read twice.
static const struct lab_limit coarsened_256[] = {
    {.counter = "barriers",
     .per = LIMIT_PER_SECTION,
     .maximum = 8,
     .text = "eight elements per thread, eight barriers per block"},
    {.counter = "global_load_sectors",
     .per = LIMIT_PER_SECTION,
     .maximum = 2048 / 8,
     .text = "each sector read once"}};

#define DOCUMENT_PART(part, elements, threads)                                                               \
    .name = #part, .kind = LAB_REDUCE, .elements_per_block = (elements), .block_size = (threads),            \
    .case_sizes = {(elements), 3 * (elements), 64 * (elements)}
#define DOCUMENT_STEPS(part)  .steps = part, .step_count = COUNT(part)
#define DOCUMENT_LIMITS(part) .limits = part, .limit_count = COUNT(part)

static struct lab_part parts[] = {
    {.title = "000, 001: modulo", DOCUMENT_PART(modulo_1024, 2048, 1024), DOCUMENT_STEPS(modulo_1024)},
    {.title = "000, 001: sequential",
     DOCUMENT_PART(sequential_1024, 2048, 1024),
     DOCUMENT_STEPS(sequential_1024)},
    {.title = "003: modulo", DOCUMENT_PART(modulo_256, 256, 256), DOCUMENT_STEPS(modulo_256)},
    {.title = "003: strided", DOCUMENT_PART(strided_256, 256, 256), DOCUMENT_STEPS(strided_256)},
    {.title = "003: sequential", DOCUMENT_PART(sequential_256, 256, 256), DOCUMENT_STEPS(sequential_256)},
    {.title = "003: four loads", DOCUMENT_PART(four_loads_256, 1024, 256), DOCUMENT_LIMITS(four_loads_256)},
    {.title = "003: last warp", DOCUMENT_PART(last_warp_256, 512, 256)},
    {.title = "003: shuffles", DOCUMENT_PART(shuffle_256, 512, 256), DOCUMENT_LIMITS(shuffle_256)},
    {.title = "004: in place", DOCUMENT_PART(in_place_256, 512, 256)},
    {.title = "004: coarsened", DOCUMENT_PART(coarsened_256, 2048, 256), DOCUMENT_LIMITS(coarsened_256)},
};

const struct lab lab = {.name = "documents-kernels",
                        .title = "the documents' own kernels",
                        .parts = parts,
                        .part_count = COUNT(parts)};
