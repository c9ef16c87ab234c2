// The watchdog for endless loops: a separate OS thread that checks the workers ten times a second.
//
// A worker that stays in one thread's code without coming to any wait is called endless when it has used
// `endless_seconds` of CPU time without a memory access, as nothing can change any more. With accesses it must also
// have made more of them than a slow but correct program needs for the case's input. So must a block that reaches
// barriers, but not its end. Host code may use that time between two launches, and more with a large input. It is
// CPU time, not wall time: a busy machine must not fail a student. SIGUSR1, which the checker sends when it stops
// the program, causes the same report at once.
//
// After such a report the process ends: a thread cannot be recovered from an endless loop.
#ifndef SIM_WATCHDOG_H
#define SIM_WATCHDOG_H

#include <stdbool.h>
#include <stddef.h>

// Starts the watchdog. 0, or an error number. Call it before any other thread is made. `slow_host`: host code may use
// as much time as it wants.
int watchdog_open(double endless_seconds, bool slow_host);

// A case with an input of `count` elements begins.
void watchdog_begin_case(size_t count);

// The elements of the current case's input; 0: it has none, as a program of ./lab run.
size_t watchdog_elements(void);

// The student's host code begins, returns from a launch (true), or ends (false).
void watchdog_host(bool runs);

#endif
