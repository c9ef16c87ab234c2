// Host memory that the student's host code asks malloc for.
#ifndef SIM_HOST_MEMORY_LIST_H
#define SIM_HOST_MEMORY_LIST_H

// Forgets what was asked for; a new case begins.
void host_memory_begin_case(void);

// Reports what was never freed.
void host_memory_report_leaks(void);

#endif
