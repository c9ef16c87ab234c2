#include "check/judge/behind.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "regions/origins.h"
#include "regions/results.h"
#include "regions/structure.h"

void behind_add(struct finding *finding, const char *file, int line, const char *format, ...) {
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
    va_list values;
    va_start(values, format);
    vsnprintf(made->text, sizeof(made->text), format, values);
    va_end(values);
}

static void find(struct finding *finding, enum origins_of of, size_t most) {
    const struct source_place *place = &finding->places[0];
    struct result results[FINDING_BEHIND];
    const size_t count =
        place->line == 0 || place->done > 0
            ? 0
            : results_find(place->file, place->line, of, finding->diagnostic.kernel, results, most);
    for (size_t i = 0; i < count; i++) {
        const struct result *made = &results[i];
        if (made->array[0] != '\0') {
            behind_add(finding, place->file, made->line, "%s comes from here", made->array);
        } else if (of == ORIGINS_OF_INDEX) {
            behind_add(finding, place->file, made->line,
                       made->returns ? "%s() returns the index here" : "%s() makes the index here",
                       made->function);
        } else {
            behind_add(finding, place->file, made->line, "%s() makes the value here", made->function);
        }
    }
}

void behind_find_value(struct finding *finding) {
    find(finding, ORIGINS_OF_VALUE, FINDING_BEHIND - 1);
}

// The outermost call in the student's file that led to the launch, if it is in a loop. Returns the loop.
static const struct block *find_loop(const struct case_outcome *run, const struct source *source,
                                     const struct finding *finding, struct source_place *call) {
    const uint32_t number = finding->diagnostic.launch;
    const struct launch_record *launch =
        number > 0 && number <= run->launch_count ? &run->launches[number - 1].record : NULL;
    const struct structure *structure =
        launch == NULL || finding->places[0].line == 0 ? NULL : structure_of(finding->places[0].file);
    struct source_place place;
    call->line = 0;
    for (int i = 0; i < LAUNCH_CALLS && structure != NULL && launch->calls[i] != 0; i++) {
        if (source_find(source, launch->calls[i], &place) &&
            strcmp(place.file, finding->places[0].file) == 0) {
            *call = place;
        }
    }
    return call->line == 0 ? NULL : structure_loop(structure, &call->line, 1);
}

void behind_find_index(const struct case_outcome *run, const struct source *source, struct finding *finding) {
    struct source_place call;
    const struct block *loop = find_loop(run, source, finding, &call);
    find(finding, ORIGINS_OF_INDEX, loop != NULL ? FINDING_BEHIND - 2 : FINDING_BEHIND - 1);
    if (loop != NULL) {
        behind_add(finding, call.file, call.line, "this call leads to the launch");
        behind_add(finding, call.file, loop->head, "does this loop take the right steps?");
    }
}

void behind_find_use(struct finding *finding) {
    const struct source_place *place = &finding->places[0];
    if (place->line > 0 && place->done == 0) {
        behind_add(finding, place->file, results_use(place->file, place->line),
                   "the value that it gets is used here");
    }
}

bool behind_index_is_computed(const struct finding *finding) {
    const struct source_place *place = &finding->places[0];
    return origins_index_is_computed(place->file, place->line, finding->diagnostic.array);
}

bool behind_asks_for_index(const struct finding *finding) {
    const enum diagnostic_class class_ = finding->diagnostic.class_;
    return class_ == DIAGNOSTIC_OUT_OF_BOUNDS || finding->diagnostic.topic == TOPIC_INDEX ||
           (class_ == DIAGNOSTIC_RACE_GLOBAL && finding->places[0].line == finding->places[1].line);
}
