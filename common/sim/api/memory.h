// CUDA's runtime API: memory that the case has allocated.
#ifndef SIM_API_MEMORY_H
#define SIM_API_MEMORY_H

#include <stddef.h>

// Begins a new case: discards the records of pinned memory, and frees the memory of the previous case.
void memory_begin_case(void);

// Reports pinned memory that was never freed.
void memory_report_leaks(void);

// The name of the pinned memory that contains these bytes, or NULL.
const char *memory_pinned(const void *pointer, size_t bytes);

#endif
