// The sizes of the simulated device, each with its unit and reason.
#ifndef SIM_LIMITS_H
#define SIM_LIMITS_H

#include <stdint.h>

enum {
    WARP_LANES = 32,
    BLOCK_THREADS_MAX = 1024, // CUDA: threads per block
    BLOCK_WARPS_MAX = BLOCK_THREADS_MAX / WARP_LANES,
    SHARED_STATIC_MAX = 48 * 1024,          // CUDA: bytes per block by default
    CONSTANT_MAX = 64 * 1024,               // CUDA: bytes of all __constant__ variables
    SHARED_OPTIN_MAX = 163 * 1024,          // CUDA, capability 8.0: bytes per block with cudaFuncSetAttribute
    SHARED_ARRAYS_MAX = 64,                 // arrays per block; far more than any kernel declares
    SHARED_GRANULE = 128,                   // 32 banks of 4 bytes; has words of one array only
    SHARED_GAP = 8 * 1024 + SHARED_GRANULE, // bytes between arrays: more than most wrong indexes miss by
    SHARED_SPACE = 1024 * 1024,             // bytes of shared memory per worker, gaps included
    SECTOR_BYTES = 32,                      // unit of global memory traffic
    BANK_COUNT = 32,
    GLOBAL_GRANULE = 256,        // cudaMalloc's alignment
    MANAGED_GRANULE = 64 * 1024, // of managed memory, which host code may access: a multiple of a page
    WORKERS_WANTED_MAX = 64,     // OS threads that share the blocks of a launch
    WORKERS_MAX = 512,           // OS threads, with those of cooperative launches: one per block
    STACK_BYTES = 64 * 1024,     // a simulated thread's stack: enough for printf
    ROWS_MAX = 4096,             // warp instructions kept before a stretch is cut
    POLLS_MAX = 64,              // consecutive strong reads before other threads run
    LOOKS_MAX = 2048,            // strong reads of a block without any other step, before other blocks do
    LAUNCHES_MAX = 20000,        // launches per case, and
    LAUNCH_ELEMENTS = 64,        // one more for each so many elements: four for each block of 256
    RECURSION_MAX = 1000, // launches per case that are each deeper in host code's calls than all before
    IN_VAIN_ROUNDS = 2,   // turns with only such reads after which the block has seen all progress
    STUCK_ROUNDS = 2000,  // turns with only such reads after which no block will write again
    DIAGNOSTICS_MAX = 64  // different errors kept per launch
};

// Of global memory, with the gaps: only used pages take memory. GLOBAL_GAP: bytes after each allocation, so that a
// smaller miss hits no other one.
#if UINTPTR_MAX > UINT32_MAX
#define GLOBAL_BYTES (1ull << 33)
enum { GLOBAL_GAP = 256 * 1024 };
#else // all addresses, with those of the shadow, are at most 4 GiB, and in a module of a page rather 64 MiB
#define GLOBAL_BYTES (1ull << 22)
enum { GLOBAL_GAP = 64 * 1024 };
#endif

#endif
