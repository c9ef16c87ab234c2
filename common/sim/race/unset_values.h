// Values of variables that nothing has set, in shared memory.
#ifndef SIM_UNSET_VALUES_H
#define SIM_UNSET_VALUES_H

#include "sim/memory/shared_memory.h"
#include "sim/report/report.h"

// In a program of its own (./lab run), any value may be in memory: nothing is noted.
void unset_values_open(bool own_program);

// At a barrier of the block that `report` is about: reports a thread that has stored such a value. The compiler gives
// each variable without a value the same pattern, which no input has. Two words stored by one instruction must have it.
// Cost: O(words of the block's arrays).
void unset_values_note(const struct shared_memory *shared, struct report *report);

#endif
