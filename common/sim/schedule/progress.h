// A worker's progress. access/access.c and lane.c count it, spin.c and the watchdog read it.
#ifndef SIM_PROGRESS_H
#define SIM_PROGRESS_H

#include <stdint.h>

struct progress {
    uint64_t waits;    // times that a thread came to a wait or to its end
    uint64_t accesses; // to memory
    uint64_t steps; // writes, arrivals at a block barrier and ends of threads. All else can be repeated for
                    // ever while nothing changes.
};

static inline void progress_access(struct progress *progress) {
    progress->accesses++;
}

#endif
