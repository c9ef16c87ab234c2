#include "sim/report/thread.h"

#include "sim/report/who.h"

struct diagnostic *report_thread(struct report *report, enum diagnostic_class class_, unsigned thread,
                                 uint32_t pc, const struct said_word *words) {
    struct diagnostic *made = report_add(report, class_, "", pc, 0);
    if (made != NULL) {
        const struct said who = who_thread(report->launch, report->block_id, thread);
        say_of(&made->message, &who, words);
    }
    return made;
}

void report_spinning(struct report *report, unsigned thread, uint32_t pc, uint32_t last_pc) {
    struct diagnostic *made = report_add(report, DIAGNOSTIC_ENDLESS_LOOP, "", pc, 0);
    if (made != NULL) {
        const struct launch *launch = report->launch;
        const uint64_t all = launch->place_count, left = all - atomic_load(&launch->begun);
        const struct said who = who_thread(launch, report->block_id, thread);
        if (left > 0) {
            say_of(&made->message, &who,
                   WORDS(last_pc != 0 ? TOPIC(SPINS_ON_OTHER_VALUE_BEFORE) : TOPIC(SPINS_BEFORE),
                         NUMBER(left), NUMBER(all)));
        } else {
            say_of(&made->message, &who, WORDS(last_pc != 0 ? TOPIC(SPINS_ON_OTHER_VALUE) : TOPIC(SPINS)));
        }
        made->near_pc = last_pc;
    }
}

void report_shared_full(struct report *report, uint32_t pc, size_t bytes, size_t most) {
    const struct launch *launch = report->launch;
    struct diagnostic *made = report_add(report, DIAGNOSTIC_LAUNCH, launch->kernel, launch->pc, pc);
    if (made != NULL) {
        say(&made->message, WORDS(TOPIC(NEEDS_SHARED), NAME(launch->kernel), NUMBER(bytes), NUMBER(most)));
        say(&made->places[1].said, WORDS(TOPIC(NO_ROOM)));
    }
}

void report_over_bounds(struct report *report, unsigned most) {
    const struct launch *launch = report->launch;
    struct diagnostic *made = report_add(report, DIAGNOSTIC_LAUNCH, launch->kernel, launch->pc, 0);
    if (made != NULL) {
        say(&made->message, WORDS(TOPIC(OVER_LAUNCH_BOUNDS), NAME(launch->kernel),
                                  NUMBER(launch->block.x * launch->block.y * launch->block.z), NUMBER(most)));
    }
}
