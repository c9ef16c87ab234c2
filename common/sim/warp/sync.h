// Lanes of a warp that wait for each other: warp barriers, shuffles, votes, matches, reductions.
//
// The lanes that a mask names wait for one another. When all of them that have not left the kernel are at the
// same call with the same mask, they have met and exchange values. Only warp barriers order memory accesses.
// A lane that asks for the active mask waits for no particular lanes: it continues when no lane of its warp
// can, and its mask names those at the same instruction, or only half of them.
#ifndef SIM_SYNC_H
#define SIM_SYNC_H

#include "sim/warp/shuffle.h"

// Continues all lanes of the warp that have met all the lanes for which they wait. `lanes` are the warp's,
// `first` is its first thread.
void sync_resolve(struct warp *warp, struct lane *lanes, unsigned first, struct counters *interval,
                  struct report *report);

// The first lane that the waiting `lane` will never meet.
unsigned sync_missing(const struct warp *warp, const struct lane *lanes, const struct lane *lane);

// The running lane takes a branch, or does not.
void sync_branch(const struct warp *warp, struct lane *lane, bool taken);

// The running lane skips a statement that contains a warp barrier or an exchange. `pc`: of the condition.
void sync_skip(const struct warp *warp, struct lane *lane, uint32_t pc);

#endif
