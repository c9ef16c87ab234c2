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

static bool stores(const struct counters *interval) {
    return interval->shared_store_requests > 0 || interval->global_store_requests > 0;
}

// In one launch. The last interval that can be stored contains all later ones, so it is half of nothing. `whole`: only
// one interval without any access counts as half of a step.
static uint64_t second_halves(const struct case_launch *launch, int counter, bool whole) {
    uint64_t sum = 0;
    bool idle = false; // has there been one?
    for (uint32_t i = 1; i < launch->record.interval_count && i < INTERVAL_MAX - 1; i++) {
        const struct counters *first = &launch->intervals[i - 1], *second = &launch->intervals[i];
        const bool nothing = first->warp_instructions == 0 || second->warp_instructions == 0;
        if ((!stores(first) || !stores(second)) && !(whole && idle && nothing)) {
            const uint64_t one = counter_value(first, counter), other = counter_value(second, counter);
            sum += one < other ? one : other;
            idle |= nothing;
            i++; // the next step begins with another interval
        }
    }
    return sum;
}

uint64_t steps_second_halves(const struct case_outcome *run, int counter, bool whole) {
    uint64_t sum = 0;
    for (size_t i = 0; i < run->launch_count; i++) {
        sum += second_halves(&run->launches[i], counter, whole && i == 0);
    }
    return sum;
}
