#include "steps.h"

#include <stdio.h>

#include "counting.h"

bool steps_of_block(const struct run_launch *launch, int counter, char *text, size_t size) {
    uint64_t blocks = (uint64_t)launch->record.grid[0] * launch->record.grid[1] * launch->record.grid[2];
    size_t used = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < launch->record.interval_count; i++) {
        if (launch->intervals[i].working_warps == 0)
            continue;
        uint64_t value = counter_value(&launch->intervals[i], counter);
        if (blocks == 0 || value % blocks != 0)
            return false;
        if (used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%llu", used > 0 ? " " : "",
                                     (unsigned long long)(value / blocks));
    }
    return true;
}
