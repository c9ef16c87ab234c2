#include "check/runner/counter_names.h"

#include <string.h>

const char *const counter_names[COUNTER_COUNT] = {
#define COUNTER_NAME(name, title, definition) #name,
    COUNTERS(COUNTER_NAME)
#undef COUNTER_NAME
};

const char *const counter_titles[COUNTER_COUNT] = {
#define COUNTER_TITLE(name, title, definition) title,
    COUNTERS(COUNTER_TITLE)
#undef COUNTER_TITLE
};

const char *const counter_definitions[COUNTER_COUNT] = {
#define COUNTER_DEFINITION(name, title, definition) definition,
    COUNTERS(COUNTER_DEFINITION)
#undef COUNTER_DEFINITION
};

int counter_index(const char *name) {
    for (int i = 0; i < COUNTER_COUNT; i++) {
        if (strcmp(counter_names[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

uint64_t counter_value(const struct counters *counters, int index) {
    uint64_t value;
    memcpy(&value, (const char *)counters + sizeof(uint64_t) * (size_t)index, sizeof(value));
    return value;
}

void counters_add(struct counters *sum, const struct counters *more) {
#define COUNTER_ADD(name, title, definition) sum->name += more->name;
    COUNTERS(COUNTER_ADD)
#undef COUNTER_ADD
}
