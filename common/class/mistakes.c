#define _GNU_SOURCE
#include "mistakes.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result.h"

// Copies a text with each number as one '#', so that cases of different lengths are alike.
static void without_numbers(const char *text, char *out, size_t size) {
    size_t used = 0;
    for (; *text != '\0' && used + 1 < size; text++) {
        bool digit = isdigit((unsigned char)*text) != 0;
        if (!digit || used == 0 || out[used - 1] != '#') {
            out[used++] = digit ? '#' : *text;
        }
        while (digit &&
               (isdigit((unsigned char)text[1]) || (text[1] == ',' && isdigit((unsigned char)text[2])))) {
            text++;
        }
    }
    out[used] = '\0';
}

// The first diagnostic that is an error; NULL without one.
static const json_t *first_error(const json_t *one) {
    const json_t *diagnostic;
    size_t i;
    json_array_foreach(json_object_get(one, "diagnostics"), i, diagnostic) {
        if (strcmp(result_text(diagnostic, "severity"), "error") == 0) {
            return diagnostic;
        }
    }
    return NULL;
}

// What happened to a program that gave no result, or exceeded a limit, by the topic of the reason
// (common/words/topic_list.h).
static const char *title_of_end(const char *topic) {
    static const struct {
        const char *topic, *title;
    } ends[] = {{"over_limit", "more work than needed"},  {"over_limit_of_none", "more work than needed"},
                {"under_limit", "less work than needed"}, {"not_ready", "the program does not start"},
                {"no_answer", "no result in time"},       {"no_answer_endless", "no result in time"},
                {"over_output", "too much output"}};
    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        if (strcmp(topic, ends[i].topic) == 0) {
            return ends[i].title;
        }
    }
    return "the program ended early";
}

// Does the error only say where the program was when the checker stopped it? Then the reason says why.
static bool is_place_of_stop(const json_t *error) {
    return strcmp(result_text(error, "class"), "STOPPED") == 0;
}

// Describes a case that failed.
static void describe(const json_t *one, struct mistake *mistake) {
    const json_t *error = first_error(one);
    const char *hypothesis = json_string_value(json_array_get(json_object_get(one, "hypotheses"), 0));
    bool wrong = result_number(one, "wrong_elements") > 0;
    mistake->subject = mistake->hint = "";
    if (error != NULL) {
        const json_t *place = json_array_get(json_object_get(error, "places"), 0);
        bool own = strstr(result_text(place, "file"), "/starter.cu") != NULL;
        mistake->line = own ? (int)result_number(place, "line") : 0;
    }
    if (error != NULL && !is_place_of_stop(error)) {
        mistake->title = result_text(error, "title");
        mistake->example = result_text(error, "message");
        mistake->hint = result_text(error, "hint");
        snprintf(mistake->key, KEY_SIZE, "%s %s", result_text(error, "class"), result_text(error, "array"));
    } else if (wrong) {
        mistake->title = "wrong result";
        mistake->subject = hypothesis != NULL ? "the result " : "";
        mistake->example = hypothesis != NULL ? hypothesis : result_text(one, "reason");
        without_numbers(hypothesis != NULL ? hypothesis : "unknown", mistake->key, KEY_SIZE);
    } else { // a limit, "barriers: 9 per block, at most 8 are allowed: ...", or how the program ended
        mistake->example = result_text(one, "reason");
        mistake->title = title_of_end(result_text(one, "reason_topic"));
        without_numbers(mistake->example, mistake->key, KEY_SIZE);
        mistake->key[strcspn(mistake->key, ":")] = '\0';
    }
}

static struct mistake *find(struct mistake *mistakes, size_t count, const struct mistake *like) {
    for (size_t i = 0; i < count; i++) {
        if (mistakes[i].lab == like->lab && strcmp(mistakes[i].part, like->part) == 0 &&
            strcmp(mistakes[i].key, like->key) == 0) {
            return &mistakes[i];
        }
    }
    return NULL;
}

// Is the part finished? If tasks are left, only the part is that the report wants to be fixed first.
static bool is_finished(const json_t *report, const json_t *part) {
    const char *fix = result_text(report, "next_part");
    bool tasks_left = json_is_object(json_object_get(report, "next_todo"));
    return fix[0] != '\0' ? strcmp(fix, result_text(part, "name")) == 0 : !tasks_left;
}

static int by_students(const void *a, const void *b) {
    const struct mistake *one = a, *other = b;
    if (one->students != other->students) {
        return one->students > other->students ? -1 : 1;
    }
    return one->lab != other->lab ? one->lab - other->lab : strcmp(one->key, other->key);
}

struct mistake *mistakes_make(const struct class *class, size_t *count) {
    struct mistake *mistakes = calloc(1, sizeof(*mistakes));
    *count = 0;
    for (size_t i = 0; i < class->student_count; i++) {
        for (int lab = 0; lab < class->lab_count; lab++) {
            const struct entry *entry = &class->students[i].entries[lab];
            const json_t *report = json_object_get(entry->result, "report"), *part;
            size_t p;
            json_array_foreach(json_object_get(report, "parts"), p, part) {
                const json_t *one = json_array_get(json_object_get(part, "cases"), 0);
                struct mistake mistake = {.lab = lab, .hash = entry->hash, .students = 1};
                if (one == NULL || !is_finished(report, part)) {
                    continue;
                }
                snprintf(mistake.part, sizeof(mistake.part), "%s", result_text(part, "name"));
                describe(one, &mistake);
                struct mistake *known = find(mistakes, *count, &mistake);
                if (known != NULL) {
                    known->students++;
                    continue;
                }
                struct mistake *more = realloc(mistakes, (*count + 1) * sizeof(*mistakes));
                if (more == NULL) {
                    free(mistakes);
                    return NULL;
                }
                mistakes = more;
                mistakes[(*count)++] = mistake;
            }
        }
    }
    if (mistakes != NULL) {
        qsort(mistakes, *count, sizeof(*mistakes), by_students);
    }
    return mistakes;
}
