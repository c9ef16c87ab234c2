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
    snprintf(made->places[1].text, sizeof(made->places[1].text), "%s", second_text);
    return made;
}
