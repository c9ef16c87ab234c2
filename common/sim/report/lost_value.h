// The note about a value that a block has left in shared memory and never read, and the error of one that nothing has
// set.
#ifndef SIM_LOST_VALUE_H
#define SIM_LOST_VALUE_H

#include <stdbool.h>

#include "sim/memory/shared_memory.h"
#include "sim/report/report.h"

// `thread` wrote element `index` at `pc`. whole_warp: and so did each lane of its warp.
void report_lost_value(struct report *report, bool whole_warp, const struct shared_array *array, size_t index,
                       unsigned thread, uint32_t pc);

// `thread` stored the value of a variable that nothing has set in element `index`, at `pc`.
void report_unset_value(struct report *report, const struct shared_array *array, size_t index,
                        unsigned thread, uint32_t pc);

#endif
