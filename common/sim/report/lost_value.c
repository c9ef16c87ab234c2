#include "sim/report/lost_value.h"

#include <stdio.h>

#include "runner/element_name.h"
#include "sim/report/thread_name.h"

void report_lost_value(struct report *report, bool whole_warp, const struct shared_array *array, size_t index,
                       unsigned thread, uint32_t pc) {
    struct diagnostic *made =
        report_add(report, whole_warp ? DIAGNOSTIC_LOST_VALUE : DIAGNOSTIC_LOST_LANE, array->name, pc, 0);
    if (made != NULL) {
        char name[96], element[96];
        snprintf(made->message, sizeof(made->message), "%s is written here by %s and never read",
                 element_name(array->name, array->row, (long long)index, element, sizeof(element)),
                 thread_name(report->launch, report->block_id, thread, name, sizeof(name)));
        made->lost = (struct diagnostic_lost){
            .index = index, .block = report->block_id - report->launch->first_block, .shared = 1};
    }
}

void report_unset_value(struct report *report, const struct shared_array *array, size_t index,
                        unsigned thread, uint32_t pc) {
    struct diagnostic *made = report_add_found_later(report, DIAGNOSTIC_UNSET_READ, array->name, pc, 0);
    if (made != NULL) {
        char name[96], element[96];
        made->topic = TOPIC_UNSET_VALUE;
        made->lost.shared = 1;
        snprintf(made->message, sizeof(made->message),
                 "%s stores in %s the value of a variable that nothing has set",
                 thread_name(report->launch, report->block_id, thread, name, sizeof(name)),
                 element_name(array->name, array->row, (long long)index, element, sizeof(element)));
    }
}
