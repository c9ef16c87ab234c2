// The error that not all threads of a block wait at the same barrier.
#ifndef SIM_REPORT_BARRIER_H
#define SIM_REPORT_BARRIER_H

#include <stdbool.h>

#include "sim/report/report.h"

// `first` waits at first_pc, and the others that have not left the kernel wait there too, or at other_pc like
// `other`. other_pc 0: `other` has left the kernel, and `waiting` of `thread_count` threads wait.
struct divergence {
    unsigned first, other;
    uint32_t first_pc, other_pc;
    unsigned waiting, thread_count;
};

// One diagnostic for each pair of places.
void report_divergence(struct report *report, const struct divergence *found);

// A lane waits for lanes of its warp that wait elsewhere. `thread` waits at `pc`, with `mask`, for `other`,
// which waits at other_pc; at_barrier: at a barrier of the block.
void report_lanes_missing(struct report *report, unsigned thread, uint32_t pc, uint32_t mask, unsigned other,
                          uint32_t other_pc, bool at_barrier);

// The same if `other` went past this call, at other_pc (0: unknown), and left the kernel.
void report_lane_gone(struct report *report, unsigned thread, uint32_t pc, uint32_t mask, unsigned other,
                      uint32_t other_pc);

#endif
