#include "sim/schedule/spin.h"

#include "sim/schedule/workers.h"

// Two of each lane of a warp.
enum { WORDS_TOGETHER_MAX = 64 };

bool spin_too_long(struct worker *worker, uintptr_t address, enum access_kind kind) {
    if (kind != ACCESS_ATOMIC && !(access_strong(kind) && access_reads(kind))) {
        return false;
    }
    struct spin *spin = &worker->spin;
    if (spin->looks_step != worker->progress.steps) {
        spin->looks_step = worker->progress.steps;
        spin->looks = 0;
        spin->lowest = spin->highest = address;
    } else if (address < spin->lowest || address > spin->highest) {
        spin->lowest = address < spin->lowest ? address : spin->lowest;
        spin->highest = address > spin->highest ? address : spin->highest;
        spin->looks = 0; // for other words it no longer waits
        return false;
    }
    return ++spin->reads > POLLS_MAX || ++spin->looks > LOOKS_MAX;
}

bool spin_waits(const struct worker *worker) {
    uint32_t lanes = 0;
    for (unsigned w = 0; w < worker->warp_count; w++) {
        lanes |= worker->warps[w].polling;
    }
    return lanes != 0;
}

// Another block's store?
static bool is_store(const struct worker *worker, const struct shadow_strong_write *write) {
    const enum access_kind kind = write->by.kind;
    const struct launch *launch = worker->launch;
    return write->number != 0 && write->by.block_id - launch->first_block < launch->block_count &&
           write->by.block_id != worker->block_id &&
           (kind == ACCESS_STRONG_WRITE || kind == ACCESS_ATOMIC_WRITE || access_exchanges(kind));
}

bool spin_waits_again(const struct worker *worker) {
    const uintptr_t first = worker->spin.lowest & ~(uintptr_t)3, last = worker->spin.highest & ~(uintptr_t)3;
    bool inside;
    const struct allocation *found = global_memory_find(first, last - first + 4, &inside);
    if (!inside || found->is_input || last - first >= WORDS_TOGETHER_MAX * 4) {
        return false;
    }
    for (uintptr_t word = first; word <= last; word += 4) {
        const struct shadow shadow = shadow_from(&found->shadow, word - found->base);
        if (!is_store(worker, &shadow_strong_writes(&shadow)->kept[0])) {
            return false;
        }
    }
    return true;
}

unsigned spin_first_thread(const struct worker *worker) {
    unsigned thread = 0;
    while (worker->lanes[thread].state != LANE_POLL) {
        thread++;
    }
    return thread;
}

bool spin_end_turn(struct worker *worker, uint64_t steps_before) {
    struct spin *spin = &worker->spin;
    unsigned progress = atomic_load(&worker->launch->progress);
    if (worker->progress.steps != steps_before || progress != atomic_load(&spin->stuck_progress)) {
        atomic_store(&spin->stuck, 0);
        atomic_store(&spin->stuck_progress, progress);
        return true;
    }
    atomic_fetch_add(&spin->stuck, 1);
    return false;
}

// Has the worker spun for so many rounds since the launch's last progress?
static bool stuck_for(const struct worker *worker, unsigned rounds) {
    return atomic_load(&worker->spin.stuck) >= rounds &&
           atomic_load(&worker->spin.stuck_progress) == atomic_load(&worker->launch->progress);
}

bool spin_in_vain(const struct worker *worker) {
    return stuck_for(worker, IN_VAIN_ROUNDS);
}

bool spin_is_endless(const struct worker *worker) {
    for (unsigned i = 0; i < worker_count() && stuck_for(worker, STUCK_ROUNDS); i++) {
        if (worker_at(i)->busy && !atomic_load(&worker_at(i)->gate.meets) &&
            !stuck_for(worker_at(i), STUCK_ROUNDS)) {
            return false;
        }
    }
    return stuck_for(worker, STUCK_ROUNDS);
}

uint32_t spin_last_write(const struct worker *worker) {
    const uintptr_t word = worker->spin.lowest & ~(uintptr_t)3;
    bool inside;
    const struct allocation *found = global_memory_find(word, 4, &inside);
    if (worker->spin.lowest != worker->spin.highest || !inside || found->is_input) {
        return 0; // threads that look at several words may wait for any of them
    }
    const struct shadow shadow = shadow_from(&found->shadow, word - found->base);
    const struct shadow_strong_write *last = &shadow_strong_writes(&shadow)->kept[0];
    return last->number == 0 ? 0 : last->by.pc;
}
