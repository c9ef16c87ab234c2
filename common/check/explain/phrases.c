#include "check/explain/phrases.h"

#include <stdarg.h>
#include <stdio.h>

void phrases_add(struct phrases *phrases, const char *format, ...) {
    if (phrases->count == HYPOTHESIS_MAX) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(phrases->texts[phrases->count++], HYPOTHESIS_SIZE, format, arguments);
    va_end(arguments);
}
