// lab06: what is graded. One block barrier and hardly any shared memory; in the second part also few loads,
// of 16 bytes each.
#include "check/reduction_limits.h"

enum { BLOCK = 512, COARSE = 8, ELEMENTS = BLOCK * COARSE, MANY_BLOCKS = 4096 };

// The ints that the largest grid on the simulated GPU reads at once: 16 multiprocessors, 32 blocks each, 4
// ints per thread. If an array ends within the tenth such stride, threads have different numbers of pieces, more than
// COARSE_FACTOR of them, and some pieces are left over after four at a time. (An array that ends within the fourth
// stride tests nothing new, because shorter arrays have fewer blocks.)
enum { STRIDE = 16 * 32 * BLOCK * 4 };

// Loads of 16 bytes by whole warps, 128 ints each. Half as many more allow for warps that read the last piece instead
// of one past the end, and a few for up to MANY_BLOCKS block results.
static uint64_t requests(size_t n) {
    return n / 128 + n / 128 / 2 + MANY_BLOCKS / 128 + 40;
}

#define SHUFFLED                                                                                             \
    {.counter = "barriers",                                                                                  \
     .per = LIMIT_PER_BLOCK,                                                                                 \
     .maximum = 1,                                                                                           \
     .text = "the warps of a block wait once, after they write their results and before the first warp "     \
             "reads them"},                                                                                  \
        {.counter = "shared_store_requests",                                                                 \
         .per = LIMIT_PER_BLOCK,                                                                             \
         .maximum = BLOCK / 32,                                                                              \
         .text = "one value per warp goes through shared memory; all others are shuffled"},                  \
        {.counter = "shared_load_requests",                                                                  \
         .per = LIMIT_PER_BLOCK,                                                                             \
         .maximum = BLOCK / 32,                                                                              \
         .text = "one load reads the results of all warps; the first warp executes it, or each warp does"},  \
        {.counter = "shared_load_requests",                                                                  \
         .per = LIMIT_PER_STEP,                                                                              \
         .maximum = 2,                                                                                       \
         .text =                                                                                             \
             "a warp reads the results of all warps with one load, one value per lane, and shuffles them"},  \
        {.counter = "warp_barriers",                                                                         \
         .per = LIMIT_PER_BLOCK,                                                                             \
         .maximum = 2,                                                                                       \
         .text = "a shuffle waits for its lanes; only values in memory need a warp barrier"},                \
        {.counter = "shuffles",                                                                              \
         .per = LIMIT_PER_BLOCK,                                                                             \
         .maximum = 5 * 33,                                                                                  \
         .text = "five shuffles per warp, and five for the results of the warps"},                           \
        {.counter = "shuffles",                                                                              \
         .per = LIMIT_PER_STEP,                                                                              \
         .maximum = 14,                                                                                      \
         .text = "a warp's tree takes five shuffles, also that of the warps' results"},                      \
        SUMS_IN_SHARED_MEMORY, WHOLE_WARPS, ONLY_RESULT_TO_HOST, NOT_COPIED_ON_DEVICE

static uint64_t thread_per_eight(size_t n) {
    return threads_for(n, COARSE);
}

// The threads of part "grid_stride". Of the grid that suits the device at most 2,048 threads per multiprocessor run at
// a time. The solution has eight times as many for long arrays; twice that is allowed.
enum { SUITABLE_THREADS = 16 * 2048 * 16 };

static const struct lab_limit shuffle_limits[] = {
    SHUFFLED,
    {.counter = "warp_instructions",
     .per = LIMIT_PER_STEP,
     .maximum = 40,
     .text = "the threads of a block share the work, in a tree of few steps"},
    {.counter = "global_load_sectors",
     .per = LIMIT_PER_CASE,
     .maximum_for = input_sectors,
     .text = "the threads of a warp read neighbouring values in each load, as in lab04"},
    LOADS_SHARED(unshared_loads),
    BY_MANY_BLOCKS,
    NO_IDLE_BLOCKS(thread_per_eight),
};
static const struct lab_limit grid_stride_limits[] = {
    SHUFFLED,
    {.counter = "launches",
     .per = LIMIT_PER_CASE,
     .maximum = 2,
     .text = "one launch for the input, one for the block results"},
    {.counter = "global_load_requests",
     .per = LIMIT_PER_CASE,
     .maximum_for = requests,
     .text = "a load of a whole piece, 16 bytes, does the work of four loads of an int"},
    {.counter = "global_load_sectors",
     .per = LIMIT_PER_CASE,
     .maximum_for = input_sectors,
     .text = "the threads of a warp read neighbouring pieces in each load; each thread copies its whole "
             "piece, of a type aligned to 16 bytes, to a variable"},
    LOADS_SHARED(unshared_loads_of_pieces),
    BY_MANY_BLOCKS,
    {.counter = "threads",
     .per = LIMIT_PER_CASE,
     .maximum = SUITABLE_THREADS,
     .text =
         "the number of blocks depends on the device, not on n; for a longer array each thread reads more "
         "pieces"},
};

static const struct lab_part parts[] = {
    {.name = "shuffle",
     .title = "values pass from lane to lane; only one per warp goes through shared memory",
     .kind = LAB_REDUCE,
     LAB_REDUCTION_OPERATORS,
     .elements_per_block = ELEMENTS,
     .block_size = BLOCK,
     .shown = true,
     .shown_n = BLOCK, // an element per thread
     .case_sizes = {CASE_SIZES(BLOCK), ELEMENTS - 1, ELEMENTS, ELEMENTS + 1, 2 * ELEMENTS - 1, 2 * ELEMENTS,
                    2 * ELEMENTS + 1},
     .largest_on_gpu = LARGEST_ON_GPU,
     .least_share = 80,
     .long_n = LONG_N,
     .todos = {1, 2},
     LIMITS(shuffle_limits),
     .points = {.result = 2, .memory = 2, .technique = 2}},
    {.name = "grid_stride",
     .title = "a grid that suits the device, and 16 bytes per load",
     .kind = LAB_REDUCE,
     LAB_REDUCTION_OPERATORS,
     .elements_per_block = BLOCK * 4,
     .block_size = BLOCK,
     .case_sizes = {CASE_SIZES(BLOCK * 4), 6, 7, BLOCK * 4 + 2, BLOCK * 4 + 3, 9 * STRIDE + STRIDE / 3},
     .largest_on_gpu = LARGEST_ON_GPU,
     .least_share = 85,
     .long_n = LONG_N,
     .todos = {3, 4},
     .needs = {1, 2},
     LIMITS(grid_stride_limits),
     .points = {.result = 2, .memory = 1, .technique = 2}},
};

const struct lab lab = {.name = "lab06-shuffle",
                        .title = "shuffles, and as fast as memory allows",
                        .parts = parts,
                        .part_count = sizeof(parts) / sizeof(parts[0])};
