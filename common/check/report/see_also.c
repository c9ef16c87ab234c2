// Under a diagnostic: what decided that its line runs, and what set its variables.
#include <stdlib.h>
#include <string.h>

#include "check/report/report.h"
#include "regions/origins.h"
#include "regions/structure.h"
#include "text/translation.h"

// Which variables can have made the error? false: they say nothing about it.
static bool find_variables(const struct finding *finding, enum origins_of *of) {
    const struct source_place *places = finding->places;
    switch (finding->diagnostic.class_) {
    case DIAGNOSTIC_OUT_OF_BOUNDS:
    case DIAGNOSTIC_MISALIGNED:
        *of = ORIGINS_OF_INDEX;
        return true;
    case DIAGNOSTIC_RACE_SHARED:
    case DIAGNOSTIC_RACE_GLOBAL: // two threads have the same index
        *of = ORIGINS_OF_INDEX;
        return places[0].line == places[1].line;
    case DIAGNOSTIC_ADDED_TWICE:
        *of = strstr(finding->diagnostic.message, " reads ") != NULL ? ORIGINS_OF_INDEX : ORIGINS_OF_ALL;
        return true;
    case DIAGNOSTIC_LAUNCH:
        *of = ORIGINS_OF_LAUNCH;
        return true;
    case DIAGNOSTIC_CRASH:
        *of = ORIGINS_OF_ALL;
        return true;
    case DIAGNOSTIC_LOST_ELEMENT:
        *of = strstr(finding->diagnostic.message, "nothing that it writes contains it") != NULL
                  ? ORIGINS_OF_TARGET
                  : ORIGINS_OF_VALUE;
        return true;
    case DIAGNOSTIC_LOST_LANE:
    case DIAGNOSTIC_LOST_VALUE:
    case DIAGNOSTIC_WRONG_ELEMENT:
    case DIAGNOSTIC_FOREIGN_VALUE:
        *of = ORIGINS_OF_VALUE;
        return true;
    default:
        return false;
    }
}

static void print_see_also(const struct terminal *terminal, const struct origins *origins) {
    for (size_t i = 0; i < origins->count; i++) {
        fprintf(terminal->out, i == 0 ? _("  see also line %d (%s)") : _(", line %d (%s)"),
                origins->lines[i].line, origins->lines[i].name);
    }
    fputs(origins->count > 0 ? "\n" : "", terminal->out);
}

void report_origins(const struct terminal *terminal, const struct source_place *place, enum origins_of of) {
    struct origins origins = {.count = 0};
    if (place->line > 0 && regions_done_number(place->file) == 0) {
        origins_add(place->file, place->line, of, &place->line, 1, &origins);
        print_see_also(terminal, &origins);
    }
}

// Of the first place; or of a launch of unusual size, of one that hands over a wrong pointer, or of a loop of launches.
static void print_origins(const struct terminal *terminal, const struct finding *finding, const int *known,
                          size_t count) {
    const struct diagnostic *diagnostic = &finding->diagnostic;
    const struct source_place *places = finding->places;
    bool at_call = finding->launched || finding->said[0] != '\0',
         race = diagnostic_is_race(diagnostic->class_);
    bool unwritten = diagnostic->class_ == DIAGNOSTIC_OUTPUT_UNWRITTEN,
         lost = diagnostic->class_ == DIAGNOSTIC_LOST_ELEMENT;
    struct origins origins = {.count = 0};
    enum origins_of of = finding->threads > 0 ? ORIGINS_OF_LAUNCH
                         : unwritten          ? ORIGINS_OF_INDEX
                                              : ORIGINS_OF_ALL;
    const struct source_place *place = at_call ? &finding->call : &places[unwritten ? 1 : 0];
    if (place->line == 0 || regions_done_number(place->file) > 0) {
        return;
    }
    bool one_line = strstr(diagnostic->message, ", at one line.") != NULL; // whose index is the question
    bool called =
        !one_line && finding->call.line == 0 && diagnostic->kernel[0] != '\0' && places[0].line > 0 &&
        origins_add_calls(places[0].file, places[0].line, diagnostic->kernel, !race, known, count, &origins);
    if (lost && places[1].line > 0) { // what happens later instead
        origins_add(places[1].file, places[1].line, ORIGINS_OF_INDEX, known, count, &origins);
    }
    if (strstr(diagnostic->message, " and adds it to ") != NULL) { // its other operand is read in a function
        origins_add_calls(places[1].file, places[1].line, diagnostic->kernel, true, known, count, &origins);
    }
    if (at_call || unwritten || (!(called && race) && find_variables(finding, &of))) {
        origins_add(place->file, place->line, of, known, count, &origins);
    }
    print_see_also(terminal, &origins);
}

size_t report_conditions(const struct terminal *terminal, const struct source_place *place,
                         enum origins_of of, const struct condition_texts *texts, int *known, size_t count) {
    enum { SHOWN_MAX = 2 };
    struct condition conditions[SHOWN_MAX];
    size_t all = place->line > 0 && regions_done_number(place->file) == 0
                     ? origins_conditions(place->file, place->line, of, conditions, SHOWN_MAX)
                     : 0;
    for (size_t i = 0; i < all; i++) {
        struct source_place at = *place;
        bool is_known = false;
        const char *text = conditions[i].kind == CONDITION_LOOP   ? texts->loop
                           : conditions[i].kind == CONDITION_TRUE ? texts->is_true
                                                                  : texts->is_false;
        for (size_t k = 0; k < count; k++) {
            is_known |= known[k] == conditions[i].line;
        }
        if (text == NULL || is_known) {
            continue;
        }
        at.line = known[count++] = conditions[i].line;
        at.column = 0;
        report_place(terminal, &at, text);
    }
    return count;
}

// Of two barriers at which threads of one block wait: the block around only one of them.
static size_t print_block(const struct terminal *terminal, const struct finding *finding, int *known,
                          size_t count) {
    const struct source_place *places = finding->places;
    const struct structure *structure = structure_of(places[0].file);
    for (int i = 0; i < 2 && structure != NULL; i++) {
        const struct block *block = structure_block(structure, places[i].line);
        if (block != NULL && strcmp(places[0].file, places[1].file) == 0 &&
            !(block->begin <= places[1 - i].line && places[1 - i].line <= block->end)) {
            struct source_place at = places[i];
            at.line = known[count++] = block->head;
            at.column = 0;
            report_place(terminal, &at,
                         block->loop ? _("not all threads come in here as often")
                                     : _("not all threads come in here"));
            break;
        }
    }
    return count;
}

// The conditions of the calls of the function that contains the place.
static size_t print_calls(const struct terminal *terminal, const struct finding *finding, int *known,
                          size_t count) {
    const struct condition_texts called = {_("the function is called only if this condition is true"),
                                           _("the function is called only if this condition is false"), NULL};
    struct origins calls = {.count = 0};
    struct source_place at = finding->places[0];
    if (at.line > 0 && regions_done_number(at.file) == 0) {
        origins_add_calls(at.file, at.line, finding->diagnostic.kernel, false, NULL, 0, &calls);
    }
    for (size_t i = 0; i < calls.count && i < 2; i++) {
        at.line = calls.lines[i].line;
        count = report_conditions(terminal, &at, ORIGINS_OF_ALL, &called, known, count);
    }
    return count;
}

void report_see_also(const struct terminal *terminal, const struct finding *finding) {
    const struct diagnostic *diagnostic = &finding->diagnostic;
    const struct source_place *places = finding->places;
    enum { SAID_MAX = 8, KNOWN_MAX = 16 };
    int known[KNOWN_MAX] = {places[0].line, places[1].line, finding->call.line};
    size_t count = 3;
    for (const char *at = diagnostic->message; (at = strstr(at, " line ")) != NULL && count < SAID_MAX;) {
        at += strlen(" line ");
        known[count++] = atoi(at);
    }
    const struct condition_texts once = {_("this condition was true"), _("this condition was false"),
                                         _("this loop was still running")},
                                 both = {_("this condition was true for both threads"),
                                         _("this condition was false for both threads"), NULL},
                                 lanes = {_("only threads for which this condition is true come here"),
                                          _("only threads for which this condition is false come here"),
                                          NULL},
                                 elsewhere = {_("they are written only if this condition is true"),
                                              _("they are written only if this condition is false"), NULL};
    bool race = diagnostic_is_race(diagnostic->class_),
         written = strcmp(diagnostic->places[1].text, "other elements are written here") == 0;
    if (diagnostic->class_ == DIAGNOSTIC_OUT_OF_BOUNDS) {
        count = report_conditions(terminal, &places[0], ORIGINS_OF_INDEX, &once, known, count);
    } else if (race && strstr(diagnostic->message, "which no barrier can split") != NULL) {
        count = report_conditions(terminal, &places[0], ORIGINS_OF_INDEX, &both, known, count);
    } else if (race && strstr(diagnostic->message, "no __syncthreads()") != NULL) { // of several warps
        count = print_calls(terminal, finding, known, count);
    } else if (diagnostic->class_ == DIAGNOSTIC_SHUFFLE) {
        count = report_conditions(terminal, &places[0], ORIGINS_OF_ALL, &lanes, known, count);
        count = print_calls(terminal, finding, known, count);
    } else if (written) {
        count = report_conditions(terminal, &places[1], ORIGINS_OF_ALL, &elsewhere, known, count);
    } else if (strstr(diagnostic->message, "two different barriers") != NULL ||
               strstr(diagnostic->message, "go past this barrier") != NULL) {
        count = print_block(terminal, finding, known, count);
    }
    print_origins(terminal, finding, known, count);
}
