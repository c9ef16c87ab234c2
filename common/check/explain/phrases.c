#include "check/explain/phrases.h"

#include <stdarg.h>
#include <stdio.h>

static void add_phrase(struct phrases *phrases, enum hypothesis_topic topic, const char *format,
                       va_list arguments) {
    if (phrases->count < HYPOTHESIS_MAX) {
        struct hypothesis *added = &phrases->found[phrases->count++];
        added->topic = topic;
        added->format = format;
        vsnprintf(added->text, sizeof(added->text), format, arguments);
    }
}

void phrases_add(struct phrases *phrases, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add_phrase(phrases, HYPOTHESIS_OTHER, format, arguments);
    va_end(arguments);
}

void phrases_add_about(struct phrases *phrases, enum hypothesis_topic topic, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add_phrase(phrases, topic, format, arguments);
    va_end(arguments);
}

const char *phrases_factor(unsigned times, char text[PHRASES_FACTOR_SIZE]) {
    text[0] = '\0';
    if (times != 1) {
        snprintf(text, PHRASES_FACTOR_SIZE, "%u times ", times);
    }
    return text;
}
