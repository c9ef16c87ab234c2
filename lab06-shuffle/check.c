// lab06: what is graded. One block barrier and hardly any shared memory; in the second part also few loads,
// of 16 bytes each.
#include "check/check.h"

enum { BLOCK = 512, COARSE = 8, ELEMENTS = BLOCK * COARSE };

// The ints that the largest grid on the simulated GPU reads at once: 16 multiprocessors, 32 blocks each, 4
// ints per thread. If an array ends within the tenth such stride, threads have different numbers of pieces, more than
// COARSE_FACTOR of them, and some pieces are left over after four at a time. (An array that ends within the fourth
// stride tests nothing new, because shorter arrays have fewer blocks.)
enum { STRIDE = 16 * 32 * BLOCK * 4 };

static struct lab_part parts[] = {
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
     .todos = {1, 2}},
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
     .needs = {1, 2}},
};

const struct lab lab = {.folder = LAB_FOLDER,
                        .name = "lab06-shuffle",
                        .title = "shuffles, and as fast as memory allows",
                        .parts = parts,
                        .part_count = sizeof(parts) / sizeof(parts[0])};
