#include "sim/schedule/together.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/schedule/workers.h"

// Only one worker runs at a time: the one in STATE_RUNS.
enum state {
    STATE_ENDED, // it runs no more blocks of this launch
    STATE_NEW,   // it has not begun
    STATE_RUNS,
    STATE_HELD,  // before its block's first publication
    STATE_SPINS, // its block has spun without success
    STATE_MEETS, // its block waits for the whole grid
    STATE_MET,   // and all other blocks have come, or never will
};

// A block that spins while nothing else can run keeps its turn for so many rounds.
enum { TURN_ROUNDS = 128 };

// How often a block is held after it has published something.
enum { HELD_AGAIN_MAX = 2 };

static bool wanted, holds_blocks, with_gaps; // wanted: the workers of this launch take turns
static unsigned workers;                     // of this launch
static bool all_met; // the blocks that waited for the whole grid go on because all blocks did
static enum state states[WORKERS_MAX];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turns[WORKERS_MAX]; // wakes that worker

void together_begin_launch(const struct launch *launch, bool holds, uint64_t seed) {
    static unsigned made;
    wanted = launch->side_by_side && (holds || launch->cooperative);
    holds_blocks = holds;
    with_gaps = seed != 0;
    workers = launch->workers;
    for (unsigned i = 0; i < WORKERS_MAX; i++) {
        states[i] = i < workers ? STATE_NEW : STATE_ENDED;
    }
    for (; wanted && made < workers; made++) {
        pthread_cond_init(&turns[made], NULL);
    }
    if (wanted) {
        states[0] = STATE_RUNS;
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

// Is one's block later than the other's, by its ticket or, without tickets, by its number? A block that is held again
// lets the others come between.
static bool is_later(const struct worker *one, const struct worker *other) {
    if (one->gate.held_again != other->gate.held_again) {
        return one->gate.held_again < other->gate.held_again;
    }
    return one->gate.ticket != other->gate.ticket ? one->gate.ticket > other->gate.ticket
                                                  : one->block_id > other->block_id;
}

// With gaps: is one's block to go on before the other's? Every third one goes on after all others.
static bool is_earlier(const struct worker *one, const struct worker *other) {
    enum { PERIOD = 3, LAST = 1 };
    if (one->gate.held_again != other->gate.held_again) {
        return one->gate.held_again < other->gate.held_again;
    }
    const uint64_t own = one->gate.knows_ticket ? one->gate.ticket : one->block_id - one->launch->first_block,
                   others = other->gate.knows_ticket ? other->gate.ticket
                                                     : other->block_id - other->launch->first_block;
    const bool waits = own % PERIOD == LAST, other_waits = others % PERIOD == LAST;
    return waits != other_waits ? other_waits : own < others;
}

// How urgently should this worker run next? 0: it cannot.
static int urgency(const struct worker *worker) {
    switch (states[worker->number]) {
    case STATE_NEW:
    case STATE_MET:
        return 4;
    case STATE_SPINS: // with progress that it has not seen yet; without any, only if no other block can run
        return spin_in_vain(worker) ? 1 : 3;
    case STATE_HELD:
        return 2;
    default:
        return 0;
    }
}

// The worker that runs next: the most urgent one; of new ones the first, of those that spin in vain the one that
// has done so least, and otherwise the one with the latest block, or as is_earlier() says. NULL: none. Call it with
// the lock held.
static struct worker *choose(void) {
    struct worker *best = NULL;
    int most = 0;
    for (unsigned i = 0; i < workers; i++) {
        struct worker *worker = worker_at(i);
        int own = urgency(worker);
        bool better = own > most;
        if (own == most && own == 1) {
            better = atomic_load(&worker->spin.stuck) < atomic_load(&best->spin.stuck);
        } else if (own == most && (own == 2 || own == 3)) {
            better = with_gaps && own == 2 ? is_earlier(worker, best) : is_later(worker, best);
        }
        if (better) {
            best = worker;
            most = own;
        }
    }
    return best;
}

// The barrier of the whole grid. It orders all that the launch has done so far before all that follows, as the end of
// a launch does. So from here on the launch is like another one, whose blocks have other ids.
static void begin_next_phase(struct launch *launch) {
    if (launch->next_block_id > UINT32_MAX - launch->block_count) {
        fprintf(stderr, "the simulated GPU has run 2^32 blocks in one process and cannot number any more\n");
        abort();
    }
    launch->first_block = launch->next_block_id;
    launch->next_block_id += (uint32_t)launch->block_count;
    for (unsigned i = 0; i < workers; i++) { // before what they share is discarded
        happens_before_begin_block(&worker_at(i)->order, worker_at(i)->thread_count);
    }
    happens_before_begin_launch();
}

// No worker can run. Blocks that wait for the whole grid go on if all blocks do; otherwise those never will.
static void end_meeting(void) {
    unsigned waiting = 0;
    for (unsigned i = 0; i < workers; i++) {
        waiting += states[i] == STATE_MEETS;
    }
    if (waiting == 0) {
        return;
    }
    struct launch *launch = worker_at(0)->launch;
    all_met = waiting == launch->block_count;
    if (all_met) {
        begin_next_phase(launch);
    }
    for (unsigned i = 0; i < workers; i++) {
        states[i] = states[i] == STATE_MEETS ? STATE_MET : states[i];
    }
}

// Lets the next worker run. Call it with the lock held, after the state of the one that ran has changed.
static void pass_on(void) {
    struct worker *next = choose();
    if (next == NULL) {
        end_meeting();
        next = choose();
    }
    if (next != NULL) {
        states[next->number] = STATE_RUNS;
        pthread_cond_signal(&turns[next->number]);
    }
}

// Gives up the worker's turn in this state, and waits for its next turn. Call it with the lock held.
static void wait_for_turn(struct worker *worker, enum state state) {
    states[worker->number] = state;
    pass_on();
    while (states[worker->number] != STATE_RUNS) {
        pthread_cond_wait(&turns[worker->number], &lock);
    }
}

void together_begin_worker(struct worker *worker) {
    if (wanted) {
        pthread_mutex_lock(&lock);
        while (states[worker->number] != STATE_RUNS) {
            pthread_cond_wait(&turns[worker->number], &lock);
        }
        pthread_mutex_unlock(&lock);
    }
}

void together_end_worker(struct worker *worker) {
    if (wanted) {
        pthread_mutex_lock(&lock);
        bool ran = states[worker->number] == STATE_RUNS; // not if it had no memory to begin with
        states[worker->number] = STATE_ENDED;
        if (ran) {
            pass_on();
        }
        pthread_mutex_unlock(&lock);
    }
}

// Is the block to be held before this access? Others could see it, or have changed what it depends on.
static bool holds(struct gate *gate, uintptr_t address, enum access_kind kind) {
    const bool reads = access_reads(kind), updated = address == gate->updated,
               seen = gate->looked != 0 && (address == gate->looked || gate->looked == gate->updated);
    gate->looked = reads ? address : gate->looked;
    gate->updated = kind == ACCESS_ATOMIC ? address : gate->updated;
    if (gate->published) {
        const bool again = (reads ? updated : seen) && gate->held_again < HELD_AGAIN_MAX;
        gate->held_again += again;
        return again;
    }
    if (reads) {
        return gate->took_ticket && address == gate->ticket_place;
    }
    if (kind == ACCESS_ATOMIC && !gate->took_ticket && !seen) {
        gate->took_ticket = true;
        gate->ticket_place = address;
        return false;
    }
    return true;
}

void together_before(struct worker *worker, uintptr_t address, enum access_kind kind) {
    if (!wanted || !holds_blocks || !holds(&worker->gate, address, kind)) {
        return;
    }
    worker->gate.published = true;
    spin_begin_block(&worker->spin);
    pthread_mutex_lock(&lock);
    wait_for_turn(worker, STATE_HELD);
    pthread_mutex_unlock(&lock);
}

bool together_meet(struct worker *worker) {
    struct launch *launch = worker->launch;
    const uint32_t block = worker->block_id - launch->first_block;
    if (!wanted) {
        return launch->block_count == 1;
    }
    pthread_mutex_lock(&lock);
    atomic_store(&worker->gate.meets, true);
    wait_for_turn(worker, STATE_MEETS);
    atomic_store(&worker->gate.meets, false);
    const bool met = all_met;
    pthread_mutex_unlock(&lock);
    const uint32_t id = launch->first_block + block;
    shared_memory_rename_block(&worker->shared, worker->block_id, id);
    worker->block_id = worker->who.block_id = worker->who.first_block = id;
    worker->report.block_id = worker->block_id;
    spin_begin_block(&worker->spin);
    return met;
}

void together_in_vain(struct worker *worker) {
    if (!wanted) {
        return;
    }
    if (holds_blocks && !worker->gate.published && !worker->gate.waited_early) {
        worker->gate.waited_early = true;
        intervals_current(&worker->intervals)->early_waits++;
    }
    if (spin_in_vain(worker)) {
        if (holds_blocks && !worker->gate.waited_late && spin_waits_again(worker)) {
            worker->gate.waited_late = true;
            intervals_current(&worker->intervals)->late_waits++;
        }
        pthread_mutex_lock(&lock);
        struct worker *next = choose();
        bool others = next != NULL && urgency(next) > 1;
        if (others || (next != NULL && atomic_load(&worker->spin.stuck) % TURN_ROUNDS == 0)) {
            wait_for_turn(worker, STATE_SPINS);
        }
        pthread_mutex_unlock(&lock);
    }
}
