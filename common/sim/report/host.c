#include "sim/report/host.h"

#include <stdarg.h>
#include <stdio.h>

struct report host_report;

struct diagnostic *report_host(enum diagnostic_class class_, const char *array, uint32_t pc,
                               uint32_t second_pc, const char *second_text, const char *message, ...) {
    struct diagnostic *made = report_add(&host_report, class_, array, pc, second_pc);
    if (made == NULL) {
        return NULL;
    }
    va_list values;
    va_start(values, message);
    vsnprintf(made->message, sizeof(made->message), message, values);
    va_end(values);
    made->places[1].form = second_text[0] != '\0' ? PLACE_WHOLE : PLACE_ALSO;
    snprintf(made->places[1].text, sizeof(made->places[1].text), "%s", second_text);
    return made;
}

void report_host_move(unsigned at) {
    struct report_entry last = host_report.entries[host_report.count - 1];
    for (unsigned i = host_report.count - 1; i > at; i--) {
        host_report.entries[i] = host_report.entries[i - 1];
    }
    host_report.entries[at] = last;
}
