#include "sim/report/lost_value.h"

#include "runner/element_name.h"
#include "sim/report/who.h"

void report_lost_value(struct report *report, bool whole_warp, const struct shared_array *array, size_t index,
                       unsigned thread, uint32_t pc) {
    struct diagnostic *made =
        report_add(report, whole_warp ? DIAGNOSTIC_LOST_VALUE : DIAGNOSTIC_LOST_LANE, array->name, pc, 0);
    if (made != NULL) {
        char element[96];
        say(&made->message,
            WORDS(TOPIC(NEVER_READ_BY_ANY),
                  NAME(element_name(array->name, array->row, (long long)index, element, sizeof(element))),
                  PART(who_thread(report->launch, report->block_id, thread))));
        made->lost = (struct diagnostic_lost){
            .index = index, .block = report->block_id - report->launch->first_block, .shared = 1};
    }
}

void report_unset_value(struct report *report, const struct shared_array *array, size_t index,
                        unsigned thread, uint32_t pc) {
    struct diagnostic *made = report_add_found_later(report, DIAGNOSTIC_UNSET_READ, array->name, pc, 0);
    if (made != NULL) {
        char element[96];
        made->lost.shared = 1;
        say(&made->message,
            WORDS(TOPIC(STORES_UNSET), PART(who_thread(report->launch, report->block_id, thread)),
                  NAME(element_name(array->name, array->row, (long long)index, element, sizeof(element)))));
    }
}
