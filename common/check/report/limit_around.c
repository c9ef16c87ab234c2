// What decides how often a line runs, and which place it accesses.
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

static void print_set(const struct cost *cost, const struct source_place *place,
                      const struct origin *origin) {
    report_named(cost->terminal, place, origin->line, N_("%s is set here"), origin->name, NULL);
}

// A function of the file computes the index: prints the last line that sets what it returns. Returns whether it did.
static bool print_result(const struct cost *cost, const struct source_place *place, const char *name) {
    const struct block *function = NULL;
    for (size_t i = 0; cost->structure != NULL && i < cost->structure->count; i++) {
        const struct block *block = &cost->structure->blocks[i];
        function = block->function && strcmp(block->name, name) == 0 ? block : function;
    }
    struct source_place result = *place;
    struct origins origins = {.count = 0};
    result.line = 0;
    for (size_t i = 0; function != NULL && i < cost->structure->leave_count; i++) {
        const struct leave *leave = &cost->structure->leaves[i];
        bool inside = function->begin <= leave->line && leave->line <= function->end;
        result.line = inside && leave->kind == LEAVE_RETURN ? leave->line : result.line;
    }
    if (result.line == 0) {
        return false;
    }
    origins_add(result.file, result.line, ORIGINS_OF_ALL, &result.line, 1, &origins);
    struct origin at = {.line = result.line};
    snprintf(at.name, sizeof(at.name), "%s()", name);
    print_set(cost, place, origins.count > 0 ? &origins.lines[origins.count - 1] : &at);
    return true;
}

bool limit_print_index(const struct cost *cost, const struct source_place *place, bool loops) {
    struct origins origins = {.count = 0};
    const struct origin *found = NULL;
    bool by_thread = false; // it is the one that differs between threads
    if (strcmp(place->file, cost->own) != 0) {
        return false;
    }
    if (around_index_is_of_thread(cost->own, place->line)) { // the place itself shows it
        return true;
    }
    const struct block *loop =
        cost->structure != NULL ? structure_loop(cost->structure, &place->line, 1) : NULL;
    origins_add(place->file, place->line, ORIGINS_OF_INDEX, &place->line, 1, &origins);
    for (size_t i = 0; i < origins.count; i++) {
        const struct origin *one = &origins.lines[i];
        bool used = around_uses(cost->own, place->line, AROUND_INDEX, one->name);
        const struct block *function =
            cost->structure != NULL ? structure_function(cost->structure, one->line) : NULL;
        if (used && function != NULL && strcmp(function->name, one->name) == 0 &&
            print_result(cost, place, one->name)) {
            return true;
        }
        bool named = one->line < place->line && around_names_thread(cost->own, one->line);
        found = named || (used && one->line < place->line && !by_thread) ? one : found;
        by_thread |= named;
    }
    if (found == NULL || (!loops && loop != NULL && found->line == loop->head)) {
        return false;
    }
    print_set(cost, place, found);
    return true;
}

bool limit_print_size(const struct cost *cost, const struct source_place *place) {
    struct origins origins = {.count = 0};
    bool found = false;
    if (strcmp(place->file, cost->own) != 0) {
        return false;
    }
    origins_add(place->file, place->line, ORIGINS_OF_ALL, &place->line, 1, &origins);
    for (size_t i = 0; i < origins.count; i++) {
        if (around_uses(cost->own, place->line, AROUND_BYTES, origins.lines[i].name)) {
            print_set(cost, place, &origins.lines[i]);
            found = true;
        }
    }
    return found;
}

void limit_print_calls(const struct cost *cost, const struct source_place *place, const char *kernel) {
    struct origins calls = {.count = 0};
    if (strcmp(place->file, cost->own) != 0 ||
        !origins_add_calls(place->file, place->line, kernel, false, NULL, 0, &calls)) {
        return;
    }
    for (size_t i = 0; i < calls.count; i++) {
        struct source_place at = *place;
        at.line = calls.lines[i].line;
        at.column = 0;
        report_place(cost->terminal, &at, _("called from here"));
    }
}
