// What is counted in a launch, in one place: name in code, title in tables, definition.
//
// The names follow Nsight Compute where it has the same quantity (requests, sectors, wavefronts, bank
// conflicts). A "warp instruction" is one memory instruction of one warp: its lanes' accesses laid side by
// side. docs/simulated-gpu.md says how each number is derived.
//
// To add a counter: one line in COUNTERS, and the place in common/sim/warp/counting.c that adds to it.
#ifndef LABS_COUNTERS_H
#define LABS_COUNTERS_H

#include <stdint.h>

#define COUNTERS(X)                                                                                          \
    X(working_warps, "working warps",                                                                        \
      "warps that combine: they read and write the same array between two block barriers; "                  \
      "atomics are counted by themselves")                                                                   \
    X(active_warps, "active warps", "warps that issue a memory instruction between two block barriers")      \
    X(divergent_warps, "divergent warps",                                                                    \
      "warps of which some lanes, not all, take part in a memory instruction between two block barriers")    \
    X(warp_instructions, "warp instructions", "memory instructions, each counted once a warp")               \
    X(active_lanes, "active lanes", "lanes that take part, summed over all memory instructions")             \
    X(shared_load_requests, "shared load requests", "warp instructions that load from shared memory")        \
    X(shared_store_requests, "shared store requests", "warp instructions that store to shared memory")       \
    X(shared_load_wavefronts, "shared load wavefronts", "passes that the shared loads take")                 \
    X(shared_store_wavefronts, "shared store wavefronts", "passes that the shared stores take")              \
    X(shared_load_conflicts, "shared load bank conflicts",                                                   \
      "passes of shared loads beyond the first, because lanes want different words of one bank")             \
    X(shared_store_conflicts, "shared store bank conflicts", "the same for shared stores")                   \
    X(global_load_requests, "global load requests", "warp instructions that load from global memory")        \
    X(global_store_requests, "global store requests", "warp instructions that store to global memory")       \
    X(global_load_sectors, "global load sectors", "32-byte sectors that the global loads touch")             \
    X(global_store_sectors, "global store sectors", "32-byte sectors that the global stores touch")          \
    X(polls, "polls",                                                                                        \
      "warp instructions that load from global memory by volatile or atomic loads, the input aside. Who "    \
      "waits "                                                                                               \
      "looks as often as it takes, so they and their sectors are not among the global loads")                \
    X(early_waits, "early waits",                                                                            \
      "under the schedule `together`: blocks that poll in vain for what another block writes, before they "  \
      "have "                                                                                                \
      "told others anything")                                                                                \
    X(barriers, "barriers", "block barriers, each counted once a block")                                     \
    X(warp_barriers, "warp barriers", "warp barriers, each counted once a warp")                             \
    X(shuffles, "shuffles", "shuffles and votes, each counted once a warp")                                  \
    X(atomics, "atomics", "warp instructions that are atomic operations on global or shared memory")         \
    X(combines, "operator applications", "calls of combine() in kernels, counted once a thread")

// Every counter is a sum over all blocks of a launch (or over the part of it that an interval is).
struct counters {
#define COUNTER_FIELD(name, title, definition) uint64_t name;
    COUNTERS(COUNTER_FIELD)
#undef COUNTER_FIELD
};

enum {
    COUNTER_COUNT = sizeof(struct counters) / sizeof(uint64_t), // a struct counters is also an array of these
    INTERVAL_MAX = 256 // intervals kept apart; all later ones are added to the last
};

#endif
