#include "check/report/line_counters.h"

#include <stdlib.h>
#include <string.h>

#include "check/runner/counter_names.h"

static int by_line(const void *a, const void *b) {
    const struct line *left = a, *right = b;
    int files = strcmp(left->place.file, right->place.file);
    return files != 0 ? files
                      : (left->place.line > right->place.line) - (left->place.line < right->place.line);
}

struct line *lines_make(const struct case_outcome *run, const struct source *source, size_t *count) {
    *count = 0;
    struct line *lines = malloc((run->place_count > 0 ? run->place_count : 1) * sizeof(*lines));
    for (size_t i = 0; i < run->place_count && lines != NULL; i++) {
        struct line *next = &lines[*count];
        if (!source_find(source, run->places[i].pc, &next->place) ||
            next->place.done != 0) { // which would show the solution
            continue;
        }
        next->total = run->places[i].total;
        size_t known = 0;
        while (known < *count && by_line(&lines[known], next) != 0) {
            known++;
        }
        if (known < *count) {
            counters_add(&lines[known].total, &next->total);
        } else {
            ++*count;
        }
    }
    if (lines != NULL) {
        qsort(lines, *count, sizeof(*lines), by_line);
    }
    return lines;
}
