// Which part is to be fixed, for ./lab, which looks for the piece of code that makes its first case fail.
//
//     part sequential
//     todo 1
//     hint 1                      helps if the piece of code is not found
//     line 34                     the first error or note names it
//     shown 33                    it shows that line, or says "see also line 33 (name)"
//     number 256                  it contains this number, which may be another line's
//     operator sum                the lab has a program for each
//     view --part sequential --n 2
//     ./lab check lab03 --part sequential --n 2 --seed 3
#include "check/report/report.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "check/plan/replay.h"

static const struct part_result *find_failed(const struct lab_result *result) {
    const struct part_result *fix = part_to_fix(result);
    for (size_t i = 0; i < result->part_count && fix == NULL; i++) {
        const struct part_result *part = &result->parts[i];
        fix = part->verdict == VERDICT_FAIL && !part_is_unfinished(result, part) ? part : NULL;
    }
    return fix;
}

static void print_own(FILE *out, const struct lab_result *result, const struct source_place *place) {
    if (place->line > 0 && strcmp(place->file, result->todos.path) == 0) {
        fprintf(out, "line %d\n", place->line);
    }
}

static void print_named(FILE *out, const struct lab_result *result, const struct judgement *failure) {
    const struct finding *first = failure->finding_count > 0 ? &failure->findings[0] : NULL;
    if (first == NULL) {
        return;
    }
    print_own(out, result, &first->places[0]);
    print_own(out, result, &first->places[1]);
    print_own(out, result, &first->call);
    for (size_t i = 0; i < first->behind_count; i++) {
        print_own(out, result, &first->behind[i].place);
    }
    for (size_t i = 0; i < FINDING_NAMED && first->named[i] > 0; i++) {
        fprintf(out, "line %d\n", first->named[i]);
    }
}

// Does the report begin with the first error or note, and not with a limit, or with what a wrong value is?
static bool is_shown(const struct judgement *failure) {
    return failure->error_count > 0 || (failure->finding_count > 0 && failure->hypothesis_count == 0 &&
                                        failure->compared && failure->mismatch.count > 0);
}

// Prints each number in the text as a row that begins with `word`.
static void print_numbers(FILE *out, const char *word, const char *text) {
    for (char *end; *text != '\0'; text = end) {
        end = (char *)text + 1;
        if (isdigit((unsigned char)*text)) {
            fprintf(out, "%s %ld\n", word, strtol(text, &end, 10));
        }
    }
}

// The lines that the report of this error or note shows or refers to, and the numbers that it contains.
static void print_shown(FILE *out, const struct finding *finding) {
    char *text = NULL, *lines = NULL;
    size_t text_size = 0, lines_size = 0;
    const struct terminal terminal = {.out = open_memstream(&text, &text_size),
                                      .lines = open_memstream(&lines, &lines_size)};
    if (terminal.out != NULL && terminal.lines != NULL) {
        report_finding(&terminal, finding, true);
    }
    if (terminal.out != NULL && fclose(terminal.out) == 0) {
        print_numbers(out, "number", text);
    }
    if (terminal.lines != NULL && fclose(terminal.lines) == 0) {
        print_numbers(out, "shown", lines);
    }
    free(text);
    free(lines);
}

int report_failed(FILE *out, const struct lab_result *result) {
    const struct part_result *part = find_failed(result);
    const struct judgement *failure = part != NULL ? part_first_failure(part) : NULL;
    char command[1024];
    if (failure == NULL) {
        return 0;
    }
    fprintf(out, "part %s\n", part->part->name);
    for (size_t i = 0; i < result->todos.regions.count; i++) {
        const struct region *region = &result->todos.regions.regions[i];
        if (todo_belongs_to(region, part->part)) {
            fprintf(out, "todo %d\n", region->number);
        }
    }
    if (part_to_fix(result) == NULL && next_task(result) == NULL) { // otherwise the report names the task
        int tasks[2];
        const size_t count = report_hinted_tasks(result, part, tasks);
        for (size_t i = 0; i < count; i++) {
            fprintf(out, "hint %d\n", tasks[i]);
        }
    }
    print_named(out, result, failure);
    if (is_shown(failure)) {
        print_shown(out, &failure->findings[0]);
    }
    if (part->part->operator_count > 0) {
        fprintf(out, "operator %s\n", operators[failure->what.operator_id].name);
    }
    report_view_arguments(result->options, part, command, sizeof(command));
    fprintf(out, "view %s\n", command);
    replay_command(result->options, result->lab, part->part, &failure->what, command, sizeof(command));
    return fprintf(out, "%s\n", command) > 0 && fflush(out) == 0 ? 0 : -1;
}
