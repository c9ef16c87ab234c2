// Checks global memory after the student's function has returned.
#ifndef SIM_LEFTOVERS_H
#define SIM_LEFTOVERS_H

// Reports leaks, outputs that are not written or not waited for, inputs that were not read exactly once, and values
// that were never read.
void leftovers_report(void);

// Reports at once what leftovers_report() would of an allocation of the student's that was freed.
struct allocation;
void leftovers_report_freed(const struct allocation *freed);

#endif
