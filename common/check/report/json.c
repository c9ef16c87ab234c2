// The verdict for programs: one JSON object, in UTF-8.
//
//     {"format": 1, "lab": "lab01-naive-reduce", "program": "starter", "device": "sim",
//      "device_name": "simulated GPU (2 workers)",
//      "check": "short" | "long",                  "long" with --long
//      "verdict": "pass" | "fail" | "skipped" | "broken" | "does not compile",
//      "points": 5, "points_max": 10,              of all aspects, in the requested parts
//      "next_part": "modulo" | null,               to be fixed first: it fails although its tasks are filled in
//      "next_todo": {"number": 2, "file": "...", "line": 57, "text": "..."} | null,
//                                                  null, too, if next_part comes before it; of the requested
//                                                  part, as long as it has one
//      "look_at": ["it uses open, pread"],          what a person should look at in the compiled file; mostly empty
//      "left_out": "cases that passed" | null,     what --json-full adds; see below
//      "parts": [
//        {"name": "modulo", "title": "...", "verdict": ... | "not run", "points": 3,
//         "aspects": {"result": {"points": 2, "points_max": 2}, "memory": {...}, "technique": {...}},
//         "done_for_you": [2, 3] | null,            empty tasks that the solution does for this verdict: if all
//                                                   cases pass, the student's tasks hold, but the part does not pass
//         "cases_planned": 15, "cases_passed": 7,
//         "cases": [
//           {"operator": "max" | null, "example": "sausage" | null, "n": 257, "seed": 8,
//            "verdict": ..., "reason": "..." | "", "reason_topic": "over_limit" | null,
//            "replay": "./lab check ...",
//            "repeated_with_one_worker": false,
//            "wrong_elements": 1 | null, "index": 0, "expected": 1, "actual": 2,   null: not compared;
//                                                  a struct is an array; a text is no value
//            "hypotheses": ["is the ..."],
//            "printed": "...",                     the program's output, its last 4,096 bytes
//            "launches": 1, "blocks": 2, "milliseconds": 0.0,
//            "copied_to_host": 8, "copied_to_device": 0, "copied_on_device": 0,
//            "blocks_left_out": 0,                            of a sampled case (docs/grading.md); not in the counters
//            "counters": {"working_warps": 47, ...},          over all launches
//            "kernels": [                                     the first 64 launches
//              {"kernel": "reduce_modulo", "grid": [2, 1, 1], "block": [256, 1, 1], "shared_bytes": 1024,
//               "milliseconds": 0.0, "counters": {...},
//               "intervals": [{...}, ...]}],                  from block barrier to block barrier
//            "lines": [{"file": "...", "line": 57, "counters": {...}}],   over all launches, ascending
//            "diagnostics": [
//              {"class": "RACE_SHARED", "severity": "error" | "note", "title": "...", "message": "...",
//               "topic": "race_without", "args": ["s_partial[4]", {"topic": "thread", "args": ["2", "0"]}, ...],
//               "hint": "...", "kernel": "...", "launch": 1, "array": "s_partial", "count": 12,
//               "places": [{"file": "..." | null, "line": 57, "column": 9, "text": "...",
//                           "topic": "...", "args": [...]}]}]}]}]}
//
// "topic" and "args" say what the "message" or "text" beside them says: its name in common/words/topic_list.h, and what
// stands for each %s and %d of its form: a string, a number, or an object with these two again.
//
// "counters" has every counter of common/runner/counters.h by its name in code. Fields may be added; those
// above must not change.
//
// Without --json-full a report has at most REPORT_MAX bytes. What does not fit is left out in steps: cases that
// passed, except for each part's largest one and the one of a single block; failing cases after each part's
// first; and the arrays "kernels" and "lines", which are then empty.
#define _GNU_SOURCE // open_memstream
#include "check/report/report.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "check/plan/replay.h"
#include "check/report/json_parts.h"
#include "text/json_text.h"
#include "words/words.h"

enum { PRINTED_MAX = 4096, REPORT_MAX = 1000000, FEW_FINDINGS = 8 };

// What a report contains.
static const struct detail {
    const char *left_out; // NULL: nothing
    bool all_passes, all_failures, all_of_case;
} details[] = {
    {NULL, true, true, true},
    {"cases that passed", false, true, true},
    {"cases that passed, and each part's failures after its first", false, false, true},
    {"most cases, kernels, lines and diagnostics", false, false, false},
};

enum { DETAIL_COUNT = sizeof(details) / sizeof(details[0]) };

// A value as its operator writes it is JSON, except NaN, infinity and memory that was never written.
static void put_value(FILE *out, const char *name, const char *text) {
    bool value = text[0] != '\0' && strspn(text, "-+.0123456789e[], ") == strlen(text);
    fprintf(out, ", \"%s\": ", name);
    if (value) {
        fputs(text, out);
    } else {
        json_text(out, text, strlen(text));
    }
}

// "name": "text", or null
static void put_optional(FILE *out, const char *name, const char *text) {
    if (text != NULL) {
        json_field(out, name, text);
    } else {
        fprintf(out, "\"%s\": null", name);
    }
}

// The expected result and what the case has instead.
static void put_comparison(FILE *out, const struct judgement *judgement) {
    if (!judgement->compared) {
        fputs(", \"wrong_elements\": null, \"index\": null, \"expected\": null, \"actual\": null", out);
        return;
    }
    char actual[WORDS_SIZE];
    fprintf(out, ", \"wrong_elements\": %zu, \"index\": %zu", judgement->mismatch.count,
            judgement->mismatch.first);
    put_value(out, "expected", judgement->expected);
    put_value(out, "actual", words_english(&judgement->actual, actual));
}

// What the program did: its output, and what was counted.
static void put_run(FILE *out, const struct case_outcome *run) {
    size_t printed = run->output_length < PRINTED_MAX ? run->output_length : PRINTED_MAX;
    fputs("\"printed\": ", out);
    json_text(out, printed > 0 ? run->output + run->output_length - printed : "", printed);
    fprintf(out, ", \"launches\": %u, \"blocks\": %llu, \"milliseconds\": %.6f", run->result.launches,
            (unsigned long long)run->block_total, run->milliseconds);
    fprintf(out,
            ", \"copied_to_host\": %llu, \"copied_to_device\": %llu, \"copied_on_device\": %llu, "
            "\"blocks_left_out\": %llu, \"counters\": ",
            (unsigned long long)run->result.copied_to_host, (unsigned long long)run->result.copied_to_device,
            (unsigned long long)run->result.copied_on_device, (unsigned long long)run->result.left_out);
    json_counters(out, &run->total);
}

static void put_case(FILE *out, const struct lab_result *result, const struct lab_part *part,
                     const struct judgement *judgement, const struct detail *detail) {
    const struct case_outcome *run = &judgement->run;
    char replay[1400], text[WORDS_SIZE], topic[TOPIC_NAME_SIZE];
    replay_command(result->options, result->lab, part, &judgement->what, replay, sizeof(replay));
    fputs("{", out);
    put_optional(out, "operator",
                 part->operator_count > 0 ? operators[judgement->what.operator_id].name : NULL);
    fputs(", ", out);
    put_optional(out, "example", judgement->what.example != NULL ? judgement->what.example->name : NULL);
    fprintf(out, ", \"n\": %zu, \"seed\": %llu, \"verdict\": \"%s\", ", judgement->what.n,
            (unsigned long long)judgement->what.seed, verdict_names[judgement->verdict]);
    json_field(out, "reason", words_english(&judgement->reason, text));
    fputs(", ", out);
    put_optional(out, "reason_topic",
                 is_said(&judgement->reason) ? words_topic_name(said_topic(&judgement->reason), topic)
                                             : NULL);
    fputs(", ", out);
    json_field(out, "replay", replay);
    fprintf(out, ", \"repeated_with_one_worker\": %s", judgement->repeated ? "true" : "false");
    put_comparison(out, judgement);
    fputs(", \"hypotheses\": [", out);
    for (size_t i = 0; i < judgement->hypothesis_count; i++) {
        fputs(i > 0 ? ", " : "", out);
        const char *phrase = words_english_tail(&judgement->hypotheses[i], text);
        json_text(out, phrase, strlen(phrase));
    }
    fputs("], ", out);
    put_run(out, run);
    fputs(", \"kernels\": [", out);
    for (size_t i = 0; i < run->launch_count && detail->all_of_case; i++) {
        fputs(i > 0 ? ", " : "", out);
        json_kernel(out, &run->launches[i]);
    }
    fputs("], \"lines\": [", out);
    if (detail->all_of_case) {
        json_lines(out, run, result->sources[judgement->what.operator_id]);
    }
    fputs("], \"diagnostics\": [", out);
    for (size_t i = 0; i < judgement->finding_count && (detail->all_of_case || i < FEW_FINDINGS); i++) {
        fputs(i > 0 ? ", " : "", out);
        json_finding(out, &judgement->findings[i]);
    }
    fputs("]}", out);
}

static int all_points(const struct part_result *part) {
    int points = 0;
    for (int aspect = 0; aspect < ASPECT_COUNT; aspect++) {
        points += part_points(part, aspect);
    }
    return points;
}

// Is this case of the part in the report?
static bool has_case(const struct part_result *part, const struct judgement *judgement,
                     const struct detail *detail) {
    if (judgement->verdict == VERDICT_PASS) {
        return detail->all_passes || judgement == part_largest_case(part) ||
               judgement == part_one_block_case(part);
    }
    return detail->all_failures || judgement == part_first_failure(part);
}

// The numbers of the part's tasks that are done for the student; null if it is not judged in that way.
static void put_done(FILE *out, const struct lab_result *result, const struct part_result *part) {
    if (!part->assisted || part->run_count == 0) {
        fputs("null", out);
        return;
    }
    const char *before = "[";
    for (size_t i = 0; i < result->todos.regions.count; i++) {
        const struct region *region = &result->todos.regions.regions[i];
        if (!region->filled && todo_belongs_to(region, part->part)) {
            fprintf(out, "%s%d", before, region->number);
            before = ", ";
        }
    }
    fputc(']', out);
}

// Stops early when the report is too long, so that it can be written with less detail.
static void put_part(FILE *out, const struct lab_result *result, const struct part_result *part,
                     const struct detail *detail, long longest) {
    const enum verdict verdict = part_is_left(result, part)                        ? VERDICT_NOT_RUN
                                 : part->assisted && part->verdict == VERDICT_PASS ? VERDICT_FAIL
                                                                                   : part->verdict;
    fputs("{", out);
    json_field(out, "name", part->part->name);
    fputs(", ", out);
    json_field(out, "title", part->part->title);
    fprintf(out, ", \"verdict\": \"%s\", \"points\": %d, \"aspects\": {", verdict_names[verdict],
            all_points(part));
    for (int aspect = 0; aspect < ASPECT_COUNT; aspect++) {
        fprintf(out, "%s\"%s\": {\"points\": %d, \"points_max\": %d}", aspect > 0 ? ", " : "",
                aspect_names[aspect], part_points(part, aspect), part_points_max(part->part, aspect));
    }
    fputs("}, \"done_for_you\": ", out);
    put_done(out, result, part);
    fprintf(out, ", \"cases_planned\": %zu, \"cases_passed\": %zu, \"cases\": [", part->case_count,
            part->passed);
    const char *before = "\n";
    for (size_t i = 0; i < part->run_count && ftell(out) <= longest; i++) {
        if (has_case(part, &part->judgements[i], detail)) {
            fputs(before, out);
            put_case(out, result, part->part, &part->judgements[i], detail);
            before = ",\n";
        }
    }
    fputs("]}", out);
}

static void put_report(FILE *out, const struct lab_result *result, const struct detail *detail,
                       long longest) {
    char text[WORDS_SIZE];
    int points = 0, points_max = 0;
    for (size_t i = 0; i < result->part_count; i++) {
        points += all_points(&result->parts[i]);
        for (int aspect = 0; aspect < ASPECT_COUNT; aspect++) {
            points_max += part_points_max(result->parts[i].part, aspect);
        }
    }
    fputs("{\"format\": 1, ", out);
    json_field(out, "lab", result->lab->name);
    fputs(", ", out);
    json_field(out, "program", result->options->program);
    fputs(", ", out);
    json_field(out, "device", result->options->device);
    fputs(", ", out);
    json_field(out, "device_name", words_english(&result->device, text));
    fputs(", ", out);
    json_field(out, "check", result->options->long_check ? "long" : "short");
    fprintf(out, ", \"verdict\": \"%s\", \"points\": %d, \"points_max\": %d, ",
            verdict_names[result->verdict], points, points_max);
    const struct part_result *fix = part_to_fix(result);
    put_optional(out, "next_part", fix != NULL ? fix->part->name : NULL);
    fputs(", \"next_todo\": ", out);
    const struct region *next = fix != NULL ? NULL : next_task(result);
    if (next != NULL) {
        fprintf(out, "{\"number\": %d, ", next->number);
        json_field(out, "file", result->todos.path);
        fprintf(out, ", \"line\": %d, ", next->begin_line);
        json_field(out, "text", next->text);
        fputc('}', out);
    } else {
        fputs("null", out);
    }
    fputs(", \"look_at\": [", out);
    for (size_t i = 0; i < result->look.count; i++) {
        fputs(i > 0 ? ", " : "", out);
        json_text(out, result->look.lines[i], strlen(result->look.lines[i]));
    }
    fputs("], ", out);
    put_optional(out, "left_out", detail->left_out);
    fputs(", \"parts\": [", out);
    for (size_t i = 0; i < result->part_count; i++) {
        fputs(i > 0 ? ",\n" : "\n", out);
        put_part(out, result, &result->parts[i], detail, longest);
    }
    fputs("]}\n", out);
}

int report_json(FILE *out, const struct lab_result *result) {
    char *text = NULL;
    size_t length = 0;
    for (int i = 0; i < DETAIL_COUNT; i++) {
        bool last = result->options->json_full || i == DETAIL_COUNT - 1;
        FILE *memory = open_memstream(&text, &length);
        if (memory == NULL) {
            return -1;
        }
        put_report(memory, result, &details[i], last ? LONG_MAX : REPORT_MAX);
        bool written = ferror(memory) == 0;
        written &= fclose(memory) == 0;
        if (written && (last || length <= REPORT_MAX)) {
            written = fwrite(text, 1, length, out) == length;
            free(text);
            return written && fflush(out) == 0 ? 0 : -1;
        }
        free(text);
        if (!written) {
            return -1;
        }
    }
    return -1;
}
