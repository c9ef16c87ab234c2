// The sizes of the simulated device, each with its reason.
#ifndef SIM_LIMITS_H
#define SIM_LIMITS_H

enum {
    WARP_LANES = 32,
    BLOCK_THREADS_MAX = 1024, // CUDA: threads a block
    BLOCK_WARPS_MAX = BLOCK_THREADS_MAX / WARP_LANES,
    SHARED_STATIC_MAX = 48 * 1024,          // CUDA: bytes a block without asking for more
    SHARED_OPTIN_MAX = 163 * 1024,          // CUDA, capability 8.0: the same with cudaFuncSetAttribute
    SHARED_ARRAYS_MAX = 64,                 // arrays a block; far more than anybody declares
    SHARED_GRANULE = 128,                   // 32 banks of 4 bytes: alignment of arrays
    SHARED_GAP = 8 * 1024 + SHARED_GRANULE, // between arrays: more than an index is wrong by
    SHARED_ARENA = 1024 * 1024,             // shared memory of a worker, gaps included
    SECTOR_BYTES = 32,                      // unit of global memory traffic
    BANK_COUNT = 32,
    HEAP_GRANULE = 256,      // cudaMalloc's alignment
    HEAP_GAP = 256 * 1024,   // after each allocation: who misses it by less hits no other
    WORKERS_MAX = 64,        // OS threads
    STACK_BYTES = 64 * 1024, // a simulated thread's stack: printf fits
    ROWS_MAX = 4096,         // warp instructions kept before a stretch is cut
    POLLS_MAX = 64,          // strong reads in a row before others get their turn
    LOOKS_MAX = 2048,        // strong reads of a block, votes between them, likewise
    LAUNCHES_MAX = 20000,    // launches a case: almost five for each 256 of a million
    IN_VAIN_ROUNDS = 10,     // turns with nothing but such reads: all news are seen
    STUCK_ROUNDS = 2000,     // turns with nothing but such reads: nobody will write
    DIAGNOSTICS_MAX = 64     // different mistakes kept a launch
};

#define HEAP_BYTES (1ull << 33) // address space reserved for device memory; only what is used costs

#endif
