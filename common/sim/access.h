// One memory access of a kernel thread: where does it go, may it, does it race, and into which warp instruction?
#ifndef SIM_ACCESS_H
#define SIM_ACCESS_H

#include "worker.h"

// Checks and counts an access of the running thread before it happens. Does not return when the access cannot
// happen (out of bounds, wrong space): that ends the launch.
void access_check(struct worker *worker, uintptr_t address, unsigned bytes, enum access_kind kind, uint32_t pc);

#endif
