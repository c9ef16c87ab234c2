#include "run/options.h"

#include <stdio.h>
#include <string.h>

#include "text/option_list.h"

#define FIELD(option, field) OPTION_FIELD(option, struct run_options, field)
static const struct option_field fields[] = {
    {FIELD("--counters", counters)},
    {FIELD("--lines", lines)},
    {FIELD("--verbose", verbose)},
    {FIELD("--help", help)},
    {FIELD("--name", name)},
    {FIELD("--json", json)},
    {FIELD("--trace", trace)},
    {FIELD("--source", source)},
    {FIELD("--schedule", schedule)},
    {FIELD("--launch", launch), .most = UINT64_MAX},
    {FIELD("--error-exitcode", error_exitcode), .most = UINT8_MAX},
    {FIELD("--workers", workers), .most = 1024},
    {FIELD("--schedule-seed", schedule_seed), .most = UINT64_MAX},
};

int run_options_read(char **words, struct run_options *options, char *error, size_t size) {
    int count = 0, at = 1;
    *options = (struct run_options){0};
    while (words[count] != NULL) {
        count++;
    }
    for (; at < count && words[at][0] == '-'; at++) {
        const struct option *option = option_find(run_options, run_option_count, words[at]);
        const char *value;
        if (option == NULL) {
            return option_unknown(run_options, run_option_count, words[at], error, size);
        }
        if (option_value(option, words, count, &at, &value, error, size) != 0 ||
            option_set(fields, sizeof(fields) / sizeof(fields[0]), option, value, options, error, size) !=
                0) {
            return -1;
        }
    }
    static const char *const schedules[] = {"fixed", "random", "reversed", "together"};
    bool known = options->schedule == NULL;
    for (size_t i = 0; i < sizeof(schedules) / sizeof(schedules[0]) && !known; i++) {
        known = strcmp(options->schedule, schedules[i]) == 0;
    }
    if (!known) {
        snprintf(error, size, "--schedule must be fixed, random, reversed or together, not '%s'",
                 options->schedule);
        return -1;
    }
    options->program = words[at]; // NULL: none
    options->words = words + at;
    return 0;
}
