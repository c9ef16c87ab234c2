// What decides how often a line runs.
#include <stdio.h>
#include <string.h>

#include "check/report/deciding_lines.h"
#include "check/report/limit_place.h"
#include "regions/around.h"
#include "text/translation.h"

static void print_one(const struct cost *cost, const struct source_place *place, const struct around *one) {
    struct source_place at = *place;
    char text[160];
    const char *format =
        one->kind == CONDITION_TRUE    ? _("only threads for which this condition is true reach line %d")
        : one->kind == CONDITION_FALSE ? _("only threads for which this condition is false reach line %d")
        : one->threads                 ? _("this loop decides which threads reach line %d, and how often")
                                       : _("this loop repeats line %d");
    snprintf(text, sizeof(text), format, place->line);
    at.line = one->line;
    at.column = 0;
    report_place(cost->terminal, &at, text);
}

void limit_print_around(const struct cost *cost, const struct source_place *place, int what) {
    enum { CONDITIONS_MAX = 8 };
    struct around around[CONDITIONS_MAX];
    const struct around *loop = NULL, *condition = NULL, *threads = NULL; // the nearest ones
    size_t count =
        strcmp(place->file, cost->own) == 0 ? around_find(cost->own, place->line, around, CONDITIONS_MAX) : 0;
    for (size_t i = count; i-- > 0;) {
        loop = around[i].kind == CONDITION_LOOP ? &around[i] : loop;
        condition = around[i].kind == CONDITION_LOOP ? condition : &around[i];
        threads = around[i].threads ? &around[i] : threads;
    }
    condition = threads != NULL ? threads : condition;
    if ((what & LIMIT_LOOP) != 0 && loop != NULL && loop != threads) {
        print_one(cost, place, loop);
    }
    if ((what & LIMIT_THREADS) != 0 && condition != NULL) {
        print_one(cost, place, condition);
    } else if ((loop == threads || (what & LIMIT_LOOP) == 0) && loop != NULL) {
        print_one(cost, place, loop);
    }
}

void limit_print_calls(const struct cost *cost, const struct source_place *place, const char *kernel) {
    struct origins calls = {.count = 0};
    if (strcmp(place->file, cost->own) != 0 || !origins_add_calls(place->file, place->line, kernel, &calls)) {
        return;
    }
    for (size_t i = 0; i < calls.count; i++) {
        struct source_place at = *place;
        at.line = calls.lines[i].line;
        at.column = 0;
        report_place(cost->terminal, &at, _("called from here"));
    }
}
