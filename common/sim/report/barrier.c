#include "sim/report/barrier.h"

#include <stdio.h>

#include "sim/report/who.h"

static struct said name_thread(const struct report *report, unsigned thread) {
    return who_thread(report->launch, report->block_id, thread);
}

// Says that the thread waits at the place, or what else it does there.
static void say_place(const struct report *report, struct diagnostic_place *place, unsigned thread,
                      struct said_word what) {
    place->form = PLACE_ACT;
    say(&place->said, WORDS(what, PART(name_thread(report, thread))));
}

void report_divergence(struct report *report, const struct divergence *found) {
    struct diagnostic *made = report_add(report, DIAGNOSTIC_BARRIER, "", found->first_pc, found->other_pc);
    if (made == NULL) {
        return;
    }
    if (found->other_pc != 0) {
        say(&made->message, WORDS(TOPIC(TWO_BARRIERS)));
        say_place(report, &made->places[1], found->other, TOPIC(WAITS));
    } else {
        say(&made->message, WORDS(TOPIC(ONE_HAS_LEFT), NUMBER(found->waiting), NUMBER(found->thread_count),
                                  PART(name_thread(report, found->other))));
    }
    say_place(report, &made->places[0], found->first, TOPIC(WAITS));
}

// Says that the thread waits for a lane in vain.
static void say_lane(const struct report *report, struct diagnostic *made, unsigned thread, uint32_t mask,
                     unsigned other, struct said_word topic) {
    char name[16];
    snprintf(name, sizeof(name), "0x%08x", mask);
    say(&made->message,
        WORDS(topic, PART(name_thread(report, thread)), NUMBER(other % WARP_LANES), NAME(name)));
    made->mask = mask;
    say_place(report, &made->places[0], thread, TOPIC(WAITS));
}

void report_lanes_missing(struct report *report, unsigned thread, uint32_t pc, uint32_t mask, unsigned other,
                          uint32_t other_pc, bool at_barrier) {
    struct diagnostic *made = report_add(report, DIAGNOSTIC_SHUFFLE, "", pc, other_pc);
    if (made != NULL) {
        say_lane(report, made, thread, mask, other, TOPIC(LANE_WAITS_ELSEWHERE));
        say_place(report, &made->places[1], other, at_barrier ? TOPIC(WAITS_AT_BARRIER) : TOPIC(WAITS));
    }
}

void report_lane_gone(struct report *report, unsigned thread, uint32_t pc, uint32_t mask, unsigned other,
                      uint32_t other_pc) {
    struct diagnostic *made = report_add(report, DIAGNOSTIC_SHUFFLE, "", pc, other_pc);
    if (made != NULL) {
        say_lane(report, made, thread, mask, other, TOPIC(LANE_STAYS_AWAY));
        if (other_pc != 0) {
            say_place(report, &made->places[1], other, TOPIC(GOES_PAST));
        }
    }
}
