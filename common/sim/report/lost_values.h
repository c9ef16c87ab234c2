// Values that a block has left in its shared memory, and nobody read.
#ifndef SIM_UNUSED_H
#define SIM_UNUSED_H

#include "sim/schedule/worker.h"

// At the block's end: a note of each place in the code that left one, of the first such value. Cost: O(words
// of the block's arrays), and O(those) more for each warp that left any.
void unused_note(struct worker *worker);

#endif
