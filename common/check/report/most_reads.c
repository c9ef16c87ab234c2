// The line that reads most.
#include <stdlib.h>

#include "check/report/line_counters.h"
#include "check/report/report.h"
#include "text/translation.h"

void report_most_reads(const struct terminal *terminal, const struct lab_result *result,
                       const struct judgement *judgement) {
    const struct finding *first = judgement->finding_count > 0 ? &judgement->findings[0] : NULL;
    const uint32_t class_ = first == NULL ? DIAGNOSTIC_CLASS_COUNT : first->diagnostic.class_;
    const bool input = class_ == DIAGNOSTIC_UNREAD_INPUT || class_ == DIAGNOSTIC_INPUT_IGNORED ||
                       class_ == DIAGNOSTIC_REREAD_INPUT;
    size_t count = 0;
    if (!input || first->places[0].line > 0 || first->call.line > 0 ||
        judgement->run.place_count == RUN_PLACE_MAX) {
        return;
    }
    struct line *lines = lines_make(&judgement->run, result->sources[judgement->what.operator_id], &count);
    const struct line *most = NULL;
    for (size_t i = 0; lines != NULL && i < count; i++) {
        const uint64_t loads = lines[i].total.global_load_requests;
        most = loads > (most == NULL ? 0 : most->total.global_load_requests) ? &lines[i] : most;
    }
    if (most != NULL) {
        report_place(terminal, &most->place, _("most reads are here"));
    }
    free(lines);
}
