// Which part is to be fixed, for ./lab, which looks for the piece of code that makes its first case fail.
//
//     part sequential
//     todo 1
//     hint 1                      helps if the piece of code is not found
//     next fix part sequential    what the next step is, in the student's language
//     line 34                     the first error or note names it
//     operator sum                the lab has a program for each
//     view --part sequential --n 2
//     ./lab check lab03 --part sequential --n 2 --seed 3
#include "check/report/report.h"

#include <string.h>

#include "check/plan/replay.h"

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

int report_failed(FILE *out, const struct lab_result *result) {
    const struct part_result *part = part_to_explain(result);
    const struct judgement *failure = part != NULL ? part_first_failure(part) : NULL;
    char command[1024], fix[FIX_TEXT_SIZE];
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
    int tasks[2];
    const size_t count = report_hinted_tasks(result, part, tasks);
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "hint %d\n", tasks[i]);
    }
    report_what_to_fix(result, fix);
    if (fix[0] != '\0') {
        fprintf(out, "next %s\n", fix);
    }
    print_named(out, result, failure);
    if (part->part->operator_count > 0) {
        fprintf(out, "operator %s\n", operators[failure->what.operator_id].name);
    }
    report_view_arguments(result->options, part, command, sizeof(command));
    fprintf(out, "view %s\n", command);
    replay_command(result->options, result->lab, part->part, &failure->what, command, sizeof(command));
    return fprintf(out, "%s\n", command) > 0 && fflush(out) == 0 ? 0 : -1;
}
