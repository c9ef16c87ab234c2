#include "check/report/json_parts.h"

#include <stdlib.h>
#include <string.h>

#include "check/judge/remark.h"
#include "words/words.h"
#include "check/report/line_counters.h"
#include "check/runner/counter_names.h"
#include "text/json_text.h"

void json_counters(FILE *out, const struct counters *counters) {
    for (int i = 0; i < COUNTER_COUNT; i++) {
        fprintf(out, "%s\"%s\": %llu", i > 0 ? ", " : "{", counter_names[i],
                (unsigned long long)counter_value(counters, i));
    }
    fputc('}', out);
}

void json_kernel(FILE *out, const struct case_launch *launch) {
    const struct launch_record *record = &launch->record;
    fputs("{", out);
    json_field(out, "kernel", record->kernel);
    fprintf(out, ", \"grid\": [%u, %u, %u], \"block\": [%u, %u, %u]", record->grid[0], record->grid[1],
            record->grid[2], record->block[0], record->block[1], record->block[2]);
    fprintf(out, ", \"shared_bytes\": %llu, \"milliseconds\": %.6f, \"counters\": ",
            (unsigned long long)record->shared_bytes, record->milliseconds);
    json_counters(out, &record->total);
    fputs(", \"intervals\": [", out);
    for (uint32_t i = 0; i < record->interval_count; i++) {
        fputs(i > 0 ? ", " : "", out);
        json_counters(out, &launch->intervals[i]);
    }
    fputs("]}", out);
}

static void put_place(FILE *out, const struct source_place *place, const struct diagnostic_place *at) {
    const struct said said = remark_place(at);
    char text[WORDS_SIZE];
    bool shown = place->line != 0 && place->done == 0; // the solution's lines are not
    fputs("{\"file\": ", out);
    if (shown) {
        json_text(out, place->file, strlen(place->file));
    } else {
        fputs("null", out);
    }
    fprintf(out, ", \"line\": %d, \"column\": %d, ", shown ? place->line : 0, shown ? place->column : 0);
    json_field(out, "text", words_english(&said, text));
    fputs(", ", out);
    words_json(out, &said);
    fputc('}', out);
}

void json_finding(FILE *out, const struct finding *finding) {
    const struct diagnostic *diagnostic = &finding->diagnostic;
    bool note = diagnostic_severities[diagnostic->class_] == DIAGNOSTIC_NOTE;
    const struct said said = remark_message(finding);
    char message[WORDS_SIZE];
    fprintf(out, "{\"class\": \"%s\", \"severity\": \"%s\", ", diagnostic_names[diagnostic->class_],
            note ? "note" : "error");
    json_field(out, "title", diagnostic_titles[diagnostic->class_]);
    fputs(", ", out);
    json_field(out, "message", words_english(&said, message));
    fputs(", ", out);
    words_json(out, &said);
    fputs(", ", out);
    json_field(out, "hint", diagnostic_hints[diagnostic->class_]);
    fputs(", ", out);
    json_field(out, "kernel", diagnostic->kernel);
    fprintf(out, ", \"launch\": %u, ", diagnostic->launch);
    json_field(out, "array", diagnostic->array);
    fprintf(out, ", \"count\": %llu, \"places\": [", (unsigned long long)finding->count);
    put_place(out, &finding->places[0], &diagnostic->places[0]);
    if (is_said(&diagnostic->places[1].said)) {
        fputs(", ", out);
        put_place(out, &finding->places[1], &diagnostic->places[1]);
    }
    fputs("]}", out);
}

void json_lines(FILE *out, const struct case_outcome *run, const struct source *source) {
    size_t count;
    struct line *lines = lines_make(run, source, &count);
    for (size_t i = 0; i < count; i++) {
        fputs(i > 0 ? ", {" : "{", out);
        json_field(out, "file", lines[i].place.file);
        fprintf(out, ", \"line\": %d, \"counters\": ", lines[i].place.line);
        json_counters(out, &lines[i].total);
        fputc('}', out);
    }
    free(lines);
}
