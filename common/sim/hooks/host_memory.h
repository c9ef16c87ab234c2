// Host memory that the student's host code allocates.
#ifndef SIM_HOOKS_HOST_MEMORY_H
#define SIM_HOOKS_HOST_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Begins a new case: discards the records of earlier allocations.
void host_memory_begin_case(void);

// The bytes from the address to the end of its block, and where that was allocated; SIZE_MAX: in no block.
size_t host_memory_room(const void *address, uint32_t *pc);

// Host code is about to access `bytes` at `address`. Reports it if it is just outside an allocation.
void host_memory_check(uintptr_t address, unsigned bytes, bool writes, const void *return_address);

// Reports what was never freed.
void host_memory_report_leaks(void);

#endif
