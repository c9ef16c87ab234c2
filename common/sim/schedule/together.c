#include "sim/schedule/together.h"

#include <pthread.h>
#include <string.h>

#include "sim/schedule/workers.h"

enum state { STATE_ENDED, STATE_RUNS, STATE_HELD };

static bool wanted;
static unsigned workers; // of this launch
static enum state states[WORKERS_MAX];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void together_begin_launch(bool wanted_now, unsigned worker_count) {
    wanted = wanted_now;
    workers = worker_count;
    for (unsigned i = 0; i < WORKERS_MAX; i++) {
        states[i] = i < workers ? STATE_RUNS : STATE_ENDED;
    }
}

void together_begin_block(struct gate *gate) {
    *gate = (struct gate){0};
}

void together_ticket(struct gate *gate, const void *old, size_t bytes) {
    if (gate->took_ticket && !gate->knows_ticket) {
        gate->knows_ticket = true;
        memcpy(&gate->ticket, old, bytes < sizeof(gate->ticket) ? bytes : sizeof(gate->ticket));
    }
}

// Is one's block later than the other's, by its ticket or, without tickets, by its number?
static bool is_later(const struct worker *one, const struct worker *other) {
    return one->gate.ticket != other->gate.ticket ? one->gate.ticket > other->gate.ticket
                                                  : one->block_id > other->block_id;
}

// Releases the latest of the held blocks if no other block can run. Call it with the lock held.
static void release_one(void) {
    struct worker *last = NULL;
    for (unsigned i = 0; i < workers; i++) {
        struct worker *worker = worker_at(i);
        if (states[i] == STATE_RUNS && !spin_in_vain(worker)) {
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

void together_end_worker(struct worker *worker) {
    if (wanted) {
        pthread_mutex_lock(&lock);
        states[worker->number] = STATE_ENDED;
        release_one();
        pthread_mutex_unlock(&lock);
    }
}

void together_before(struct worker *worker, enum access_kind kind) {
    if (!wanted || worker->gate.published || access_reads(kind)) {
        return;
    }
    if (kind == ACCESS_ATOMIC && !worker->gate.took_ticket) {
        worker->gate.took_ticket = true;
        return;
    }
    worker->gate.published = true;
    spin_begin_block(&worker->spin);
    pthread_mutex_lock(&lock);
    states[worker->number] = STATE_HELD;
    release_one();
    while (states[worker->number] == STATE_HELD) {
        pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
}

void together_in_vain(struct worker *worker) {
    if (!wanted) {
        return;
    }
    if (!worker->gate.published && !worker->gate.waited_early) {
        worker->gate.waited_early = true;
        intervals_current(&worker->intervals)->early_waits++;
    }
    if (spin_in_vain(worker)) {
        pthread_mutex_lock(&lock);
        release_one();
        pthread_mutex_unlock(&lock);
    }
}
