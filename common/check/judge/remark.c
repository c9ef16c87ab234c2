#include "check/judge/remark.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void remark_end(struct diagnostic *diagnostic, size_t at, const char *format, ...) {
    va_list values;
    va_start(values, format);
    if (at < sizeof(diagnostic->message)) {
        vsnprintf(diagnostic->message + at, sizeof(diagnostic->message) - at, format, values);
    }
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
