// What a block has acquired by its strong reads. happens_before.c holds its lock during these calls.
#ifndef SIM_ACQUIRED_H
#define SIM_ACQUIRED_H

#include "sim/race/releases.h"

// Records what the block's last strong read has acquired. This happens only now, after the read itself: a writer
// records its release before it writes.
void acquired_settle(struct happens_before *order, const struct accessor *who);

// May `who` rely on what has been acquired there?
bool acquired_may_use(const struct happens_before *order, const struct accessor *who,
                      const struct acquired *one);

#endif
