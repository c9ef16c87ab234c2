// What one strong write releases. happens_before.c holds its lock during this call.
#ifndef SIM_RELEASE_H
#define SIM_RELEASE_H

#include "sim/race/releases.h"

// `who` is about to make the strong write `number` to the word at `address`: records what that releases, if anything.
// `updates`: the write is an atomic update.
void release_record(struct happens_before *order, const struct accessor *who, uintptr_t address,
                    uint32_t number, bool updates);

#endif
