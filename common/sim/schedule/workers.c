#include "sim/schedule/workers.h"

#include <stdlib.h>

__thread struct thread_index threadIdx;
__thread index3 blockIdx;
index3 blockDim, gridDim;
__thread struct turn running_turn;
__thread struct worker *running_worker, *own_worker;

static struct worker *workers[WORKERS_MAX];
static atomic_uint count; // the watchdog reads it while workers are added

unsigned worker_count(void) {
    return atomic_load(&count);
}

struct worker *worker_at(unsigned number) {
    return workers[number];
}

struct worker *worker_add(void) {
    struct worker *worker = calloc(1, sizeof(*worker));
    if (worker == NULL || shared_memory_open(&worker->shared) != 0 ||
        instruction_open(&worker->instructions) != 0) {
        return NULL;
    }
    pattern_open(&worker->pattern, &worker->who, &worker->shared, &worker->instructions);
    worker->number = worker_count();
    workers[worker->number] = worker;
    atomic_fetch_add(&count, 1);
    return worker;
}
