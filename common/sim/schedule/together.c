#include "sim/schedule/together.h"

#include <pthread.h>
#include <string.h>

#include "sim/schedule/grid.h"
#include "sim/schedule/spin.h"

enum state { STATE_ENDED, STATE_RUNS, STATE_HELD };

static bool wanted;
static unsigned worker_count;
static enum state states[WORKERS_MAX];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void hold_begin_launch(bool wanted_now, unsigned workers) {
    wanted = wanted_now;
    worker_count = workers;
    for (unsigned i = 0; i < WORKERS_MAX; i++) {
        states[i] = i < workers ? STATE_RUNS : STATE_ENDED;
    }
}

void hold_begin_block(struct worker *worker) {
    worker->told = worker->waited_early = false;
    worker->took_ticket = worker->knows_ticket = false;
    worker->ticket = 0;
}

void hold_ticket(struct worker *worker, const void *old, size_t bytes) {
    if (worker->took_ticket && !worker->knows_ticket) {
        worker->knows_ticket = true;
        memcpy(&worker->ticket, old, bytes < sizeof(worker->ticket) ? bytes : sizeof(worker->ticket));
    }
}

// Whose block comes later: by its ticket, else by its number.
static bool is_later(const struct worker *one, const struct worker *other) {
    return one->ticket != other->ticket ? one->ticket > other->ticket : one->serial > other->serial;
}

// Lets the latest block of those that are held go on, if nobody else can. With the lock held.
static void release_one(void) {
    struct worker *last = NULL;
    for (unsigned i = 0; i < worker_count; i++) {
        struct worker *worker = grid_worker(i);
        if (states[i] == STATE_RUNS && !poll_in_vain(worker)) {
            return;
        }
        if (states[i] == STATE_HELD && (last == NULL || is_later(worker, last))) {
            last = worker;
        }
    }
    if (last != NULL) {
        states[last->number] = STATE_RUNS;
        pthread_cond_broadcast(&changed);
    }
}

void hold_end_worker(struct worker *worker) {
    if (wanted) {
        pthread_mutex_lock(&lock);
        states[worker->number] = STATE_ENDED;
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
    states[worker->number] = STATE_HELD;
    release_one();
    while (states[worker->number] == STATE_HELD) {
        pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
}

void hold_in_vain(struct worker *worker) {
    if (!wanted) {
        return;
    }
    if (!worker->told && !worker->waited_early) {
        worker->waited_early = true;
        current_interval(worker)->early_waits++;
    }
    if (poll_in_vain(worker)) {
        pthread_mutex_lock(&lock);
        release_one();
        pthread_mutex_unlock(&lock);
    }
}
