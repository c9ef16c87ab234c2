// The calls that led to an error: relative addresses (relative_pc), from the innermost outwards.
#ifndef SIM_REPORT_BACKTRACE_H
#define SIM_REPORT_BACKTRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "runner/diagnostic.h"

// Prepares backtrace_of_interrupted. Call it before all others.
void backtrace_open(void);

// Writes to the diagnostic which calls led to the hook that makes it, and what the function of its first place, at
// first_pc, has on the stack, if that is known. overwritten: the callers of that function are not known.
void backtrace_of_report(struct diagnostic *diagnostic, uint32_t first_pc, bool overwritten);

// For signal handlers. Writes the calls in the student's code, from the interrupted instruction on, which is at the
// address `pc` of compiled code; the rest 0.
void backtrace_of_interrupted(uintptr_t pc, uint64_t stack[DIAGNOSTIC_FRAMES]);

#endif
