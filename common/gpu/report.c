#include "gpu/report.h"

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

static void send(struct diagnostic made, const char *array, const struct said_word *words) {
    made.count = 1;
    made.launch = launches;
    say(&made.message, words);
    snprintf(made.array, sizeof(made.array), "%s", array);
    sink->diagnostic(&made);
}

void gpu_report(enum diagnostic_class class_, const char *array, const struct said_word *words) {
    send((struct diagnostic){.class_ = class_}, array, words);
}

void gpu_report_outside(const char *array, size_t bytes, const struct said_word *words) {
    send((struct diagnostic){.class_ = DIAGNOSTIC_OUT_OF_BOUNDS, .array_bytes = bytes}, array, words);
}
