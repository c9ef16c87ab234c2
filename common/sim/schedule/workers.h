// All workers, and which of them runs on this OS thread.
#ifndef SIM_WORKERS_H
#define SIM_WORKERS_H

#include "sim/base/thread_local.h"
#include "sim/schedule/worker.h"

// The variables of cuda/sim/threads.h, which is C++: of the thread that runs, and of the launch.
extern __thread struct thread_index threadIdx SIM_THREAD_LOCAL;
extern __thread index3 blockIdx SIM_THREAD_LOCAL;
extern index3 blockDim, gridDim;

// Whose turn it is on this OS thread, and the short way to a block barrier (turn.h).
extern __thread struct turn running_turn SIM_THREAD_LOCAL;
// The worker of this OS thread while the student's kernel code, or a hook of it, runs there; otherwise NULL. Hooks call
// turn_worker().
extern __thread struct worker *running_worker SIM_THREAD_LOCAL;
// The same whatever runs; NULL on OS threads that are no workers.
extern __thread struct worker *own_worker SIM_THREAD_LOCAL;

unsigned worker_count(void);
struct worker *worker_at(unsigned number);

// Adds a worker. NULL if memory is short.
struct worker *worker_add(void);

#endif
