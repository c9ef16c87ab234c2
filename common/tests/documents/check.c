// The numbers in the documents about their kernels, per block. documents.cmake has those step by step and, like
// docs/errata.md, the source of each number.
#include "check/check.h"

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
#define DOCUMENT_LIMITS(part) .limits = part, .limit_count = COUNT(part)

static struct lab_part parts[] = {
    {.title = "000, 001: modulo", DOCUMENT_PART(modulo_1024, 2048, 1024)},
    {.title = "000, 001: sequential", DOCUMENT_PART(sequential_1024, 2048, 1024)},
    {.title = "003: modulo", DOCUMENT_PART(modulo_256, 256, 256)},
    {.title = "003: strided", DOCUMENT_PART(strided_256, 256, 256)},
    {.title = "003: sequential", DOCUMENT_PART(sequential_256, 256, 256)},
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
