// --rows: the lab's rows of the table over all labs (text/table_row.h).
#include "check/report/report.h"

#include <string.h>

#include "check/judge/steps.h"
#include "check/runner/counter_names.h"
#include "text/table_row.h"

_Static_assert((int)ROW_ASPECTS == (int)ASPECT_COUNT, "a row contains the points of all aspects");

// `judgement`: the row's case; NULL if none was run.
static bool write_row(FILE *out, const struct lab_result *result, const struct part_result *part,
                      const struct judgement *judgement, bool one_block) {
    struct table_row row = {.one_block = one_block};
    snprintf(row.lab, sizeof(row.lab), "%s", result->lab->name);
    snprintf(row.part, sizeof(row.part), "%s", part->part->name);
    snprintf(row.device, sizeof(row.device), "%s", result->options->device);
    const bool begun = part->verdict == VERDICT_PASS || !todo_all_untouched(&result->todos, part->part);
    snprintf(row.verdict, sizeof(row.verdict), "%s", begun ? verdict_names[part->verdict] : "not begun");
    for (int aspect = 0; aspect < ASPECT_COUNT; aspect++) {
        row.points[aspect] = (uint64_t)part_points(part, aspect);
        row.points_max[aspect] = (uint64_t)part_points_max(part->part, aspect);
    }
    if (judgement != NULL) {
        const struct case_outcome *run = &judgement->run;
        row.n = judgement->what.n;
        row.launches = run->launch_total;
        row.blocks = run->block_total;
        row.milliseconds = run->milliseconds;
        row.total = run->total;
        steps_list(&run->launches[0], counter_index("working_warps"), row.steps, &row.steps_sum);
    }
    return table_row_write(out, &row);
}

int report_rows(FILE *out, const struct lab_result *result) {
    bool written = true;
    for (size_t i = 0; i < result->part_count; i++) {
        const struct part_result *part = &result->parts[i];
        const struct judgement *one = part_one_block_case(part), *largest = part_largest_case(part);
        written &= write_row(out, result, part, largest, false);
        if (one != NULL) {
            written &= write_row(out, result, part, one, true);
        }
    }
    return written && fflush(out) == 0 ? 0 : -1;
}
