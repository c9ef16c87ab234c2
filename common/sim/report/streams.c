#include "sim/report/streams.h"

#include <stdio.h>
#include <string.h>

#include "sim/report/host.h"

static const char *verb_of(struct use use) {
    return use.operation->verb != NULL ? use.operation->verb : use.writes ? "writes" : "reads";
}

static enum diagnostic_act act_of(struct use use) {
    return use.operation->verb != NULL ? ACT_OTHER : use.writes ? ACT_WRITES : ACT_READS;
}

// "d_a" of "d_a[3]".
static void name_array(const char *place, char name[48]) {
    snprintf(name, 48, "%.*s", (int)strcspn(place, "["), place);
}

void report_stream_race(struct report *report, const char *place, struct use later, struct use earlier) {
    char name[48];
    name_array(place, name);
    struct diagnostic *made =
        report_add(report, DIAGNOSTIC_RACE_STREAMS, name, later.operation->pc, earlier.operation->pc);
    if (made == NULL) {
        return;
    }
    said_print(&made->message, "%s: %s %s it and, in another stream, %s %s it, and nothing orders the two",
               place, earlier.operation->name, verb_of(earlier), later.operation->name, verb_of(later));
    made->places[0].act = act_of(later);
    made->places[1].act = act_of(earlier);
    said_print(&made->places[0].said, "%s %s it", later.operation->name, verb_of(later));
    said_print(&made->places[1].said, "%s %s it", earlier.operation->name, verb_of(earlier));
}

void report_host_too_early(const char *place, struct use use, bool host_reads, uint32_t pc) {
    char name[48], second[120];
    name_array(place, name);
    snprintf(second, sizeof(second), "%s %s it", use.operation->name, verb_of(use));
    struct diagnostic *made = report_host_print(
        DIAGNOSTIC_RACE_HOST, name, pc, use.operation->pc, second,
        "host code %s %s, which %s may still %s: the host has not waited for it",
        host_reads ? "reads" : "writes", place, use.operation->name, use.writes ? "write" : "read");
    if (made != NULL) {
        made->places[1].act = act_of(use);
        made->places[1].form = PLACE_ALSO;
    }
}

void report_result_too_early(const char *place, const struct operation *operation) {
    char name[48];
    name_array(place, name);
    report_host_print(
        DIAGNOSTIC_RACE_HOST, name, operation->pc, 0, "",
        "%s may still write %s when the function has returned: nothing waits for it, and a copy of the "
        "result does not wait for its stream",
        operation->name, place);
}

void report_changed_early(const char *place, const struct operation *operation) {
    report_host_print(DIAGNOSTIC_RACE_HOST, place, operation->pc, 0, "",
                      "%s reads %s, which the host has changed before it waited for the copy",
                      operation->name, place);
}
