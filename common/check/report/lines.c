// --lines: the simulated GPU's counters for each line of the source.
#include "check/report/report.h"

#include <stdlib.h>
#include <string.h>

#include "check/report/line_counters.h"

static void print_lines(const struct terminal *terminal, const struct line *lines, size_t count) {
    char text[5][27];
    for (size_t i = 0; i < count; i++) {
        const struct counters *total = &lines[i].total;
        if (i == 0 || strcmp(lines[i].place.file, lines[i - 1].place.file) != 0) {
            fprintf(terminal->out, "  %s\n%7s %13s %13s %13s %14s %13s\n", relative_path(lines[i].place.file),
                    "line", "instructions", "active lanes", "wavefronts", "bank conflicts", "sectors");
        }
        fprintf(terminal->out, "%7d %13s %13s %13s %14s %13s\n", lines[i].place.line,
                format_count(total->warp_instructions, text[0]), format_count(total->active_lanes, text[1]),
                format_count(total->shared_load_wavefronts + total->shared_store_wavefronts, text[2]),
                format_count(total->shared_load_conflicts + total->shared_store_conflicts, text[3]),
                format_count(total->global_load_sectors + total->global_store_sectors, text[4]));
    }
}

void report_run_lines(const struct terminal *terminal, const struct case_outcome *run,
                      const struct source *source) {
    size_t count;
    struct line *lines = lines_make(run, source, &count);
    print_lines(terminal, lines, count);
    fputs(count > 0 ? "\n" : "", terminal->out);
    free(lines);
}

void report_lines(const struct terminal *terminal, const struct lab_result *result) {
    char n[27];
    for (size_t i = 0; i < result->part_count; i++) {
        const struct part_result *part = &result->parts[i];
        const struct judgement *largest = part_largest_case(part);
        if (largest == NULL) {
            continue;
        }
        if (largest->run.place_count > 0) {
            fprintf(terminal->out, "part %s, n = %s: line by line\n", part->part->name,
                    format_count(largest->what.n, n));
            report_run_lines(terminal, &largest->run, result->sources[largest->what.operator_id]);
        }
    }
}
