#include "sim/report/host.h"

struct report host_report;

struct diagnostic *report_host(enum diagnostic_class class_, const char *array, uint32_t pc,
                               uint32_t second_pc, struct said_word second, const struct said_word *words) {
    struct diagnostic *made = report_add(&host_report, class_, array, pc, second_pc);
    if (made != NULL) {
        say(&made->message, words);
        made->places[1].form = second.kind == WORD_END ? PLACE_ALSO : PLACE_WHOLE;
        if (second.kind != WORD_END) {
            say(&made->places[1].said, WORDS(second));
        }
    }
    return made;
}

void report_host_move(unsigned at) {
    struct report_entry last = host_report.entries[host_report.count - 1];
    for (unsigned i = host_report.count - 1; i > at; i--) {
        host_report.entries[i] = host_report.entries[i - 1];
    }
    host_report.entries[at] = last;
}
