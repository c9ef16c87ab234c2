#include "check/judge/behind.h"

#include <stdio.h>
#include <string.h>

#include "regions/origins.h"

void behind_add(struct finding *finding, const char *file, int line, const struct said_word *words) {
    bool known = line == 0 || finding->behind_count == FINDING_BEHIND ||
                 (finding->call.line == line && strcmp(finding->call.file, file) == 0);
    for (int i = 0; i < 2; i++) {
        known |= finding->places[i].line == line && strcmp(finding->places[i].file, file) == 0;
    }
    for (size_t i = 0; i < finding->behind_count; i++) {
        known |= finding->behind[i].place.line == line && strcmp(finding->behind[i].place.file, file) == 0;
    }
    if (known) {
        return;
    }
    struct behind *made = &finding->behind[finding->behind_count++];
    *made = (struct behind){.place.line = line};
    snprintf(made->place.file, sizeof(made->place.file), "%s", file);
    say(&made->said, words);
}

bool behind_index_is_computed(const struct finding *finding) {
    const struct source_place *place = &finding->places[0];
    return origins_index_is_computed(place->file, place->line, finding->diagnostic.array);
}

bool behind_asks_for_index(const struct finding *finding) {
    const enum diagnostic_class class_ = finding->diagnostic.class_;
    return class_ == DIAGNOSTIC_OUT_OF_BOUNDS ||
           said_topic(&finding->diagnostic.missing) == TOPIC_RACE_OF_INDEX ||
           (class_ == DIAGNOSTIC_RACE_GLOBAL && finding->places[0].line == finding->places[1].line);
}
