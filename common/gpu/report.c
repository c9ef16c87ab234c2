#include "gpu/report.h"

#include <stdarg.h>
#include <stdio.h>

static const struct device_sink *sink;
static unsigned launches;

void gpu_report_begin(const struct device_sink *to) {
    sink = to;
    launches = 0;
}

const struct device_sink *gpu_report_sink(void) {
    return sink;
}

unsigned gpu_report_launch(void) {
    return ++launches;
}

unsigned gpu_report_launches(void) {
    return launches;
}

void gpu_report(enum diagnostic_class class_, const char *array, const char *format, ...) {
    struct diagnostic made = {.count = 1, .class_ = class_, .launch = launches};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(made.message, sizeof(made.message), format, arguments);
    va_end(arguments);
    snprintf(made.array, sizeof(made.array), "%s", array);
    sink->diagnostic(&made);
}
