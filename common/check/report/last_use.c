// Device memory that is never freed: where its function uses it last.
#include <string.h>

#include "check/report/deciding_lines.h"
#include "regions/structure.h"
#include "text/translation.h"

void report_last_use(const struct terminal *terminal, const struct finding *finding,
                     struct shown_lines *shown) {
    const struct source_place *place = &finding->places[0];
    const struct structure *structure = place->line > 0 ? structure_of(place->file) : NULL;
    const struct block *function = structure != NULL ? structure_function(structure, place->line) : NULL;
    const struct array_name array = report_array_name(finding);
    int last = 0;
    for (int line = place->line + 1; function != NULL && array.text[0] != '\0' && line < function->end;
         line++) {
        if (!structure_names(structure, line, array.text)) {
            continue;
        }
        if (structure_names(structure, line, "cudaFree") ||
            structure_names(structure, line, "cudaFreeAsync")) {
            return; // of another element, or not always
        }
        last = line;
    }
    if (last > 0 && place->done == 0) {
        report_named(terminal, place, last, N_("%s is used last here, and no later cudaFree names it"),
                     array.text, shown);
    }
}
