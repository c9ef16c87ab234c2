// Where a program exceeds a limit.
#include <stdlib.h>
#include <string.h>

#include "check/judge/limits.h"
#include "check/report/line_counters.h"
#include "check/report/report.h"
#include "check/runner/counter_names.h"
#include "regions/regions.h"
#include "text/translation.h"

// The line with the largest value of the counter, if that is not 0. With `tasks`, if it is in given code, and lines of the
// tasks count, too: the largest of these, with *in_tasks set.
static bool find_line(const struct lab_result *result, const struct judgement *judgement, int counter,
                      bool tasks, struct source_place *found, bool *in_tasks) {
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
        most_in_tasks = tasks && task && value > most_in_tasks ? value : most_in_tasks;
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

// Has the first launch more blocks than the part needs for its input? Then it is at *place.
static bool launched_too_many(const struct lab_part *part, const struct judgement *judgement,
                              const struct source *source, struct source_place *place) {
    const struct case_outcome *run = &judgement->run;
    const struct launch_record *first = run->launch_count > 0 ? &run->launches[0].record : NULL;
    size_t each = part->elements_per_block;
    return first != NULL && each > 0 && first->grid[0] > (judgement->what.n + each - 1) / each &&
           source_find(source, first->launch_pc, place) && regions_done_number(place->file) == 0;
}

void report_limit_place(const struct terminal *terminal, const struct lab_result *result,
                        const struct lab_part *part, const struct judgement *judgement) {
    const struct source *source = result->sources[judgement->what.operator_id];
    const struct case_outcome *run = &judgement->run;
    struct source_place place;
    bool in_tasks;
    if (judgement->limit == NULL) {
        return;
    }
    const char *counted = judgement->limit->counter;
    bool block_barriers = strcmp(counted, "barriers") == 0;
    if (block_barriers && judgement->limit->per == LIMIT_PER_CASE &&
        launched_too_many(part, judgement, source, &place)) {
        report_place(terminal, &place, _("more blocks than necessary are launched here"));
        return;
    }
    if ((block_barriers || strcmp(counted, "warp_barriers") == 0) &&
        report_calls(terminal, result, part, block_barriers ? "__syncthreads" : "__syncwarp",
                     _("a barrier"))) {
        return;
    }
    if (strcmp(counted, "combines") == 0 &&
        report_calls(terminal, result, part, "combine", _("values are combined here"))) {
        return;
    }
    // What a line does not count by itself comes from its accesses to shared memory.
    const char *const counters[] = {judgement->limit->counter, "shared_load_requests"};
    int counter = counter_index(counters[0]);
    if (strcmp(counters[0], "copied_to_host") == 0) {
        source_find(source, run->result.copied_pc, &place);
        report_place(terminal, &place, _("copied here"));
        report_origins(terminal, &place, ORIGINS_OF_ALL);
    } else if (counter >= 0 && find_line(result, judgement, counter, true, &place, &in_tasks)) {
        char text[240];
        snprintf(text, sizeof(text),
                 in_tasks ? _("in the tasks, most %s are counted here") : _("most %s are counted here"),
                 translate(limit_counter_title(judgement->limit)));
        report_place(terminal, &place, text);
        if (strstr(counted, "conflicts") != NULL) {
            report_origins(terminal, &place, ORIGINS_OF_INDEX);
        }
        if (in_tasks) {
            find_line(result, judgement, counter, false, &place, &in_tasks);
            snprintf(text, sizeof(text), _("most %s are counted here"),
                     translate(limit_counter_title(judgement->limit)));
            report_place(terminal, &place, text);
        }
    } else if (counter >= 0 &&
               find_line(result, judgement, counter_index(counters[1]), true, &place, &in_tasks)) {
        report_place(terminal, &place,
                     in_tasks ? _("in the tasks, this line accesses shared memory most often")
                              : _("this line accesses shared memory most often"));
    } else if (run->launch_count > 0 &&
               source_find(source, run->launches[run->launch_count - 1].record.launch_pc, &place) &&
               regions_done_number(place.file) == 0) {
        report_place(terminal, &place, _("the kernel is launched here"));
    }
}
