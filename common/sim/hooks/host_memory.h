// Host memory that the student's host code allocates.
#ifndef SIM_HOOKS_HOST_MEMORY_H
#define SIM_HOOKS_HOST_MEMORY_H

// Begins a new case: discards the records of earlier allocations.
void host_memory_begin_case(void);

// Reports what was never freed.
void host_memory_report_leaks(void);

#endif
