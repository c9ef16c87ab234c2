// The counters of a launch, each in one place: name in code, title in tables, definition.
//
// The names follow Nsight Compute where it has the same quantity (requests, sectors, wavefronts, bank
// conflicts). A "warp instruction" is one memory instruction of one warp: the accesses of its lanes, side by
// side. docs/simulated-gpu.md says how each number is derived.
//
// To add a counter: one line in COUNTERS; the place in common/sim that adds to it (accesses: warp/counting.c; barriers
// and calls: schedule/block.c, warp/sync.c and hooks); its title on the page of ./lab view in
// common/view/page/strings.js; and cases `// count: NAME = 3` in common/tests/sim/counters.cu. Then
// `cmake --build build/course --target docs` adds it to the tables of the documentation.
#ifndef LABS_COUNTERS_H
#define LABS_COUNTERS_H

#include <stdint.h>

#define COUNTERS(X)                                                                                          \
    X(working_warps, "working warps",                                                                        \
      "warps that combine: they read and write the same array between two block barriers; "                  \
      "what a thread has just written itself does not count as read, and atomics are counted separately")    \
    X(active_warps, "active warps", "warps that issue a memory instruction between two block barriers")      \
    X(divergent_warps, "divergent warps",                                                                    \
      "warps of which some threads, not all, take part in a memory instruction between two block barriers")  \
    X(warp_instructions, "warp instructions", "memory instructions, each counted once per warp")             \
    X(active_lanes, "active lanes",                                                                          \
      "lanes (threads of a warp) that take part, summed over all memory instructions")                       \
    X(shared_load_requests, "shared load requests", "warp instructions that load from shared memory")        \
    X(shared_store_requests, "shared store requests", "warp instructions that store to shared memory")       \
    X(shared_load_wavefronts, "shared load wavefronts", "passes that the shared loads take")                 \
    X(shared_store_wavefronts, "shared store wavefronts", "passes that the shared stores take")              \
    X(shared_load_conflicts, "shared load bank conflicts",                                                   \
      "passes of shared loads beyond the first, because lanes access different words of one bank")           \
    X(shared_store_conflicts, "shared store bank conflicts", "the same for shared stores")                   \
    X(global_load_requests, "global load requests", "warp instructions that load from global memory")        \
    X(global_store_requests, "global store requests", "warp instructions that store to global memory")       \
    X(global_load_sectors, "global load sectors", "32-byte sectors that the global loads touch")             \
    X(global_store_sectors, "global store sectors", "32-byte sectors that the global stores touch")          \
    X(polls, "polls",                                                                                        \
      "warp instructions that load from global memory, except the input, by volatile or atomic loads. How "  \
      "often a thread polls depends on timing, so they and their sectors are not among the global loads")    \
    X(early_waits, "early waits",                                                                            \
      "under the schedule `together`: blocks that poll in vain for what another block writes before they "   \
      "have published anything themselves")                                                                  \
    X(late_waits, "late waits",                                                                              \
      "under the schedule `together`: blocks that poll in vain for a value although another block has "      \
      "already stored one there")                                                                            \
    X(silent_waits, "silent waits",                                                                          \
      "blocks that read what other blocks have stored by volatile or atomic stores, and publish nothing "    \
      "after that")                                                                                          \
    X(barriers, "barriers", "block barriers, each counted once per block; not those of the whole grid")      \
    X(warp_barriers, "warp barriers", "warp barriers, each counted once per warp")                           \
    X(shuffles, "shuffles",                                                                                  \
      "shuffles of 4 bytes, votes, and reductions of a warp, each counted once per warp")                    \
    X(atomics, "atomics", "warp instructions that are atomic operations on global or shared memory")         \
    X(atomic_lanes, "lanes of atomics",                                                                      \
      "lanes that take part in the atomics; those at one address wait for each other")                       \
    X(global_atomic_lanes, "lanes of global atomics", "those of atomics on global memory")                   \
    X(combines, "operator applications", "calls of combine() in kernels, counted once per thread")           \
    X(critical_path, "critical path",                                                                        \
      "steps of the slowest warp between two block barriers, summed: its memory instructions, shuffles and " \
      "calls of combine() (those of the thread that makes the most), and one for the barrier; not its "      \
      "polls")

// Each counter is a sum over all blocks of a launch, or over one interval of it.
struct counters {
#define COUNTER_FIELD(name, title, definition) uint64_t name;
    COUNTERS(COUNTER_FIELD)
#undef COUNTER_FIELD
};

enum {
    COUNTER_COUNT = sizeof(struct counters) / sizeof(uint64_t), // a struct counters is also an array of these
    INTERVAL_MAX = 256 // intervals counted separately; all later ones are added to the last
};

#endif
