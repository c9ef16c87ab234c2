#include "text/option_list.h"

#include <stdio.h>
#include <string.h>

// To add an option of the checkers: a line here, and its case in options.c.
const struct option checker_options[] = {
    {"--program", TEXT, "WHICH", "starter (default), solution, or the path of a runner", false},
    {"--device", TEXT, "DEVICE", "sim (default) or gpu", false},
    {"--part", TEXT, "PART", "this part alone", false},
    {"--operator", TEXT, "OPERATOR", "this operator alone (may be given several times)", false},
    {"--n", NUMBER, "N", "one case of N elements", false},
    {"--example", TEXT, "NAME", "one case, the lesson's example of that name", false},
    {"--seed", NUMBER, "S", "seed of that case, or of the first case", false},
    {"--all", FLAG, NULL, "go on after a failing case", true},
    {"--aspect", TEXT, "ASPECT", "grade result, memory or technique alone", false},
    {"--grade", FLAG, NULL, "show the points of each aspect", true},
    {"--counters", FLAG, NULL, "show what the simulated GPU counted in each part's largest case", true},
    {"--lines", FLAG, NULL, "show it for each line of the source", true},
    {"--summary", FLAG, NULL, "show one row of counters a part", true},
    {"--brief", FLAG, NULL, "of a pass show only the last line", true},
    {"--rows", TEXT, "FILE", "append rows to FILE, for the tables of ./lab demo and grade", false},
    {"--verbose", FLAG, NULL, "show every case, every diagnostic and what the program printed", true},
    {"--list", FLAG, NULL, "show parts and cases, run nothing", false},
    {"--plan", FLAG, NULL, "show PART:KIND:SECTION of each part that a bench can time, run nothing", false},
    {"--speed", FLAG, NULL,
     "show the same, and the least share of the ceiling in per cent, of each part that has one", false},
    {"--not-compiled", FLAG, NULL, "say so in the reports, with no points, run nothing", false},
    {"--limit", SECONDS, "SECONDS", "longest time for a case (60)", false},
    {"--workers", NUMBER, "K", "operating-system threads of the simulated GPU (one a core)", false},
    {"--schedule", TEXT, "ORDER", "order of warps and blocks: fixed (default), random, reversed, together",
     false},
    {"--schedule-seed", NUMBER, "S", "seed of a random order", false},
    {"--json", TEXT, "FILE", "write a machine-readable report; - is standard output", false},
    {"--source", TEXT, "FILE", "the program's source, for its TODOs", false},
    {"--help", FLAG, NULL, "this text", false},
};

const size_t checker_option_count = sizeof(checker_options) / sizeof(checker_options[0]);

const struct option *option_find(const struct option *options, size_t count, const char *word) {
    size_t length = strcspn(word, "=");
    for (size_t i = 0; i < count; i++) {
        if (strncmp(options[i].name, word, length) == 0 && options[i].name[length] == '\0') {
            return &options[i];
        }
    }
    return NULL;
}

int option_value(const struct option *option, char **words, int word_count, int *at, const char **value,
                 char *error, size_t size) {
    const char *equals = strchr(words[*at], '=');
    *value = equals != NULL ? equals + 1 : NULL;
    if (option->kind == FLAG) {
        if (equals != NULL) {
            snprintf(error, size, "%s takes no value", option->name);
        }
        return equals != NULL ? -1 : 0;
    }
    if (equals == NULL && *at + 1 < word_count) {
        *value = words[++*at];
    }
    if (*value == NULL || **value == '\0') {
        snprintf(error, size, "%s needs a value: %s %s", option->name, option->name, option->value);
        return -1;
    }
    return 0;
}
