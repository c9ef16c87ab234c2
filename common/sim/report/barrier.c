#include "sim/report/barrier.h"

#include <stdio.h>

#include "sim/report/thread_name.h"

enum { NAME_BYTES = 96 };

static const char *name_thread(const struct report *report, unsigned thread, char text[NAME_BYTES]) {
    return thread_name(report->launch, report->block_id, thread, text, NAME_BYTES);
}

static void say_place(const struct report *report, struct diagnostic_place *place, unsigned thread) {
    char name[NAME_BYTES];
    place->form = PLACE_ACT;
    snprintf(place->text, sizeof(place->text), "%s waits", name_thread(report, thread, name));
}

void report_divergence(struct report *report, const struct divergence *found) {
    struct diagnostic *made = report_add(report, DIAGNOSTIC_BARRIER, "", found->first_pc, found->other_pc);
    if (made == NULL) {
        return;
    }
    char other[NAME_BYTES];
    if (found->other_pc != 0) {
        snprintf(made->message, sizeof(made->message), "threads of one block wait at two different barriers");
        made->topic = TOPIC_TWO_BARRIERS;
        say_place(report, &made->places[1], found->other);
    } else {
        snprintf(made->message, sizeof(made->message),
                 "%u of %u threads wait%s here, but %s has already left the kernel", found->waiting,
                 found->thread_count, found->waiting == 1 ? "s" : "",
                 name_thread(report, found->other, other));
    }
    say_place(report, &made->places[0], found->first);
}

void report_lanes_missing(struct report *report, unsigned thread, uint32_t pc, uint32_t mask, unsigned other,
                          uint32_t other_pc, bool at_barrier) {
    struct diagnostic *made = report_add(report, DIAGNOSTIC_SHUFFLE, "", pc, other_pc);
    if (made != NULL) {
        char name[NAME_BYTES];
        snprintf(made->message, sizeof(made->message),
                 "%s waits for lane %u, which its mask 0x%08x names, but that lane waits elsewhere",
                 name_thread(report, thread, name), other % WARP_LANES, mask);
        made->mask = mask;
        say_place(report, &made->places[0], thread);
        say_place(report, &made->places[1], other);
        if (at_barrier) {
            made->topic = TOPIC_AT_BARRIER;
            snprintf(made->places[1].text, sizeof(made->places[1].text), "%s waits at a barrier of the block",
                     name_thread(report, other, name));
        }
    }
}

void report_lane_gone(struct report *report, unsigned thread, uint32_t pc, uint32_t mask, unsigned other,
                      uint32_t other_pc) {
    struct diagnostic *made = report_add(report, DIAGNOSTIC_SHUFFLE, "", pc, other_pc);
    if (made != NULL) {
        char name[NAME_BYTES];
        snprintf(made->message, sizeof(made->message),
                 "%s waits for lane %u, which its mask 0x%08x names, but that lane does not come here",
                 name_thread(report, thread, name), other % WARP_LANES, mask);
        made->mask = mask;
        say_place(report, &made->places[0], thread);
        if (other_pc != 0) {
            made->places[1].form = PLACE_ACT;
            snprintf(made->places[1].text, sizeof(made->places[1].text), "%s goes past it",
                     name_thread(report, other, name));
        }
    }
}
