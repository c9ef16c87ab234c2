#include "sim/schedule/poll.h"

#include <string.h>

#include "sim/schedule/worker.h"

void poll_begin_block(struct worker *worker) {
    worker->poll.doubted = false;
    for (unsigned t = 0; t < worker->thread_count; t++) {
        worker->poll.threads[t].read_at = worker->poll.threads[t].waits_at = 0;
    }
}

static struct poll_thread *current_thread(struct worker *worker) {
    return &worker->poll.threads[worker->current];
}

// The last volatile writes of the word that is being checked.
static struct shadow_strong_write *writes_of(const struct worker *worker) {
    const uintptr_t offset = worker->poll.address - worker->shared.base;
    const struct shadow word = shadow_from(&worker->shared.shadow, offset);
    return shadow_strong_writes(&word)->kept;
}

// Of the block, since its last barrier?
static bool counts(const struct worker *worker, const struct shadow_strong_write *write) {
    return write->number != 0 && write->by.block_id == worker->block_id &&
           write->by.epoch >= worker->who.barrier_epoch;
}

// The volatile write that `earlier` is; NULL: it is another access.
static const struct shadow_strong_write *find_write(const struct worker *worker,
                                                    const struct access_record *earlier) {
    const struct shadow_strong_write *kept = writes_of(worker);
    for (unsigned i = 0; i < STRONG_WRITES_KEPT && counts(worker, &kept[i]); i++) {
        if (kept[i].by.thread == earlier->thread && kept[i].by.epoch == earlier->epoch &&
            kept[i].by.pc == earlier->pc && earlier->kind == ACCESS_WRITE) {
            return &kept[i];
        }
    }
    return NULL;
}

// The running thread knows all writes of the word so far.
static void know(struct worker *worker, uintptr_t address) {
    current_thread(worker)->seen_at = address / 4 * 4;
    current_thread(worker)->seen = worker->poll.writes;
}

static void put_back(struct poll *poll) {
    memcpy((void *)poll->race.address, &poll->newest, poll->race.bytes);
    poll->doubted = false;
}

void poll_settle(struct worker *worker) {
    struct poll *poll = &worker->poll;
    if (poll->doubted) {
        put_back(poll);
        report_race(&poll->race, DIAGNOSTIC_RACE_SHARED, &poll->earlier, poll->missing);
    }
}

void poll_pause(struct worker *worker) {
    if (worker->poll.doubted && worker->poll.race.thread == worker->current) {
        put_back(&worker->poll);
        know(worker, worker->poll.race.address);
    }
}

void poll_begin(struct worker *worker, uintptr_t address, unsigned bytes, bool reads, uint32_t pc) {
    struct poll *poll = &worker->poll;
    struct poll_thread *thread = current_thread(worker);
    const bool again =
        reads && thread->read_at == address && thread->pc == pc && thread->steps == worker->progress.steps;
    thread->looks = again ? thread->looks + 1 : 0;
    thread->read_at = reads ? address : 0;
    thread->pc = pc;
    thread->steps = worker->progress.steps;
    if (again && poll->doubted && poll->race.thread == worker->current) {
        put_back(poll);
        know(worker, address);
    }
    poll_settle(worker);
    poll->access = reads ? POLL_READ : POLL_WRITE;
    poll->address = address;
    poll->bytes = bytes;
}

bool poll_end(struct worker *worker) {
    struct poll *poll = &worker->poll;
    struct poll_thread *thread = current_thread(worker);
    const bool waits = poll->access == POLL_READ && thread->looks > POLLS_MAX;
    if (poll->access == POLL_WRITE && poll->address % 4 + poll->bytes <= 4) {
        struct shadow_strong_write *kept = writes_of(worker);
        memmove(&kept[1], &kept[0], (STRONG_WRITES_KEPT - 1) * sizeof(*kept));
        kept[0] = (struct shadow_strong_write){.by = {.block_id = worker->block_id,
                                                      .epoch = worker->who.epoch,
                                                      .pc = worker->who.pc,
                                                      .thread = worker->who.thread,
                                                      .kind = ACCESS_WRITE},
                                               .number = ++poll->writes,
                                               .before = *(const uint32_t *)(poll->address / 4 * 4)};
    }
    if (waits) {
        thread->waits_at = poll->address;
        thread->looks = 0;
    }
    poll->access = POLL_NONE;
    return waits;
}

void poll_continue(struct worker *worker) {
    struct poll_thread *thread = current_thread(worker);
    know(worker, thread->waits_at);
    thread->waits_at = 0;
    thread->steps = worker->progress.steps; // what others did in the meantime does not count
}

// Does the running thread know this write of the word that is being checked?
static bool knows(const struct worker *worker, const struct shadow_strong_write *write) {
    const struct poll_thread *thread = &worker->poll.threads[worker->current];
    return thread->seen_at == worker->poll.address / 4 * 4 && thread->seen >= write->number;
}

bool poll_excuses(const struct worker *worker, const struct access_record *earlier) {
    const struct poll *poll = &worker->poll;
    if (poll->access == POLL_NONE) {
        return false;
    }
    if (poll->access == POLL_WRITE && earlier->kind == ACCESS_READ) {
        return poll->threads[earlier->thread].waits_at == poll->address;
    }
    const struct shadow_strong_write *write = find_write(worker, earlier);
    return write != NULL && knows(worker, write);
}

bool poll_doubts(struct worker *worker, const struct wrong_access *race, const struct access_record *earlier,
                 enum missing_order missing) {
    struct poll *poll = &worker->poll;
    if (poll->access != POLL_READ || poll->address % 4 + poll->bytes > 4 ||
        find_write(worker, earlier) == NULL) {
        return false;
    }
    const struct shadow_strong_write *kept = writes_of(worker);
    unsigned oldest = 0; // that the thread does not know
    while (oldest + 1 < STRONG_WRITES_KEPT && counts(worker, &kept[oldest + 1]) &&
           !knows(worker, &kept[oldest + 1])) {
        oldest++;
    }
    const char *older = (const char *)&kept[oldest].before + poll->address % 4;
    if (memcmp(older, (const void *)poll->address, poll->bytes) == 0) {
        return false;
    }
    poll->doubted = true;
    poll->race = *race;
    poll->race.address = poll->address;
    poll->race.bytes = poll->bytes;
    poll->earlier = *earlier;
    poll->missing = missing;
    memcpy(&poll->newest, (const void *)poll->address, poll->bytes);
    memcpy((void *)poll->address, older, poll->bytes);
    return true;
}
