#include "sim/report/barrier.h"

#include <stdio.h>

#include "sim/schedule/block.h"

void divergent_report(struct worker *worker) {
    const struct lane *first = NULL, *other = NULL, *gone = NULL;
    for (unsigned t = 0; t < worker->thread_count; t++) {
        const struct lane *lane = &worker->lanes[t];
        if (lane->state == LANE_DONE) {
            gone = gone == NULL ? lane : gone;
        } else if (first == NULL) {
            first = lane;
        } else if (lane->pc != first->pc && other == NULL) {
            other = lane;
        }
    }
    bool is_new;
    struct report_entry *entry = report_add(&worker->report, DIAGNOSTIC_BARRIER, "", first->pc,
                                            other == NULL ? 0 : other->pc, worker->serial, &is_new);
    if (entry == NULL || !is_new) {
        return;
    }
    struct diagnostic *made = &entry->diagnostic;
    char name[96], other_name[96];
    block_name_thread(worker->launch, worker->serial, (unsigned)(first - worker->lanes), name, sizeof(name));
    const struct lane *second = other != NULL ? other : gone;
    block_name_thread(worker->launch, worker->serial, (unsigned)(second - worker->lanes), other_name,
                      sizeof(other_name));
    if (other != NULL) {
        snprintf(made->message, sizeof(made->message), "threads of one block wait at two different barriers");
        snprintf(made->places[1].text, sizeof(made->places[1].text), "%s waits here", other_name);
    } else {
        snprintf(made->message, sizeof(made->message),
                 "%u of %u threads wait%s here, but %s has already left the kernel", worker->at_barrier,
                 worker->thread_count, worker->at_barrier == 1 ? "s" : "", other_name);
    }
    snprintf(made->places[0].text, sizeof(made->places[0].text), "%s waits here", name);
}
