#include "run/options.h"

#include <stdio.h>
#include <string.h>

#include "text/option_list.h"
#include "text/suggest.h"

enum { NAMES_MAX = 32, WORKERS_MAX = 1024 };

static int unknown(const char *word, char *error, size_t size) {
    const char *names[NAMES_MAX];
    for (size_t i = 0; i < run_option_count; i++) {
        names[i] = run_options[i].name;
    }
    const char *nearest = suggest(word, names, run_option_count);
    snprintf(error, size, "unknown option %s%s%s%s", word, nearest != NULL ? "; did you mean " : "",
             nearest != NULL ? nearest : "", nearest != NULL ? "?" : "");
    return -1;
}

static int set(struct run_options *options, const char *name, const char *value, char *error, size_t size) {
    const struct {
        const char *name;
        bool *flag;
        const char **text;
        uint64_t *number, most;
    } fields[] = {
        {"--counters", &options->counters, NULL, NULL, 0},
        {"--lines", &options->lines, NULL, NULL, 0},
        {"--verbose", &options->verbose, NULL, NULL, 0},
        {"--help", &options->help, NULL, NULL, 0},
        {"--name", NULL, &options->name, NULL, 0},
        {"--json", NULL, &options->json, NULL, 0},
        {"--trace", NULL, &options->trace, NULL, 0},
        {"--source", NULL, &options->source, NULL, 0},
        {"--schedule", NULL, &options->schedule, NULL, 0},
        {"--launch", NULL, NULL, &options->launch, UINT64_MAX},
        {"--error-exitcode", NULL, NULL, &options->error_exitcode, UINT8_MAX},
        {"--workers", NULL, NULL, &options->workers, WORKERS_MAX},
        {"--schedule-seed", NULL, NULL, &options->schedule_seed, UINT64_MAX},
    };
    size_t i = 0;
    while (strcmp(fields[i].name, name) != 0) {
        i++;
    }
    if (fields[i].flag != NULL) {
        *fields[i].flag = true;
    } else if (fields[i].text != NULL) {
        *fields[i].text = value;
    } else if (!option_number(value, fields[i].most, fields[i].number)) {
        snprintf(error, size, "%s needs a whole number from 0 to %llu, not '%s'", name,
                 (unsigned long long)fields[i].most, value);
        return -1;
    }
    return 0;
}

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
            return unknown(words[at], error, size);
        }
        if (option_value(option, words, count, &at, &value, error, size) != 0 ||
            set(options, option->name, value, error, size) != 0) {
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
