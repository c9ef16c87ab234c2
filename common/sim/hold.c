#include "hold.h"

#include <pthread.h>

#include "grid.h"

enum { IN_VAIN = 10 }; // rounds of polling after which a block has seen all that there is to see

enum state { STATE_ENDED, STATE_RUNS, STATE_HELD };

static bool wanted;
static unsigned worker_count;
static struct standing {
    enum state state;
    unsigned held_as; // number among all that were ever held in this launch
} standings[WORKERS_MAX];
static unsigned held_so_far;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void hold_begin_launch(bool wanted_now, unsigned workers) {
    wanted = wanted_now;
    worker_count = workers;
    held_so_far = 0;
    for (unsigned i = 0; i < WORKERS_MAX; i++) {
        standings[i] = (struct standing){.state = i < workers ? STATE_RUNS : STATE_ENDED};
    }
}

void hold_begin_block(struct worker *worker) {
    worker->told = false;
    worker->took_ticket = false;
}

// Lets the block go on that was held last, if nobody else can. With the lock held.
static void release_one(void) {
    unsigned last = WORKERS_MAX;
    for (unsigned i = 0; i < worker_count; i++) {
        if (standings[i].state == STATE_RUNS && atomic_load(&grid_worker(i)->stuck) < IN_VAIN) {
            return;
        }
        if (standings[i].state == STATE_HELD &&
            (last == WORKERS_MAX || standings[i].held_as > standings[last].held_as)) {
            last = i;
        }
    }
    if (last < WORKERS_MAX) {
        standings[last].state = STATE_RUNS;
        pthread_cond_broadcast(&changed);
    }
}

void hold_end_worker(struct worker *worker) {
    if (wanted) {
        pthread_mutex_lock(&lock);
        standings[worker->number].state = STATE_ENDED;
        release_one();
        pthread_mutex_unlock(&lock);
    }
}

void hold_before(struct worker *worker, enum access_kind kind) {
    if (!wanted || worker->told || access_reads(kind)) {
        return;
    }
    if (kind == ACCESS_ATOMIC && !worker->took_ticket) {
        worker->took_ticket = true;
        return;
    }
    worker->told = true;
    atomic_store(&worker->stuck, 0);
    pthread_mutex_lock(&lock);
    standings[worker->number] = (struct standing){.state = STATE_HELD, .held_as = held_so_far++};
    release_one();
    while (standings[worker->number].state == STATE_HELD) {
        pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
}

void hold_in_vain(struct worker *worker) {
    if (wanted && atomic_load(&worker->stuck) == IN_VAIN) {
        pthread_mutex_lock(&lock);
        release_one();
        pthread_mutex_unlock(&lock);
    }
}
