// The lines that decide whether a line of the source runs and what it uses, other than its index (index_lines.c).
#include "check/report/deciding_lines.h"

#include <stdio.h>
#include <string.h>

#include "regions/arguments.h"
#include "regions/operands.h"
#include "regions/statement.h"
#include "regions/structure.h"
#include "text/translation.h"

static const char *condition_text(const struct condition_texts *texts, const struct condition *condition) {
    return condition->kind == CONDITION_LOOP   ? texts->loop
           : condition->kind == CONDITION_TRUE ? texts->is_true
                                               : texts->is_false;
}

// Host code that has left where there is nothing to do says nothing about an index that is too large.
static bool is_unrelated(const struct finding *values, const struct condition *condition) {
    return values != NULL && values->diagnostic.class_ == DIAGNOSTIC_OUT_OF_BOUNDS &&
           values->diagnostic.kernel[0] == '\0' && condition->kind == CONDITION_FALSE && condition->zero;
}

void report_conditions(const struct terminal *terminal, const struct finding *values,
                       const struct source_place *place, enum origins_of of,
                       const struct condition_texts *texts, struct shown_lines *shown) {
    enum { CONDITIONS_MAX = 2 };
    struct condition conditions[CONDITIONS_MAX], own;
    if (place->line == 0 || place->done > 0) {
        return;
    }
    if (values != NULL && origins_own_condition(place->file, place->line, of, &own) &&
        condition_text(texts, &own) != NULL) {
        report_values(terminal, values, place, own.kind == CONDITION_LOOP ? "for" : "if",
                      translate(condition_text(texts, &own)));
    }
    const size_t all = origins_conditions(place->file, place->line, of, conditions, CONDITIONS_MAX);
    for (size_t i = 0; i < all; i++) {
        const char *text = condition_text(texts, &conditions[i]);
        if (text != NULL && !is_unrelated(values, &conditions[i])) {
            report_line(terminal, values, place, conditions[i].line, translate(text), shown);
        }
    }
}

void report_value_loop(const struct terminal *terminal, const struct finding *finding,
                       struct shown_lines *shown) {
    const struct source_place *place = &finding->places[0];
    const struct structure *structure = place->line > 0 ? structure_of(place->file) : NULL;
    struct origins origins = {.count = 0};
    if (structure == NULL || place->done > 0) {
        return;
    }
    origins_add(place->file, place->line, ORIGINS_OF_VALUE, NULL, 0, &origins);
    for (size_t i = origins.count; i-- > 0;) {
        const int line = origins.lines[i].line;
        const struct block *loop = structure_loop(structure, &line, 1);
        if (loop != NULL && loop->head < line && loop->end < place->line) {
            report_line(terminal, NULL, place, loop->head, _("this loop makes its value"), shown);
            return;
        }
    }
}

void report_block(const struct terminal *terminal, const struct finding *finding, struct shown_lines *shown) {
    const struct source_place *places = finding->places;
    const struct structure *structure = structure_of(places[0].file);
    for (int i = 0; i < 2 && structure != NULL; i++) {
        const struct block *block = structure_block(structure, places[i].line);
        if (block != NULL && strcmp(places[0].file, places[1].file) == 0 &&
            !(block->begin <= places[1 - i].line && places[1 - i].line <= block->end)) {
            report_line(terminal, NULL, &places[i], block->head,
                        block->loop ? _("not all threads come in here as often")
                                    : _("not all threads come in here"),
                        shown);
            break;
        }
    }
}

void report_call_conditions(const struct terminal *terminal, const struct finding *finding,
                            struct shown_lines *shown) {
    static const struct condition_texts
        each = {N_("the function is called only if this condition is true"),
                N_("the function is called only if this condition is false"), NULL},
        one = {N_("the function is called here only if this condition is true"),
               N_("the function is called here only if this condition is false"), NULL},
        some = {N_("the function is called at several places, at one only if this condition is true"),
                N_("the function is called at several places, at one only if this condition is false"), NULL};
    struct origins calls = {.count = 0};
    struct source_place at = finding->places[0];
    if (at.line > 0 && at.done == 0) {
        origins_add_calls(at.file, at.line, finding->diagnostic.kernel, false, NULL, 0, &calls);
    }
    const struct condition_texts *texts = calls.count > 1 && finding->called > 0 ? &one : &each;
    bool race = diagnostic_is_race(finding->diagnostic.class_); // the other access may be of another call
    if (calls.count > 0 && finding->called > 0 && !race) {
        calls = (struct origins){.lines = {{.line = finding->called}}, .count = 1};
    }
    for (size_t i = 0; i < calls.count; i++) {
        struct condition conditions[2];
        size_t count = origins_conditions(at.file, calls.lines[i].line, ORIGINS_OF_ALL, conditions, 2);
        bool always = count == 0 || (count == 1 && conditions[0].kind == CONDITION_LOOP);
        texts = always ? &some : texts;
    }
    for (size_t i = 0; i < calls.count && i < 2; i++) {
        at.line = calls.lines[i].line;
        report_conditions(terminal, NULL, &at, ORIGINS_OF_ALL, texts, shown);
    }
}

void report_called(const struct terminal *terminal, const struct finding *finding,
                   struct shown_lines *shown) {
    const struct source_place *place = &finding->places[0];
    struct origins origins = {.count = 0};
    if (finding->called == 0 || place->done > 0) {
        return;
    }
    report_line(terminal, NULL, place, finding->called, _("called from here"), shown);
    origins_add(place->file, finding->called, ORIGINS_OF_ALL, shown->lines, shown->count, &origins);
    for (size_t i = origins.count; i-- > 0;) {
        if (origins.lines[i].line < finding->called) {
            report_line(terminal, NULL, place, origins.lines[i].line, _("this sets its argument"), shown);
            break;
        }
    }
}

void report_setters(const struct terminal *terminal, const struct finding *values,
                    const struct source_place *place, enum origins_of of, struct shown_lines *shown,
                    size_t most) {
    const struct structure *structure = place->line > 0 ? structure_of(place->file) : NULL;
    struct origins origins = {.count = 0};
    if (structure == NULL || place->done > 0) {
        return;
    }
    origins_add(place->file, place->line, of, shown->lines, shown->count, &origins);
    for (int later = 0; later <= 1; later++) { // the lines before it first, the nearest one at the beginning
        for (size_t k = 0; k < origins.count && most > 0; k++) {
            const struct origin *origin = &origins.lines[later ? k : origins.count - 1 - k];
            if ((origin->line > place->line) != later || (of == ORIGINS_OF_TARGET && !later) ||
                !origin->direct || origin->function ||
                structure_function(structure, origin->line) != structure_function(structure, place->line)) {
                continue;
            }
            char text[SHOWN_TEXT_SIZE];
            snprintf(text, sizeof(text),
                     origin->loop     ? _("this loop sets %s")
                     : origin->handed ? _("%s is handed to a function here")
                                      : _("%s is set here"),
                     origin->name);
            most -= report_line(terminal, values, place, origin->line, text, shown);
        }
    }
}

void report_argument(const struct terminal *terminal, const struct finding *finding,
                     struct shown_lines *shown) {
    const struct source_place *place = &finding->places[0];
    const bool writes = finding->diagnostic.class_ == DIAGNOSTIC_INPUT_CHANGED;
    char name[32];
    int line = finding->launched && finding->places[1].line == 0 && place->line > 0 &&
                       strcmp(place->file, finding->call.file) == 0 && place->done == 0
                   ? arguments_set(place->file, place->line, writes, finding->call.line, name)
                   : 0;
    if (line > 0) {
        const bool unset = finding->diagnostic.class_ == DIAGNOSTIC_UNSET_READ; // the memory, not the pointer
        report_named(terminal, place, line,
                     unset ? N_("the pointer %s is set here, but not all of the memory that it points to")
                           : N_("%s is set here"),
                     name, shown);
    }
}

void report_declaration(const struct terminal *terminal, const struct source_place *place,
                        struct shown_lines *shown) {
    char name[32];
    int line = place->line > 0 && place->done == 0 ? statement_declares(place->file, place->line, name) : 0;
    if (line > 0) {
        report_named(terminal, place, line, N_("%s is declared here"), name, shown);
    }
}

void report_operands(const struct terminal *terminal, const struct finding *finding,
                     struct shown_lines *shown) {
    enum { OPERANDS_MAX = 2 };
    const struct source_place *place = &finding->places[0];
    struct operand operands[OPERANDS_MAX];
    const size_t count = place->line > 0 && place->done == 0
                             ? operands_find(place->file, place->line, operands, OPERANDS_MAX)
                             : 0;
    for (size_t i = 0; i < count; i++) {
        if (operands[i].declared > 0) {
            report_named(terminal, place, operands[i].declared, N_("%s is declared here without a value"),
                         operands[i].name, shown);
        }
        const bool is_true = operands[i].kind == CONDITION_TRUE;
        if (operands[i].condition > 0) {
            report_named(terminal, place, operands[i].condition,
                         operands[i].declared == 0
                             ? is_true ? N_("%s gets another value only if this condition is true")
                                       : N_("%s gets another value only if this condition is false")
                         : is_true ? N_("%s is set only if this condition is true")
                                   : N_("%s is set only if this condition is false"),
                         operands[i].name, shown);
        }
    }
}

void report_returned(const struct terminal *terminal, const struct finding *finding,
                     struct shown_lines *shown) {
    const struct source_place *place = &finding->places[0];
    struct maker maker;
    int call = 0;
    if (place->line == 0 || place->done > 0 || !operands_returned(place->file, place->line, &maker, &call)) {
        return;
    }
    report_named(terminal, place, call, N_("%s() returns that array"), maker.function, shown);
    if (maker.set > 0) {
        report_named(terminal, place, maker.set, N_("%s, which it returns, is set here"), maker.name, shown);
    }
}
