// docs/trace.md describes the format. This file writes the object and all its fields but the events and places.
#include <stdlib.h>
#include <string.h>

#include "check/judge/oracle.h"
#include "check/judge/remark.h"
#include "words/words.h"
#include "check/plan/replay.h"
#include "check/plan/todo.h"
#include "check/runner/client.h"
#include "check/runner/counter_names.h"
#include "check/trace/contents.h"
#include "check/trace/json_writer.h"
#include "text/json_text.h"
#include "text/terminal.h"

enum { BRIEF_FROM = 8193, TRACE_VERSION = 3 };

static void put_counters(FILE *out, const struct counters *counters) {
    bool first = true;
    fputc('{', out);
    for (int i = 0; i < COUNTER_COUNT; i++) {
        if (counter_value(counters, i) != 0) {
            fprintf(out, "%s\"%s\": %llu", first ? "" : ", ", counter_names[i],
                    (unsigned long long)counter_value(counters, i));
            first = false;
        }
    }
    fputc('}', out);
}

static void put_launches(struct writer *writer) {
    FILE *out = writer->out;
    const struct case_outcome *run = &writer->traced->judgement->run;
    fputs("\"launches\": [", out);
    for (size_t i = 0; i < writer->events->launch_count; i++) {
        const struct trace_launch *launch = &writer->events->launches[i];
        fputs(i > 0 ? ",\n{" : "\n{", out);
        json_field(out, "kernel", launch->kernel);
        fprintf(out, ", \"place\": %d, \"grid\": [%u,%u,%u], \"block\": [%u,%u,%u], \"counters\": ",
                place_number(writer, launch->pc), launch->grid[0], launch->grid[1], launch->grid[2],
                launch->block[0], launch->block[1], launch->block[2]);
        const struct case_launch *told = launch->number - 1 < run->launch_count
                                             ? &run->launches[launch->number - 1]
                                             : NULL; // it was ended before it could report
        const struct counters none = {0};
        put_counters(out, told == NULL ? &none : &told->record.total);
        fputs(", \"intervals\": [", out);
        for (uint32_t k = 0; told != NULL && k < told->record.interval_count; k++) {
            fputs(k > 0 ? ",\n  " : "\n  ", out);
            put_counters(out, &told->intervals[k]);
        }
        fputs("]}", out);
    }
    fputs("],\n", out);
}

static void put_arrays(struct writer *writer) {
    static const char *const kinds[] = {"global", "input", "output", "shared"};
    fputs("\"arrays\": [", writer->out);
    for (size_t i = 0; i < writer->events->array_count; i++) {
        const struct trace_array *array = &writer->events->arrays[i];
        fputs(i > 0 ? ",\n{" : "\n{", writer->out);
        json_field(writer->out, "name", array->name);
        fprintf(writer->out, ", \"kind\": \"%s\", \"bytes\": %llu, \"element\": %llu, \"place\": %d",
                kinds[array->kind], (unsigned long long)array->bytes, (unsigned long long)array->element,
                place_number(writer, array->pc));
        if (array->kind == RECORD_SHARED) {
            fprintf(writer->out, ", \"launch\": %u, \"bank\": %llu", array->launch,
                    (unsigned long long)(array->address / 4 % 32));
        }
        fputc('}', writer->out);
    }
    fputs("],\n", writer->out);
}

static void put_findings(const struct writer *writer) {
    const struct judgement *judgement = writer->traced->judgement;
    FILE *out = writer->out;
    fputs("\"findings\": [", out);
    for (size_t i = 0; i < judgement->finding_count; i++) {
        const struct finding *finding = &judgement->findings[i];
        const struct diagnostic *diagnostic = &finding->diagnostic;
        char message[WORDS_SIZE];
        struct said said = remark_message(finding);
        fprintf(out, "%s{\"class\": \"%s\", \"severity\": \"%s\", ", i > 0 ? ",\n" : "\n",
                diagnostic_names[diagnostic->class_],
                diagnostic_severities[diagnostic->class_] == DIAGNOSTIC_NOTE ? "note" : "error");
        json_field(out, "title", diagnostic_titles[diagnostic->class_]);
        fputs(", ", out);
        json_field(out, "message", words_english(&said, message));
        fputs(", ", out);
        words_json(out, &said);
        fputs(", ", out);
        json_field(out, "hint", diagnostic_hints[diagnostic->class_]);
        fprintf(out, ", \"launch\": %u, ", diagnostic->launch);
        json_field(out, "array", diagnostic->array);
        fprintf(out, ", \"count\": %llu, \"places\": [", (unsigned long long)finding->count);
        for (int k = 0; k < 2 && (k == 0 || is_said(&diagnostic->places[1].said)); k++) {
            const char *file = relative_path(finding->places[k].file);
            fputs(k > 0 ? ", [" : "[", out);
            json_text(out, file, strlen(file));
            fprintf(out, ", %d, %d, ", finding->places[k].line, finding->places[k].column);
            said = remark_place(&diagnostic->places[k]);
            words_english(&said, message);
            json_text(out, message, strlen(message));
            fputs(", {", out);
            words_json(out, &said);
            fputs("}]", out);
        }
        fputs("]}", out);
    }
    fputs("],\n", out);
}

// The text of the program's source, so that the trace can be shown without it.
static void put_source(const struct writer *writer) {
    enum { SOURCE_MAX = 1 << 18 };
    const char *path = writer->traced->result->todos.path;
    FILE *file = path[0] == '\0' ? NULL : fopen(path, "r");
    char *text = malloc(SOURCE_MAX);
    size_t length = file == NULL || text == NULL ? 0 : fread(text, 1, SOURCE_MAX, file);
    fputs("\"source\": {", writer->out);
    json_field(writer->out, "file", relative_path(path));
    fputs(", \"text\": ", writer->out);
    json_text(writer->out, text == NULL ? "" : text, length);
    fputs("},\n", writer->out);
    if (file != NULL) {
        fclose(file);
    }
    free(text);
}

static void put_expected(const struct writer *writer, enum operator_id id) {
    const struct lab_part *part = writer->traced->part;
    const struct judgement *judgement = writer->traced->judgement;
    const void *input = writer->recording->input;
    struct expected expected;
    bool made = part->kind == LAB_LOOP ? oracle_make_loop(part, id, input, judgement->what.n, &expected)
                                       : oracle_make(part->kind, part->elements_per_block, id, input,
                                                     judgement->what.n, &expected);
    if (made) {
        put_operator_values(writer->out, "expected", id, expected.values, expected.count);
        oracle_free(&expected);
    }
}

static void put_sets(const struct writer *writer) {
    const struct contents *contents = writer->recording->contents;
    FILE *out = writer->out;
    if (contents == NULL) {
        return;
    }
    fputs("\"sets\": [", out);
    for (size_t i = 0; i < contents->set_count; i++) {
        const struct content_set *set = &contents->sets[i];
        fputs(i > 0 ? ",[" : "[", out);
        for (uint32_t k = 0; k < set->run_count; k++) {
            const struct content_run *run = &contents->runs[set->first_run + k];
            fprintf(out, "%s%u,%u,%u,%u", k > 0 ? "," : "", run->first, run->count, run->step, run->times);
        }
        fputc(']', out);
    }
    fputs("],\n\"output_sets\": [", out);
    for (size_t i = 0; i < writer->recording->output_count; i++) {
        fprintf(out, "%s%lld", i > 0 ? "," : "", (long long)contents->of_output[i] - 1);
    }
    fputs("],\n", out);
}

static void put_head(const struct writer *writer, enum operator_id id) {
    const struct traced *traced = writer->traced;
    const struct judgement *judgement = traced->judgement;
    const struct options *options = traced->result->options;
    static const char *const kinds[] = {"reduction",
                                        "inclusive scan",
                                        "exclusive scan",
                                        "inclusive scan of sections",
                                        "exclusive scan of sections",
                                        "loop"};
    FILE *out = writer->out;
    char replay[1400], text[WORDS_SIZE];
    if (traced->replay != NULL) {
        snprintf(replay, sizeof(replay), "%s", traced->replay);
    } else {
        replay_command(options, traced->result->lab, traced->part, &judgement->what, replay, sizeof(replay));
    }
    fprintf(out, "{\"format\": \"labs-trace\", \"version\": %d,\n", TRACE_VERSION);
    json_field(out, "lab", traced->result->lab->name);
    fputs(", ", out);
    json_field(out, "part", traced->part->name);
    fputs(", ", out);
    json_field(out, "title", traced->part->title);
    fputs(", ", out);
    json_field(out, "program", options->program);
    fprintf(out, ", \"operator\": \"%s\", \"commutes\": %s, \"kind\": \"%s\", \"section\": %zu,\n",
            operators[id].name, operators[id].commutes ? "true" : "false",
            traced->replay != NULL ? "program" : kinds[traced->part->kind], traced->part->elements_per_block);
    fprintf(out, "\"n\": %zu, \"seed\": %llu, \"verdict\": \"%s\", ", judgement->what.n,
            (unsigned long long)judgement->what.seed, verdict_names[judgement->verdict]);
    json_field(out, "reason", words_english(&judgement->reason, text));
    fputs(", ", out);
    json_field(out, "replay", replay);
    const struct region *todo =
        judgement->verdict == VERDICT_FAIL ? todo_next_of(&traced->result->todos, traced->part) : NULL;
    if (todo != NULL) {
        fprintf(out, ",\n\"todo\": [%d, %d]", todo->number, todo->begin_line);
    }
    fprintf(out, ",\n\"left_out\": %llu, \"hypotheses\": [",
            (unsigned long long)(writer->events == NULL ? 0 : writer->events->left_out));
    for (size_t i = 0; i < judgement->hypothesis_count; i++) {
        fputs(i > 0 ? ", " : "", out);
        const char *phrase = words_english_tail(&judgement->hypotheses[i], text);
        json_text(out, phrase, strlen(phrase));
    }
    fputs("],\n", out);
    if (judgement->compared) {
        fprintf(out, "\"wrong_elements\": %zu, \"index\": %zu,\n", judgement->mismatch.count,
                judgement->mismatch.first);
    }
}

int trace_json(FILE *out, const struct traced *traced) {
    const struct judgement *judgement = traced->judgement;
    enum operator_id id = oracle_operator(traced->part, judgement->what.operator_id);
    struct events *events = events_make(judgement->recording.record);
    if (events == NULL) {
        return -1;
    }
    struct writer writer = {.out = out,
                            .traced = traced,
                            .source = traced->result->sources[judgement->what.operator_id],
                            .recording = &judgement->recording,
                            .events = events,
                            .floats = id == OPERATOR_FLOAT_SUM,
                            .brief = judgement->what.n >= BRIEF_FROM};
    put_head(&writer, id);
    put_source(&writer);
    put_places(&writer);
    put_findings(&writer);
    if (!writer.brief && writer.recording->input != NULL) {
        put_operator_values(out, "input", id, writer.recording->input, judgement->what.n);
        put_expected(&writer, id);
    }
    if (judgement->compared && !writer.brief) {
        put_operator_values(out, "output", id, writer.recording->output, writer.recording->output_count);
    }
    put_sets(&writer);
    put_arrays(&writer);
    put_launches(&writer);
    bool good = put_events(&writer);
    fputs("}\n", out);
    free(writer.places);
    events_free(events);
    return !good || fflush(out) != 0 || ferror(out) ? -1 : 0;
}
