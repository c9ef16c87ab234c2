// Threads that read a word again and again until another block writes it, as in a look-back.
//
// Such a thread gives way after some reads (access.c), and goes on in its block's next turn. Only news can
// help it: volatile stores and atomics that change something, and the ends of blocks. Turns with nothing but
// polling and no news are counted; after many of them on all workers nobody is left who could write what the
// threads wait for.
#ifndef SIM_POLL_H
#define SIM_POLL_H

#include "sim/schedule/worker.h"

// The running thread has changed, or is about to change, what others may poll for.
static inline void poll_news(struct worker *worker) {
    atomic_fetch_add(&worker->launch->news, 1);
}

// Does any thread of the worker's block poll?
bool poll_waits(const struct worker *worker);

// Gives those threads another turn. false: they have polled in vain for too long, or the launch has failed.
// steps_before: worker->steps when the turn began that is over.
bool poll_again(struct worker *worker, uint64_t steps_before);

// Have the worker's threads done nothing but poll, since the launch's last news and for some rounds? Then
// they have seen all that there is to see.
bool poll_in_vain(const struct worker *worker);

// Reports the first thread that polls as an endless loop, and ends the launch.
void poll_report(struct worker *worker);

#endif
