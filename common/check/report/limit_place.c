// Where a program exceeds a limit.
#include <stdlib.h>
#include <string.h>

#include "check/judge/limits.h"
#include "check/report/line_counters.h"
#include "check/report/report.h"
#include "check/runner/counter_names.h"
#include "regions/regions.h"
#include "text/translation.h"

// The line with the largest value of the counter, if that is not 0. If it is in given code, and lines of the tasks count,
// too: the largest of these, with *in_tasks set.
static bool find_line(const struct lab_result *result, const struct judgement *judgement, int counter,
                      struct source_place *found, bool *in_tasks) {
    const struct source *source = result->sources[judgement->what.operator_id];
    size_t count;
    struct line *lines = lines_make(&judgement->run, source, &count);
    uint64_t most = 0, most_in_tasks = 0;
    char own[1024];
    bool known = source_main_file(source, own, sizeof(own));
    for (size_t i = 0; i < count && known; i++) {
        const struct source_place *place = &lines[i].place;
        uint64_t value = counter_value(&lines[i].total, counter);
        bool task = todo_at(&result->todos, place->file, place->line) != NULL;
        if (strcmp(place->file, own) == 0 && value > most) {
            *found = *place;
            most = value;
        }
        most_in_tasks = task && value > most_in_tasks ? value : most_in_tasks;
    }
    for (size_t i = 0; i < count && known && most_in_tasks > 0; i++) {
        const struct source_place *place = &lines[i].place;
        if (todo_at(&result->todos, place->file, place->line) != NULL &&
            counter_value(&lines[i].total, counter) == most_in_tasks) {
            *found = *place;
            break;
        }
    }
    *in_tasks = most_in_tasks > 0 && most_in_tasks < most;
    free(lines);
    return most > 0;
}

void report_limit_place(const struct terminal *terminal, const struct lab_result *result,
                        const struct judgement *judgement) {
    const struct source *source = result->sources[judgement->what.operator_id];
    const struct case_outcome *run = &judgement->run;
    struct source_place place;
    bool in_tasks;
    if (judgement->limit == NULL) {
        return;
    }
    // What a line does not count by itself comes from its accesses to shared memory.
    const char *const counters[] = {judgement->limit->counter, "shared_load_requests"};
    int counter = counter_index(counters[0]);
    if (strcmp(counters[0], "copied_to_host") == 0) {
        source_find(source, run->result.copied_pc, &place);
        report_place(terminal, &place, _("copied here"));
    } else if (counter >= 0 && find_line(result, judgement, counter, &place, &in_tasks)) {
        char text[240];
        snprintf(text, sizeof(text),
                 in_tasks ? _("in the tasks, most %s are counted here") : _("most %s are counted here"),
                 translate(limit_counter_title(judgement->limit)));
        report_place(terminal, &place, text);
    } else if (counter >= 0 && find_line(result, judgement, counter_index(counters[1]), &place, &in_tasks)) {
        report_place(terminal, &place,
                     in_tasks ? _("in the tasks, this line accesses shared memory most often")
                              : _("this line accesses shared memory most often"));
    } else if (run->launch_count > 0 &&
               source_find(source, run->launches[run->launch_count - 1].record.launch_pc, &place) &&
               regions_done_number(place.file) == 0) {
        report_place(terminal, &place, _("the kernel is launched here"));
    }
}
