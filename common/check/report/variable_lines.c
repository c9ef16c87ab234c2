// Lines about what a variable can hold, and where an array is read.
#include <stdio.h>
#include <string.h>

#include "check/report/deciding_lines.h"
#include "regions/statement.h"
#include "text/translation.h"

void report_small_variables(const struct terminal *terminal, const struct source_place *place,
                            struct origins *origins, struct shown_lines *shown) {
    size_t kept = 0;
    for (size_t i = 0; i < origins->count; i++) {
        const struct origin origin = origins->lines[i];
        char name[32];
        if (statement_narrow(place->file, origin.line, name) == NULL ||
            !report_named(terminal, place, origin.line, N_("%s is set here"), name, shown)) {
            origins->lines[kept++] = origin;
        }
    }
    origins->count = kept;
}

void report_reads(const struct terminal *terminal, const struct finding *finding, struct shown_lines *shown) {
    enum { CONDITIONS_MAX = 2 };
    const struct source_place *place = &finding->places[0];
    struct condition conditions[CONDITIONS_MAX];
    const struct array_name array = report_array_name(finding);
    const int line = place->line > 0 && place->done == 0
                         ? statement_reads_element(place->file, place->line, array.text)
                         : 0;
    const size_t count =
        line > 0 ? origins_conditions(place->file, line, ORIGINS_OF_ALL, conditions, CONDITIONS_MAX) : 0;
    for (size_t i = 0; i < count; i++) {
        const bool is_true = conditions[i].kind == CONDITION_TRUE;
        if (conditions[i].kind == CONDITION_LOOP || conditions[i].line <= place->line) {
            continue;
        }
        report_named(terminal, place, line, N_("elements of %s are read here"), array.text, shown);
        report_named(terminal, place, conditions[i].line,
                     is_true ? N_("%s is read only if this condition is true")
                             : N_("%s is read only if this condition is false"),
                     array.text, shown);
    }
}
