// Which part is to be fixed, for ./lab, which looks for the piece of code that makes its first case fail.
//
//     part sequential
//     todo 1
//     line 34                     the first error or note names it
//     shown 33                    it shows that line, or says "see also line 33 (name)"
//     number 256                  it contains this number, which may be another line's
//     operator sum                the lab has a program for each
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

// Does " (name)" follow on a line's number, as in "see also line 33 (stride)"? Some languages have a word between them.
static bool is_see_also(const char *rest) {
    while (*rest == ' ' || (unsigned char)*rest >= 0x80) {
        rest++;
    }
    return *rest == '(' && (isalpha((unsigned char)rest[1]) || rest[1] == '_') &&
           rest[1 + strspn(rest + 1, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] ==
               ')';
}

// The lines and numbers that the report of this error or note contains.
static void print_shown(FILE *out, const struct finding *finding) {
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (memory == NULL) {
        return;
    }
    const struct terminal terminal = {.out = memory};
    report_finding(&terminal, finding, true);
    fclose(memory);
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        char *end = line;
        const long number = strtol(line, &end, 10); // "   33 | code"
        if (end > line && strncmp(end, " | ", 3) == 0) {
            fprintf(out, "shown %ld\n", number);
            continue;
        }
        for (char *at = line; *at != '\0'; at = end) {
            end = at + 1;
            if (isdigit((unsigned char)*at)) {
                const long found = strtol(at, &end, 10);
                fprintf(out, "%s %ld\n", is_see_also(end) ? "shown" : "number", found);
            }
        }
    }
    free(text);
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
    print_named(out, result, failure);
    if (is_shown(failure)) {
        print_shown(out, &failure->findings[0]);
    }
    if (part->part->operator_count > 0) {
        fprintf(out, "operator %s\n", operators[failure->what.operator_id].name);
    }
    replay_command(result->options, result->lab, part->part, &failure->what, command, sizeof(command));
    return fprintf(out, "%s\n", command) > 0 && fflush(out) == 0 ? 0 : -1;
}
