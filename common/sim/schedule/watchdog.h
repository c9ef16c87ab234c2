// The watch over endless loops: a thread of its own that looks at the workers ten times a second.
//
// A worker that stays in one thread's code without coming to any wait is called endless when it has used
// `endless_seconds` of CPU time without a memory access (nothing can change any more), or ENDLESS_BUSY times
// as much with accesses; so is a block that in that time comes to barriers, but to no end. CPU time, not wall
// time: a busy machine must not fail a student. The answer to SIGUSR1, by which the checker asks at its own
// limit, is the same report at once.
//
// After such a report the process ends: a thread in an endless loop cannot be taken back.
#ifndef SIM_WATCH_H
#define SIM_WATCH_H

#include "runner/device.h"
#include "sim/schedule/worker.h"

// Starts the watch. To be called before any other thread is made.
int watch_open(double endless_seconds);

void watch_begin_case(const struct device_sink *sink);

// To be called by each worker's thread: gives it a stack for signals.
void watch_join(struct worker *worker);

#endif
