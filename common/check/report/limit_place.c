// Where a program exceeds a limit.
#include <stdlib.h>
#include <string.h>

#include "check/judge/limits.h"
#include "check/report/line_counters.h"
#include "check/report/report.h"
#include "check/runner/counter_names.h"
#include "regions/regions.h"

// The line with the largest value of the counter, if that is not 0.
static bool find_line(const struct case_outcome *run, const struct source *source, int counter,
                      struct source_place *found) {
    size_t count;
    struct line *lines = lines_make(run, source, &count);
    uint64_t most = 0;
    char own[1024];
    bool known = source_main_file(source, own, sizeof(own));
    for (size_t i = 0; i < count && known; i++) {
        uint64_t value = counter_value(&lines[i].total, counter);
        if (value > most && strcmp(lines[i].place.file, own) == 0) {
            most = value;
            *found = lines[i].place;
        }
    }
    free(lines);
    return most > 0;
}

void report_limit_place(const struct terminal *terminal, const struct judgement *judgement,
                        const struct source *source) {
    const struct case_outcome *run = &judgement->run;
    struct source_place place;
    if (judgement->limit == NULL) {
        return;
    }
    // What a line does not count by itself comes from its accesses to shared memory.
    const char *const counters[] = {judgement->limit->counter, "shared_load_requests"};
    int counter = counter_index(counters[0]);
    if (strcmp(counters[0], "copied_to_host") == 0) {
        source_find(source, run->result.copied_pc, &place);
        report_place(terminal, &place, "copied here");
    } else if (counter >= 0 && find_line(run, source, counter, &place)) {
        char text[120];
        snprintf(text, sizeof(text), "most %s are counted here", limit_counter_title(judgement->limit));
        report_place(terminal, &place, text);
    } else if (counter >= 0 && find_line(run, source, counter_index(counters[1]), &place)) {
        report_place(terminal, &place, "this line accesses shared memory most often");
    } else if (run->launch_count > 0 &&
               source_find(source, run->launches[run->launch_count - 1].record.launch_pc, &place) &&
               regions_done_number(place.file) == 0) {
        report_place(terminal, &place, "the kernel is launched here");
    }
}
