#include "check/judge/remark.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void remark_missing(struct finding *finding, const char *format, ...) {
    va_list values;
    va_start(values, format);
    vsnprintf(finding->diagnostic.missing, sizeof(finding->diagnostic.missing), format, values);
    va_end(values);
}

void remark_add(struct finding *finding, const char *format, ...) {
    const size_t end = strlen(finding->added);
    va_list values;
    va_start(values, format);
    vsnprintf(finding->added + end, sizeof(finding->added) - end, format, values);
    va_end(values);
}

void remark_names(struct finding *finding, int line) {
    for (size_t i = 0; i < FINDING_NAMED; i++) {
        if (finding->named[i] == 0 || finding->named[i] == line) {
            finding->named[i] = line;
            return;
        }
    }
}

void remark_show(struct finding *finding, int line, const char *format, ...) {
    va_list values;
    va_start(values, format);
    vsnprintf(finding->said, sizeof(finding->said), format, values);
    va_end(values);
    finding->call = finding->places[0];
    finding->call.line = line;
    finding->call.column = 0;
}

bool remark_in_one_file(const struct source_place *a, const struct source_place *b) {
    return a->line > 0 && b->line > 0 && strcmp(a->file, b->file) == 0;
}

const char *remark_message(const struct finding *finding, char text[FINDING_MESSAGE]) {
    const struct diagnostic *diagnostic = &finding->diagnostic;
    char line[24] = "", launch[120] = "";
    if (finding->launch_line > 0) {
        snprintf(line, sizeof(line), ", line %d", finding->launch_line);
    }
    if (finding->of_launch) {
        snprintf(launch, sizeof(launch), " (launch %u, %s%s)", diagnostic->launch, diagnostic->kernel, line);
    }
    snprintf(text, FINDING_MESSAGE, "%s%s%s%s", diagnostic->message, diagnostic->missing, finding->added,
             launch);
    return text;
}

const char *remark_place(const struct diagnostic_place *place, char text[REMARK_PLACE]) {
    snprintf(text, REMARK_PLACE, "%s%s", place->text, place->form == PLACE_ACT ? " here" : "");
    return text;
}
