#include "check/plan/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/plan/options_check.h"
#include "text/option_list.h"
#include "text/suggest.h"

const char *const aspect_names[ASPECT_COUNT] = {"result", "memory", "technique"};

static bool read_seconds(const char *text, double *seconds) {
    char *end;
    *seconds = strtod(text, &end);
    return end != text && *end == '\0' && *seconds > 0 && *seconds <= 86400;
}

static void set_flag(struct options *options, const char *name) {
    options->long_check |= strcmp(name, "--long") == 0;
    options->all |= strcmp(name, "--all") == 0;
    options->grade |= strcmp(name, "--grade") == 0;
    options->counters |= strcmp(name, "--counters") == 0;
    options->lines |= strcmp(name, "--lines") == 0;
    options->summary |= strcmp(name, "--summary") == 0;
    options->brief |= strcmp(name, "--brief") == 0;
    options->verbose |= strcmp(name, "--verbose") == 0;
    options->list |= strcmp(name, "--list") == 0;
    options->counter_limits |= strcmp(name, "--counter-limits") == 0;
    options->plan |= strcmp(name, "--plan") == 0;
    options->speed |= strcmp(name, "--speed") == 0;
    options->not_compiled |= strcmp(name, "--not-compiled") == 0;
    options->not_begun |= strcmp(name, "--not-begun") == 0;
    options->for_student |= strcmp(name, "--for-student") == 0;
    options->show |= strcmp(name, "--show") == 0;
    options->help |= strcmp(name, "--help") == 0;
    options->contain |= strcmp(name, "--contain") == 0;
    options->trust |= strcmp(name, "--trust") == 0;
    options->whole |= strcmp(name, "--whole") == 0;
    options->largest |= strcmp(name, "--largest") == 0;
    options->mixed |= strcmp(name, "--mixed") == 0;
    options->done_counts |= strcmp(name, "--done-counts") == 0;
    options->json_full |= strcmp(name, "--json-full") == 0;
}

// Reads "writer:THREAD:TURN" and "reader:THREAD:TURN"; any other text is no such question.
static struct partner_question read_partner(const char *text) {
    struct partner_question question = {.kind = PARTNER_NONE};
    int length = 0;
    bool reads = sscanf(text, "writer:%u:%u%n", &question.thread, &question.turn, &length) == 2;
    bool writes = !reads && sscanf(text, "reader:%u:%u%n", &question.thread, &question.turn, &length) == 2;
    if ((reads || writes) && text[length] == '\0') {
        question.kind = reads ? PARTNER_WRITER : PARTNER_READER;
    }
    return question;
}

static void set_text(struct options *options, const char *name, const char *value) {
    if (strcmp(name, "--program") == 0) {
        options->program = value;
    } else if (strcmp(name, "--runners") == 0) {
        options->runners = value;
    } else if (strcmp(name, "--device") == 0) {
        options->device = value;
    } else if (strcmp(name, "--part") == 0) {
        options->part = value;
    } else if (strcmp(name, "--example") == 0) {
        options->example = value;
    } else if (strcmp(name, "--schedule") == 0) {
        options->schedule = value;
    } else if (strcmp(name, "--json") == 0) {
        options->json = value;
    } else if (strcmp(name, "--report") == 0) {
        options->report = value;
        options->grade = true;
    } else if (strcmp(name, "--from") == 0) {
        options->from = value;
    } else if (strcmp(name, "--count") == 0) {
        options->count = value;
        options->partner = read_partner(value);
    } else if (strcmp(name, "--mix") == 0) {
        options->mix = value;
    } else if (strcmp(name, "--exchange") == 0) {
        options->exchange = value;
    } else if (strcmp(name, "--rows") == 0) {
        options->rows = value;
    } else if (strcmp(name, "--trace") == 0) {
        options->trace = value;
    } else if (strcmp(name, "--seed-file") == 0) {
        options->seed_file = value;
    } else if (strcmp(name, "--cases") == 0) {
        options->cases_file = value;
    } else {
        options->source = value;
    }
}

static void set_number(struct options *options, const char *name, uint64_t number) {
    if (strcmp(name, "--n") == 0) {
        options->has_n = true;
        options->n = (size_t)number;
    } else if (strcmp(name, "--seed") == 0) {
        options->has_seed = true;
        options->seed = number;
    } else if (strcmp(name, "--workers") == 0) {
        options->workers = (int)number;
    } else {
        options->has_schedule_seed = true;
        options->schedule_seed = number;
    }
}

// The largest number that makes sense. 2^32 ints are 16 GiB; workers are real threads.
static uint64_t largest_number(const char *name) {
    if (strcmp(name, "--n") == 0) {
        return UINT64_C(1) << 32;
    }
    return strcmp(name, "--workers") == 0 ? 1024 : UINT64_MAX;
}

static int set_picture(struct options *options, const char *word, char *error, size_t size) {
    static const char *const names[PICTURE_COUNT] = {"places",  "banks",    "elements",
                                                     "threads", "partners", "lanes"};
    for (int i = 0; i < PICTURE_COUNT; i++) {
        if (strcmp(names[i], word) == 0) {
            options->picture = i;
            options->show = true;
            return 0;
        }
    }
    return options_report_unknown("picture", word, names, PICTURE_COUNT, error, size);
}

static int set_operator(struct options *options, const struct lab *lab, const char *word, char *error,
                        size_t size) {
    enum operator_id id = operator_named(word);
    if (id < OPERATOR_COUNT) {
        options->operators |= 1u << id;
        return 0;
    }
    const char *names[OPERATOR_COUNT];
    return options_report_unknown("operator", word, names, options_lab_operators(lab, names), error, size);
}

static int set_aspect(struct options *options, const char *word, char *error, size_t size) {
    for (int i = 0; i < ASPECT_COUNT; i++) {
        if (strcmp(aspect_names[i], word) == 0) {
            options->aspect = i;
            options->grade = true;
            return 0;
        }
    }
    return options_report_unknown("aspect", word, aspect_names, ASPECT_COUNT, error, size);
}

// Reads the instructor's secret seed and cases.
static int read_files(struct options *options, const struct lab *lab, char *error, size_t size) {
    options->lab_name = lab->name;
    if (options->seed_file != NULL && options->has_seed) {
        return options_fail(error, size,
                            "--seed-file gives each case its own seed: leave out --seed or --seed-file");
    }
    if (options->seed_file != NULL &&
        seed_key_read(options->seed_file, &options->seed_key, error, size) != 0) {
        return -1;
    }
    if (options->cases_file != NULL) {
        options->extra_count = extra_read(options->cases_file, lab, options->extra, error, size);
    }
    return options->extra_count < 0 ? -1 : 0;
}

static int report_unknown_option(const char *word, char *error, size_t size) {
    char name[64];
    const char *names[64];
    snprintf(name, sizeof(name), "%.*s", (int)strcspn(word, "="), word);
    for (size_t i = 0; i < checker_option_count; i++) {
        names[i] = checker_options[i].name;
    }
    const char *nearest = suggest(name, names, checker_option_count);
    if (nearest != NULL) {
        return options_fail(error, size, "unknown option %s; did you mean %s?", name, nearest);
    }
    return options_fail(error, size, "unknown option %s; --help lists all", name);
}

static int set_option(struct options *options, const struct option *option, const char *value,
                      const struct lab *lab, char *error, size_t size) {
    const char *name = option->name;
    uint64_t number = 0;
    if (option->kind == FLAG) {
        set_flag(options, name);
    } else if (strcmp(name, "--operator") == 0) {
        return set_operator(options, lab, value, error, size);
    } else if (strcmp(name, "--aspect") == 0) {
        return set_aspect(options, value, error, size);
    } else if (strcmp(name, "--picture") == 0) {
        return set_picture(options, value, error, size);
    } else if (option->kind == TEXT) {
        set_text(options, name, value);
    } else if (option->kind == SECONDS) {
        options->has_limit = true;
        if (!read_seconds(value, &options->limit)) {
            return options_fail(error, size, "%s needs a number of seconds above 0, not '%s'", name, value);
        }
    } else if (!option_number(value, largest_number(name), &number)) {
        return options_fail(error, size, "%s needs a whole number from 0 to %llu, not '%s'", name,
                            (unsigned long long)largest_number(name), value);
    } else {
        set_number(options, name, number);
    }
    return 0;
}

int options_read(int argc, char **argv, const struct lab *lab, struct options *options, char *error,
                 size_t size) {
    *options = (struct options){.program = "starter",
                                .device = "sim",
                                .seed = OPTIONS_SEED,
                                .limit = OPTIONS_LIMIT_SECONDS,
                                .aspect = -1,
                                .picture = -1};
    for (int i = 1; i < argc; i++) {
        const struct option *option = option_find(checker_options, checker_option_count, argv[i]);
        const char *value;
        if (option == NULL) {
            return report_unknown_option(argv[i], error, size);
        }
        if (option_value(option, argv, argc, &i, &value, error, size) != 0 ||
            set_option(options, option, value, lab, error, size) != 0) {
            return -1;
        }
    }
    if (options->help) {
        return 0;
    }
    return options_check(options, lab, error, size) != 0 ? -1 : read_files(options, lab, error, size);
}

bool options_want_operator(const struct options *options, enum operator_id operator_id) {
    return options->operators == 0 || (options->operators >> operator_id & 1) != 0;
}

bool options_simulated(const struct options *options) {
    return strcmp(options->device, "sim") == 0;
}

bool options_recording(const struct options *options) {
    return options_tracing(options) || options->partner.kind != PARTNER_NONE;
}

bool options_tracing(const struct options *options) {
    return options->trace != NULL || options->show;
}

bool options_full(const struct options *options) {
    return options->verbose || options->all || options_grading(options);
}

bool options_grading(const struct options *options) {
    return options->grade || options->json != NULL;
}

void options_print_help(const struct lab *lab) {
    const struct option *rest = option_find(checker_options, checker_option_count, "--help") + 1;
    printf("%s: %s\n\nRuns the parts of the lab on inputs of many lengths and judges the results.\n\n",
           lab->name, lab->title);
    option_list_print(checker_options, (size_t)(rest - checker_options));
    printf("\nFor ./lab and scripts:\n\n");
    option_list_print(rest, (size_t)(checker_options + checker_option_count - rest));
    printf("\nExit code: 0 passed, 1 failed, 2 the harness or the device failed, 77 skipped (no GPU).\n");
}
