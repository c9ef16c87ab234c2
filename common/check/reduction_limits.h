// Limits that several labs on reductions have in common. A lab's check.c lists them among its own:
//
//     static const struct lab_limit modulo_limits[] = {SHARED_ADDITIONS, ONLY_BLOCK_SUMS_TO_HOST};
#ifndef LABS_REDUCTION_LIMITS_H
#define LABS_REDUCTION_LIMITS_H

#include "check/check.h"

// The host copies 4 bytes for each block of the solution. The whole input would be 1,024 bytes or more. Blocks of 32
// threads have 8 sums of 256 elements, half of what is allowed. Without that, each could store 16 partial sums.
static inline uint64_t bytes_of_block_sums(size_t n) {
    const uint64_t sections = n / 256 + (n % 256 > 0);
    return 64 * (sections > 0 ? sections : 1);
}
#define ONLY_BLOCK_SUMS_TO_HOST                                                                              \
    {.counter = "copied_to_host", .per = LIMIT_PER_BLOCK, .maximum = 64, .text = BLOCK_SUMS_TO_HOST}, {      \
        .counter = "copied_to_host", .per = LIMIT_PER_CASE, .maximum_for = bytes_of_block_sums,              \
        .text = BLOCK_SUMS_TO_HOST                                                                           \
    }
#define BLOCK_SUMS_TO_HOST "let the device add; the host adds only the block sums"

// The host copies one value, whatever the operator. With three more it could add what lab06 has after the last piece.
#define ONLY_RESULT_TO_HOST                                                                                  \
    {                                                                                                        \
        .counter = "copied_to_host", .per = LIMIT_PER_BYTE, .maximum = 1,                                    \
        .text = "the host needs only the result"                                                             \
    }

// A warp of the solution executes 3 memory instructions or so between two barriers. One thread that adds 256
// elements alone executes hundreds.
#define SHARED_ADDITIONS                                                                                     \
    {                                                                                                        \
        .counter = "warp_instructions", .per = LIMIT_PER_WARP, .maximum = 25,                                \
        .text = "let the threads of a block share the additions, in a tree of few steps"                     \
    }

// The same for each interval between two barriers, so that a busy warp is not hidden by idle ones. In the solutions a
// warp executes 5; the last steps of a warp, separated by warp barriers, are 20. 8 threads that add 256 elements
// execute 32 loads.
#define NO_BUSY_WARP                                                                                         \
    {                                                                                                        \
        .counter = "warp_instructions", .per = LIMIT_PER_STEP, .maximum = 25,                                \
        .text = "let the threads of a block share the additions, in a tree of few steps"                     \
    }

// A thread that adds the last 8 partial sums of its block loads 8 between two barriers, and so does each of 32 threads
// that first add 8 of 256. In a step of a tree a thread loads two; three such steps may have no barrier between. With
// less than a block, the other limits are enough.
#define NO_SERIAL_ADDITIONS(formula)                                                                         \
    {                                                                                                        \
        .counter = "serial_loads", .per = LIMIT_PER_CASE, .maximum_for = (formula),                          \
        .text = "each step adds two partial sums to one; no thread adds one after the other"                 \
    }

// Where a launch adds the sums of blocks of 256. One thread that adds them all executes a load for each; with one block
// for 2,048 elements and more, each of its threads an eighth of that.
static inline uint64_t steps_of_shared_sums(size_t n) {
    return 25 + n / 512;
}
#define SUMS_SHARED                                                                                          \
    {                                                                                                        \
        .counter = "warp_instructions", .per = LIMIT_PER_STEP, .maximum_for = steps_of_shared_sums,          \
        .text = "many threads share the additions, also those of the block sums"                             \
    }

// One thread that adds 256 elements, with a barrier after each, waits 255 times, and little happens between two
// barriers. A tree of blocks of 256 has 9 barriers, one of blocks of 32 has 6 for each: 48 for 256 elements.
static inline uint64_t barriers_of_trees(size_t n) {
    return (n + 255) / 256 * 64 + 64;
}
#define FEW_STEPS                                                                                            \
    {                                                                                                        \
        .counter = "barriers", .per = LIMIT_PER_CASE, .maximum_for = barriers_of_trees,                      \
        .text = "let the threads of a block share the additions, in a tree of few steps"                     \
    }

// A tree's 256 threads load 256 elements, store them, and read two and store one for each of 255 pairs: 1,277 accesses
// of a thread. Thrice as many allow for other ways to do this. If all threads add in each step, there are 6,000 or
// more.
static inline uint64_t accesses_of_trees(size_t n) {
    return (n + 255) / 256 * 4096 + 1024;
}
#define FEW_ACCESSES                                                                                         \
    {                                                                                                        \
        .counter = "active_lanes", .per = LIMIT_PER_CASE, .maximum_for = accesses_of_trees,                  \
        .text = "in each step half as many threads add as before, so 256 elements take 255 additions, and "  \
                "each element is loaded once"                                                                \
    }

// Without a tree, every thread could add its element to one place: such a kernel has no working warps at all. One
// atomic per block may add the block sum to the result. If that is an atomicCAS(), it may have to be tried again. Each
// of the 8 warps may add its sum to the block's, in shared memory.
#define FEW_ATOMICS                                                                                          \
    {.counter = "global_atomic_lanes", .per = LIMIT_PER_BLOCK, .maximum = 2, .text = ATOMICS_WAIT}, {        \
        .counter = "atomic_lanes", .per = LIMIT_PER_BLOCK, .maximum = 10, .text = ATOMICS_WAIT               \
    }
#define ATOMICS_WAIT                                                                                         \
    "a tree needs no atomics, since no two threads add to one place in the same step; additions to one "     \
    "place wait for each other"

// A block stores its sum, or each of its 8 warps stores one. A tree in global memory stores each partial sum: at least
// 12 times. There it would have no bank conflicts either.
#define SUMS_IN_SHARED_MEMORY                                                                                \
    {                                                                                                        \
        .counter = "global_store_requests", .per = LIMIT_PER_BLOCK, .maximum = 10,                           \
        .text = "the partial sums are in shared memory; a block stores only its sum in global memory"        \
    }

// Blocks may add 8,192 values each. A tree in global memory loads seven times as often, but for 512.
static inline uint64_t loads_of_few_trees(size_t n) {
    return loads_of_few_blocks(n, 8192);
}
#define BY_MANY_BLOCKS ENOUGH_BLOCKS(loads_of_few_trees)

// 4 2 1 1 1 1 1 1 working warps for 256 threads, which is 12. One more may copy the sum within its shared struct.
// lab01's kernel has 8 8 8 8 8 4 2 1, which is 47.
#define FIRST_THREADS_ADD                                                                                    \
    {                                                                                                        \
        .counter = "working_warps", .per = LIMIT_PER_BLOCK, .maximum = 13,                                   \
        .text = "let the first threads of the block do the additions of each step; for 256 threads, "        \
                "the steps then need 4 2 1 1 1 1 1 1 warps"                                                  \
    }

// With smaller blocks lab01's kernel also has 12 working warps or fewer, but half of the threads of each one
// wait. In the solution a warp diverges in the last five steps and where thread 0 writes. A kernel that tests
// n in its steps may have one more in each of the other steps, and in the load.
#define NEIGHBOURS_ADD                                                                                       \
    {                                                                                                        \
        .counter = "divergent_warps", .per = LIMIT_PER_BLOCK, .maximum = 10, .halves = true,                 \
        .text = "let neighbouring threads add; then all threads of a warp add or none does, except in the "  \
                "last five steps"                                                                            \
    }

// The 32-byte sectors of an input of n ints, 8 in each. 5 % more allow for the block results and for sectors that are
// only partly used; and 64 for the last block of each of two launches, in which warps without an element may read the
// last one instead.
static inline uint64_t input_sectors(size_t n) {
    return n / 8 + n / 8 / 20 + 8 + 2 * 64;
}

#endif
