// What decides how often a line runs.
#include <stdio.h>
#include <string.h>

#include "check/report/limit_place.h"
#include "text/translation.h"

static void print_one(const struct cost *cost, const struct source_place *place, const struct decision *one) {
    struct source_place at = *place;
    char text[160];
    const char *format =
        one->kind == DECISION_TRUE    ? _("only threads for which this condition is true reach line %d")
        : one->kind == DECISION_FALSE ? _("only threads for which this condition is false reach line %d")
                                      : _("this loop repeats line %d");
    snprintf(text, sizeof(text), format, place->line);
    at.line = one->line;
    at.column = 0;
    report_place(cost->terminal, &at, text);
}

void limit_print_around(const struct cost *cost, const struct source_place *place, int what) {
    enum { DECISIONS_MAX = 8 };
    struct decision around[DECISIONS_MAX];
    const struct decision *loop = NULL, *condition = NULL; // the nearest ones
    const size_t count = strcmp(place->file, cost->own) == 0 && cost->tree != NULL
                             ? question_decisions(cost->tree, place->line, around, DECISIONS_MAX)
                             : 0;
    for (size_t i = count; i-- > 0;) {
        *(around[i].kind == DECISION_LOOP ? &loop : &condition) = &around[i];
    }
    if (loop != NULL && ((what & LIMIT_LOOP) != 0 || condition == NULL)) {
        print_one(cost, place, loop);
    }
    if (condition != NULL && (what & LIMIT_THREADS) != 0) {
        print_one(cost, place, condition);
    }
}

void limit_print_calls(const struct cost *cost, const struct source_place *place, const char *kernel) {
    enum { CALLS_MAX = 2 };
    int lines[CALLS_MAX];
    const size_t count = strcmp(place->file, cost->own) == 0 && cost->tree != NULL
                             ? question_callers(cost->tree, place->line, kernel, lines, CALLS_MAX)
                             : 0;
    for (size_t i = 0; i < count; i++) {
        struct source_place at = *place;
        at.line = lines[i];
        at.column = 0;
        report_place(cost->terminal, &at, _("called from here"));
    }
}
