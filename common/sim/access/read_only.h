// Loads through the read-only cache, __ldg.
#ifndef SIM_READ_ONLY_H
#define SIM_READ_ONLY_H

#include "sim/schedule/worker.h"

// Before access_check of such a load: reports it if a thread has written one of the words in this launch, and a barrier
// or a flag orders the write before the load. The cache need not notice the write. (Without an order it is a race.)
void access_read_only(struct worker *worker, uintptr_t address, unsigned bytes, uint32_t pc);

#endif
