// Accesses outside shared memory, for access.c. The parameters are those of access_check.
#ifndef SIM_ACCESS_GLOBAL_H
#define SIM_ACCESS_GLOBAL_H

#include "sim/schedule/worker.h"

// Of an address in global memory.
void access_in_allocation(struct worker *worker, uintptr_t address, unsigned bytes, unsigned alignment,
                          enum access_kind kind, uint32_t pc);

// Of an address that is in or near a variable in device memory. A __constant__ one is read through its own cache: no
// global load.
void access_in_variable(struct worker *worker, uintptr_t address, unsigned bytes, unsigned alignment,
                        enum access_kind kind, uint32_t pc);

// A plain access of a word of global memory that no other thread has accessed in this launch. false: it is another
// kind of access, or a read of what the thread has written, and nothing has been changed.
bool access_is_alone(struct worker *worker, const struct allocation *found, uintptr_t address,
                     enum access_kind kind, uint32_t pc);

#endif
