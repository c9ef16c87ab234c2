// Host memory that the student's host code allocates.
#ifndef SIM_HOOKS_HOST_MEMORY_H
#define SIM_HOOKS_HOST_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

// Begins a new case: discards the records of earlier allocations.
void host_memory_begin_case(void);

// Host code is about to access `bytes` at `address`. Reports it if it is just outside an allocation.
void host_memory_check(uintptr_t address, unsigned bytes, bool writes, const void *return_address);

// Reports what was never freed.
void host_memory_report_leaks(void);

#endif
