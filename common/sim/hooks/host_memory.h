// Host memory that the student's host code allocates.
#ifndef SIM_HOOKS_HOST_MEMORY_H
#define SIM_HOOKS_HOST_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/hooks/host_freed.h"

// Begins a new case: discards the records of earlier allocations.
void host_memory_begin_case(void);

// The bytes from the address to the end of its block, and where that was allocated; SIZE_MAX: in no block.
size_t host_memory_room(const void *address, uint32_t *pc);

// Is the address in a block, or so little outside that an access there is reported?
bool host_memory_has(uintptr_t address);

// Host code is about to access `bytes` at `address`. Reports it if it is just outside an allocation.
void host_memory_check(uintptr_t address, unsigned bytes, bool writes, const void *return_address);

// Reports what was never freed.
void host_memory_report_leaks(void);

// `call` frees memory that the functions above do not know: `reports` says whether it has reported that and freed it.
void host_memory_on_unknown(bool (*reports)(const void *memory, const char *call, uint32_t pc));

// ---- For host_new.c ----

// The bytes to allocate for a block of so many.
size_t host_memory_with_behind(size_t bytes);

// Records a block that the student's code has allocated, unless a kernel has called malloc or memory is short. Returns
// `memory`.
void *host_memory_keep(void *memory, size_t bytes, enum host_allocator by, const void *return_address);

// Frees `memory`. `call`: "delete[]", which frees what `by` has allocated.
void host_memory_free(void *memory, enum host_allocator by, const char *call, const void *return_address);

#endif
