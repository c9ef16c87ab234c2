// Values that a block has left in shared memory without reading them.
#ifndef SIM_LOST_VALUES_H
#define SIM_LOST_VALUES_H

#include <stdbool.h>

#include "sim/memory/shared_memory.h"
#include "sim/report/report.h"

// At the end of the block that `report` is about: notes, for each place in the code that left such values,
// the first one. Returns whether there are any. Cost: O(words of the block's arrays), and as much again for each warp
// that left any.
bool lost_values_note(const struct shared_memory *shared, unsigned thread_count, struct report *report);

#endif
