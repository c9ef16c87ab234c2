#include "sim/report/streams.h"

#include <stdio.h>
#include <string.h>

#include "sim/report/host.h"

static struct said_word verb_of(struct use use) {
    return use.operation->verb != TOPIC_NONE ? A_TOPIC(use.operation->verb)
           : use.writes                      ? TOPIC(WRITES)
                                             : TOPIC(READS);
}

static enum diagnostic_act act_of(struct use use) {
    return use.operation->verb != TOPIC_NONE ? ACT_OTHER : use.writes ? ACT_WRITES : ACT_READS;
}

// "d_a" of "d_a[3]".
static void name_array(const char *place, char name[48]) {
    snprintf(name, 48, "%.*s", (int)strcspn(place, "["), place);
}

// Says at a place what the operation does to the memory.
static void say_use(struct diagnostic_place *place, struct use use) {
    place->act = act_of(use);
    say(&place->said, WORDS(TOPIC(DOES_IT), NAME(use.operation->name), verb_of(use)));
}

void report_stream_race(struct report *report, const char *place, struct use later, struct use earlier) {
    char name[48];
    name_array(place, name);
    struct diagnostic *made =
        report_add(report, DIAGNOSTIC_RACE_STREAMS, name, later.operation->pc, earlier.operation->pc);
    if (made == NULL) {
        return;
    }
    say(&made->message, WORDS(TOPIC(STREAMS_RACE), NAME(place), NAME(earlier.operation->name),
                              verb_of(earlier), NAME(later.operation->name), verb_of(later)));
    say_use(&made->places[0], later);
    say_use(&made->places[1], earlier);
}

void report_host_too_early(const char *place, struct use use, bool host_reads, uint32_t pc) {
    char name[48];
    name_array(place, name);
    struct diagnostic *made =
        report_host(DIAGNOSTIC_RACE_HOST, name, pc, use.operation->pc, NOTHING,
                    WORDS(use.writes ? TOPIC(MAY_STILL_WRITE) : TOPIC(MAY_STILL_READ),
                          host_reads ? TOPIC(READS) : TOPIC(WRITES), NAME(place), NAME(use.operation->name)));
    if (made != NULL) {
        say_use(&made->places[1], use);
    }
}

void report_result_too_early(const char *place, const struct operation *operation) {
    char name[48];
    name_array(place, name);
    report_host(DIAGNOSTIC_RACE_HOST, name, operation->pc, 0, NOTHING,
                WORDS(TOPIC(MAY_WRITE_AFTER_RETURN), NAME(operation->name), NAME(place)));
}

void report_changed_early(const char *place, const struct operation *operation) {
    report_host(DIAGNOSTIC_RACE_HOST, place, operation->pc, 0, NOTHING,
                WORDS(TOPIC(CHANGED_BEFORE_WAIT), NAME(operation->name), NAME(place)));
}
