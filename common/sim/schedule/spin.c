#include "sim/schedule/spin.h"

#include <sched.h>
#include <stdio.h>

#include "sim/schedule/block.h"
#include "sim/schedule/grid.h"
#include "sim/schedule/together.h"

// Has the worker polled in vain for so many rounds, since the last that there was to be seen?
static bool stuck_for(const struct worker *worker, unsigned rounds) {
    return atomic_load(&worker->stuck) >= rounds &&
           atomic_load(&worker->stuck_news) == atomic_load(&worker->launch->news);
}

bool poll_in_vain(const struct worker *worker) {
    return stuck_for(worker, IN_VAIN_ROUNDS);
}

static bool is_stuck(const struct worker *worker) {
    return stuck_for(worker, STUCK_ROUNDS);
}

// Nobody else is left who could write what this worker's threads poll for.
static bool all_stuck(struct worker *worker) {
    for (unsigned i = 0; i < grid_workers() && is_stuck(worker); i++) {
        if (grid_worker(i)->busy && !is_stuck(grid_worker(i))) {
            return false;
        }
    }
    return is_stuck(worker);
}

void poll_report(struct worker *worker) {
    unsigned thread = 0;
    while (worker->lanes[thread].state != LANE_POLL) {
        thread++;
    }
    bool is_new;
    struct report_entry *entry = report_add(&worker->report, DIAGNOSTIC_ENDLESS_LOOP, "",
                                            worker->lanes[thread].pc, 0, worker->serial, &is_new);
    if (entry != NULL && is_new) {
        char name[96];
        block_name_thread(worker->launch, worker->serial, thread, name, sizeof(name));
        snprintf(entry->diagnostic.message, sizeof(entry->diagnostic.message),
                 "%s reads this again and again, but no block that runs will ever write it", name);
    }
    int none = 0;
    atomic_compare_exchange_strong(&worker->launch->error, &none, 702); // cudaErrorLaunchTimeout
    worker->abandoned = true;
}

bool poll_again(struct worker *worker, uint64_t steps_before) {
    unsigned news = atomic_load(&worker->launch->news);
    if (worker->steps != steps_before || news != atomic_load(&worker->stuck_news)) {
        atomic_store(&worker->stuck, 0);
        atomic_store(&worker->stuck_news, news);
    } else {
        atomic_fetch_add(&worker->stuck, 1);
        hold_in_vain(worker);
        sched_yield();
    }
    if (all_stuck(worker) || atomic_load(&worker->launch->error) != 0) {
        return false;
    }
    for (unsigned w = 0; w < worker->warp_count; w++) {
        block_resume(worker, &worker->warps[w], &worker->warps[w].polling);
    }
    return true;
}

bool poll_waits(const struct worker *worker) {
    uint32_t lanes = 0;
    for (unsigned w = 0; w < worker->warp_count; w++) {
        lanes |= worker->warps[w].polling;
    }
    return lanes != 0;
}
