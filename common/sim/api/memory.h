// CUDA's runtime API: memory that the case has allocated.
#ifndef SIM_API_MEMORY_H
#define SIM_API_MEMORY_H

// Begins a new case: discards the records of pinned memory, and frees the memory of the previous case.
void memory_begin_case(void);

// Reports pinned memory that was never freed.
void memory_report_leaks(void);

#endif
