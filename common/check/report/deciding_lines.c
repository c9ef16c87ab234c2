#include "check/report/deciding_lines.h"

#include <string.h>

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
