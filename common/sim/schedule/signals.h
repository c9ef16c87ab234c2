// The simulator's signal handlers: crashes, and where a worker is.
#ifndef SIM_SIGNALS_H
#define SIM_SIGNALS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "runner/diagnostic.h"

struct worker;

// The position of a worker when it was last asked. Only signals.c writes it.
struct whereabouts {
    pthread_t thread;
    _Atomic bool known;                // has signals_join set `thread`?
    uint64_t stack[DIAGNOSTIC_FRAMES]; // the calls that led there, as in struct diagnostic
    bool in_kernel;                    // on the stack of the running thread of a kernel
    _Atomic bool answered;
};

// Installs the handlers.
void signals_open(void);

// The student's host code runs from now on, or not: then an abort() is an error of the harness.
void signals_host(bool runs);

// Each worker's OS thread calls it once: it gets a stack for signals.
void signals_join(struct worker *worker);

// Interrupts the worker's OS thread, which writes to whereabouts.stack where it is. false: it does not answer.
bool signals_ask(struct worker *worker);

#endif
