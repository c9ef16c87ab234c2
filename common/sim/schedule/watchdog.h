// The watchdog for endless loops: a separate OS thread that checks the workers ten times a second.
//
// A worker that stays in one thread's code without coming to any wait is called endless when it has used
// `endless_seconds` of CPU time without a memory access (nothing can change any more), or ENDLESS_BUSY times
// as much with accesses. So is a block that reaches barriers in that time, but not its end. It is CPU time,
// not wall time: a busy machine must not fail a student. SIGUSR1, which the checker sends at its own limit,
// causes the same report at once.
//
// After such a report the process ends: a thread cannot be recovered from an endless loop.
#ifndef SIM_WATCHDOG_H
#define SIM_WATCHDOG_H

// Starts the watchdog. 0, or an error number. Call it before any other thread is made.
int watchdog_open(double endless_seconds);

#endif
