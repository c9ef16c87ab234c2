// What the simulated GPU counted for each line of the source.
#include "report.h"

#include <stdlib.h>
#include <string.h>

#include "lines.h"

static void print_lines(const struct page *page, const struct line *lines, size_t count) {
    char text[5][27];
    for (size_t i = 0; i < count; i++) {
        const struct counters *total = &lines[i].total;
        if (i == 0 || strcmp(lines[i].place.file, lines[i - 1].place.file) != 0) {
            fprintf(page->out, "  %s\n%7s %14s %14s %14s %14s %14s\n", page_path(lines[i].place.file), "line",
                    "instructions", "active lanes", "wavefronts", "bank conflicts", "sectors");
        }
        fprintf(page->out, "%7d %14s %14s %14s %14s %14s\n", lines[i].place.line,
                page_count(total->warp_instructions, text[0]), page_count(total->active_lanes, text[1]),
                page_count(total->shared_load_wavefronts + total->shared_store_wavefronts, text[2]),
                page_count(total->shared_load_conflicts + total->shared_store_conflicts, text[3]),
                page_count(total->global_load_sectors + total->global_store_sectors, text[4]));
    }
}

void report_lines(const struct page *page, const struct lab_result *result) {
    char n[27];
    for (size_t i = 0; i < result->part_count; i++) {
        const struct part_result *part = &result->parts[i];
        const struct judgement *largest = part_largest_case(part);
        if (largest == NULL) {
            continue;
        }
        size_t count;
        struct line *lines = lines_make(&largest->run, result->sources[largest->what.operator_id], &count);
        if (count > 0) {
            fprintf(page->out, "part %s, n = %s: line by line\n", part->part->name,
                    page_count(largest->what.n, n));
            print_lines(page, lines, count);
            fputc('\n', page->out);
        }
        free(lines);
    }
}
