// Checks global memory after the student's function has returned.
#ifndef SIM_LEFTOVERS_H
#define SIM_LEFTOVERS_H

// Reports leaks, unwritten outputs, inputs that were not read exactly once, and values that were never read.
void leftovers_report(void);

#endif
