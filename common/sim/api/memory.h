// CUDA's runtime API: memory that the case has allocated.
#ifndef SIM_API_MEMORY_H
#define SIM_API_MEMORY_H

// A new case begins: forgets pinned memory, and frees what the last case left.
void memory_begin_case(void);

// Reports pinned memory that was never freed.
void memory_report_leaks(void);

#endif
