#include "check/judge/steps.h"

#include <stdio.h>

#include "check/runner/counter_names.h"

enum { SHOWN_MAX = 40 };

bool steps_are_alike(const struct case_launch *launch, int counter) {
    uint64_t blocks = extent_count(launch->record.grid);
    for (uint32_t i = 0; i < launch->record.interval_count; i++) {
        if (launch->intervals[i].working_warps > 0 &&
            (blocks == 0 || counter_value(&launch->intervals[i], counter) % blocks != 0)) {
            return false;
        }
    }
    return true;
}

size_t steps_list(const struct case_launch *launch, int counter, char text[STEPS_TEXT_SIZE], uint64_t *sum) {
    uint64_t divisor = steps_are_alike(launch, counter) ? extent_count(launch->record.grid) : 1;
    size_t steps = 0, used = 0;
    text[0] = '\0';
    *sum = 0;
    for (uint32_t i = 0; i < launch->record.interval_count; i++) {
        if (launch->intervals[i].working_warps == 0) {
            continue;
        }
        uint64_t value = counter_value(&launch->intervals[i], counter) / divisor;
        const char *space = steps > 0 ? " " : "";
        if (steps < SHOWN_MAX && used < STEPS_TEXT_SIZE) {
            used += (size_t)snprintf(text + used, STEPS_TEXT_SIZE - used, "%s%llu", space,
                                     (unsigned long long)value);
        } else if (steps == SHOWN_MAX && used < STEPS_TEXT_SIZE) {
            used += (size_t)snprintf(text + used, STEPS_TEXT_SIZE - used, " ...");
        }
        *sum += value;
        steps++;
    }
    return steps;
}
