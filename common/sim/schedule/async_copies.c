#include "sim/schedule/async_copies.h"

#include <string.h>

#include "sim/base/make_room.h"
#include "sim/schedule/workers.h"

// The running block's copies.
static struct async_copies *copies_of(struct worker *worker) {
    struct async_copies *copies = &worker->copies;
    if (copies->block != worker->begun_as) {
        copies->block = worker->begun_as;
        copies->count = copies->unused = 0;
        memset(copies->of, 0, sizeof(copies->of));
    }
    return copies;
}

// Sets or clears the marks of written bytes.
static void mark_written(struct worker *worker, uintptr_t to, unsigned bytes, bool written) {
    for (uintptr_t word = to & ~(uintptr_t)3; word < to + bytes; word += 4) {
        struct shadow_cell *cell = shadow_from(&worker->shared.shadow, word - worker->shared.base).cells;
        const unsigned mask = shadow_mask(word, to, bytes);
        if (cell->block_id == worker->block_id) {
            cell->set_bytes = (written ? cell->set_bytes | mask : cell->set_bytes & ~mask) & 15;
        }
    }
}

// Returns the number + 1 of a copy that is not used; 0: there is no memory for one more.
static unsigned take(struct async_copies *copies) {
    const unsigned number = copies->unused;
    if (number != 0) {
        copies->unused = copies->all[number - 1].next;
        return number;
    }
    if (!make_room(&copies->all, copies->count, &copies->capacity, BLOCK_THREADS_MAX, sizeof(*copies->all))) {
        return 0;
    }
    return ++copies->count;
}

void async_copy_begin(struct worker *worker, uintptr_t to, unsigned bytes, uint32_t pc) {
    bool inside;
    if (!shared_memory_contains(&worker->shared, to)) {
        return; // only copies to shared memory are asynchronous
    }
    shared_memory_find(&worker->shared, to, bytes, &inside);
    struct async_copies *copies = copies_of(worker);
    const unsigned number = inside ? take(copies) : 0;
    if (number == 0) {
        return; // it counts as complete
    }
    worker_break_pattern(worker);
    copies->all[number - 1] = (struct async_copy){.to = to,
                                                  .bytes = bytes,
                                                  .stage = copies->of[worker->current].commits,
                                                  .pc = pc,
                                                  .next = copies->of[worker->current].first};
    copies->of[worker->current].first = number;
    mark_written(worker, to, bytes, false);
}

void async_copy_commit(struct worker *worker) {
    copies_of(worker)->of[worker->current].commits++;
}

// The running thread has waited for its stages before number `end`.
static void wait_until(struct worker *worker, unsigned end) {
    struct async_copies *copies = copies_of(worker);
    unsigned *link = &copies->of[worker->current].first;
    while (*link != 0) {
        const unsigned number = *link;
        struct async_copy *copy = &copies->all[number - 1];
        if (copy->stage < end) {
            mark_written(worker, copy->to, copy->bytes, true);
            *link = copy->next;
            copy->next = copies->unused;
            copies->unused = number;
        } else {
            link = &copy->next;
        }
    }
    if (end > copies->of[worker->current].waited) {
        copies->of[worker->current].waited = end;
    }
}

void async_copy_wait_oldest(struct worker *worker) {
    const struct async_copies *copies = copies_of(worker);
    const unsigned commits = copies->of[worker->current].commits, waited = copies->of[worker->current].waited;
    wait_until(worker, waited < commits ? waited + 1 : commits);
}

void async_copy_wait_prior(struct worker *worker, size_t prior) {
    if (prior == 0) {
        async_copy_commit(worker);
    }
    const unsigned commits = copies_of(worker)->of[worker->current].commits;
    wait_until(worker, prior < commits ? commits - (unsigned)prior : 0);
}

const struct async_copy *async_copy_to(const struct worker *worker, uintptr_t word) {
    const struct async_copies *copies = &worker->copies;
    for (unsigned thread = 0; thread < worker->thread_count && copies->block == worker->begun_as; thread++) {
        for (unsigned number = copies->of[thread].first; number != 0; number = copies->all[number - 1].next) {
            const struct async_copy *copy = &copies->all[number - 1];
            if (copy->to < word + 4 && word < copy->to + copy->bytes) {
                return copy;
            }
        }
    }
    return NULL;
}
