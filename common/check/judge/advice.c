#include "check/judge/advice.h"

#include <string.h>

#include "regions/around.h"
#include "regions/origins.h"

static bool is_outside(const struct finding *findings, size_t count, const struct finding *race) {
    for (size_t i = 0; i < count; i++) {
        if (findings[i].diagnostic.class_ == DIAGNOSTIC_OUT_OF_BOUNDS &&
            strcmp(findings[i].diagnostic.array, race->diagnostic.array) == 0 &&
            findings[i].places[0].line == race->places[0].line) {
            return true;
        }
    }
    return false;
}

// Is a variable of the index set in the loop around the place, and not only in its head?
static bool is_computed_in_loop(const struct source_place *place) {
    enum { AROUND_MAX = 4 };
    struct around around[AROUND_MAX];
    struct origins origins = {.count = 0};
    const size_t count = around_find(place->file, place->line, around, AROUND_MAX);
    origins_add(place->file, place->line, ORIGINS_OF_INDEX, NULL, 0, &origins);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < origins.count && around[i].kind == CONDITION_LOOP; k++) {
            if (origins.lines[k].direct && !origins.lines[k].loop && around[i].line < origins.lines[k].line &&
                origins.lines[k].line < place->line) {
                return true;
            }
        }
    }
    return false;
}

static bool is_below_condition(const struct source_place *place) {
    struct around around;
    return around_find(place->file, place->line, &around, 1) > 0 && around.kind != CONDITION_LOOP;
}

void advice_drop(struct finding *findings, size_t count, bool reduces) {
    for (size_t i = 0; i < count; i++) {
        struct finding *race = &findings[i];
        if (race->advises && (is_outside(findings, count, race) || is_computed_in_loop(&race->places[0]) ||
                              (reduces && is_below_condition(&race->places[0])))) {
            race->advises = false;
        }
    }
}
