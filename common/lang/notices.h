// What the simulated GPU hears besides what a source calls: that a result is not used, that a word is compared, which
// way a lane goes, how long a variable is. The translator inserts these calls into the source, and the engine makes
// them where it compiles the same nodes. `block` is the body of a function.
#ifndef LABS_NOTICES_H
#define LABS_NOTICES_H

#include "tree.h"

// ---- unused.c: results that are not used
//     atomicAdd(address, value);                becomes   atomicAdd(address, value), sim_result_unused();
//     cudaError_t error = cudaGetLastError();   becomes   cudaError_t error = cudaGetLastError(); sim_error_unused();
//
// The statement behind which the simulator hears that the result of the call, in a function of one side only, is not
// used: the call's own, or an `if` that does nothing. NULL: it is used, or does not matter.
const struct node *notice_unused(const struct tree *tree, const struct node *block, const struct node *call,
                                 bool for_device);

// ---- words that an atomicCAS compares
//     old = *address; ... atomicCAS(address, ...)   becomes   old = sim_compared(*address); ...
struct compared {
    const struct node *node; // NULL: none
    bool pointed;            // the word is what the node points to
};

// The word of the first atomicCAS in the body of a device function.
struct compared notice_compared(const struct tree *tree, const struct node *block);

// Is the node a read of the word whose value is assigned?
bool notice_is_compared(const struct tree *tree, const struct compared *compared, const struct node *node);

// ---- meetings.c: which way lanes of a warp go
//     if (lane < s) { __syncwarp(); }   becomes   if (SIM_ENTER(lane < s)) { __syncwarp(); }
//     if (x > 0)                        becomes   if (SIM_BRANCH(x > 0))
struct meetings {
    bool *at;    // of each token: is it, in a device function, a call by which a lane waits for others?
    bool active; // the source asks for the active mask
};

// Finds the calls, also those of functions that make one. false: memory is short. In both cases the caller frees `at`.
bool notice_meetings(const struct tree *tree, struct meetings *meetings);

// The condition of a statement or of ?: in a device function, and what the simulator hears of it.
struct branch {
    const struct node *condition; // NULL: nothing
    bool enters;                  // that a lane skips what follows, in which others meet
    bool takes;                   // which way it goes
};
struct branch notice_branch(const struct tree *tree, const struct meetings *meetings,
                            const struct node *node);

// ---- variables that host code copies
//     cudaMemcpy(&sum, d_sum, ...)   becomes   cudaMemcpy(sim_whole(sum), d_sum, ...)
//
// Is the node an argument of a copy, and the address of a variable?
bool notice_copied(const struct tree *tree, const struct node *node);

#endif
