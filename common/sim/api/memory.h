// CUDA's runtime API: memory that the case has allocated.
#ifndef SIM_API_MEMORY_H
#define SIM_API_MEMORY_H

#include <stddef.h>
#include <stdint.h>

// Begins a new case: discards the records of pinned memory, and frees the memory of the previous case.
void memory_begin_case(void);

// Reports pinned memory that was never freed, and registered memory that is still registered.
void memory_report_leaks(void);

// Frees device memory and pinned memory, at `pc`, as cudaDeviceReset does.
void memory_free_all(uint32_t pc);

// The name of the pinned memory that contains these bytes, or NULL.
const char *memory_pinned(const void *pointer, size_t bytes);

#endif
