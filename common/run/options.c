#include "run/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/option_list.h"
#include "text/suggest.h"

enum { NAMES_MAX = 32 };

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
        uint64_t *number;
    } fields[] = {
        {"--counters", &options->counters, NULL, NULL},
        {"--lines", &options->lines, NULL, NULL},
        {"--verbose", &options->verbose, NULL, NULL},
        {"--help", &options->help, NULL, NULL},
        {"--name", NULL, &options->name, NULL},
        {"--json", NULL, &options->json, NULL},
        {"--trace", NULL, &options->trace, NULL},
        {"--source", NULL, &options->source, NULL},
        {"--schedule", NULL, &options->schedule, NULL},
        {"--launch", NULL, NULL, &options->launch},
        {"--error-exitcode", NULL, NULL, &options->error_exitcode},
        {"--workers", NULL, NULL, &options->workers},
        {"--schedule-seed", NULL, NULL, &options->schedule_seed},
    };
    size_t i = 0;
    while (strcmp(fields[i].name, name) != 0) {
        i++;
    }
    if (fields[i].flag != NULL) {
        *fields[i].flag = true;
    } else if (fields[i].text != NULL) {
        *fields[i].text = value;
    } else {
        char *end;
        *fields[i].number = strtoull(value, &end, 10);
        if (value[0] < '0' || value[0] > '9' || *end != '\0') {
            snprintf(error, size, "%s needs a whole number, not '%s'", name, value);
            return -1;
        }
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
