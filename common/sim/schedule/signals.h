// The simulator's signal handlers: crashes, and where a worker is.
#ifndef SIM_SIGNALS_H
#define SIM_SIGNALS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct worker;

// The position of a worker when it was last asked. Only signals.c writes it.
struct whereabouts {
    pthread_t thread;
    _Atomic bool known; // has signals_join set `thread`?
    _Atomic uintptr_t pc;
};

// Installs the handlers.
void signals_open(void);

// Each worker's OS thread calls it once: it gets a stack for signals.
void signals_join(struct worker *worker);

// Interrupts the worker's OS thread and returns the instruction where it is; 0 if it does not answer.
uintptr_t signals_ask(struct worker *worker);

#endif
