#include "check/plan/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/plan/options_check.h"
#include "text/option_list.h"

const char *const aspect_names[ASPECT_COUNT] = {"result", "memory", "technique"};

// The options but --operator, --aspect and --picture. 2^32 ints are 16 GiB; workers are real threads.
#define FIELD(option, field) OPTION_FIELD(option, struct options, field)
static const struct option_field fields[] = {
    {FIELD("--long", long_check)},
    {FIELD("--all", all)},
    {FIELD("--grade", grade)},
    {FIELD("--counters", counters)},
    {FIELD("--lines", lines)},
    {FIELD("--summary", summary)},
    {FIELD("--brief", brief)},
    {FIELD("--verbose", verbose)},
    {FIELD("--list", list)},
    {FIELD("--counter-limits", counter_limits)},
    {FIELD("--plan", plan)},
    {FIELD("--speed", speed)},
    {FIELD("--not-compiled", not_compiled)},
    {FIELD("--not-begun", not_begun)},
    {FIELD("--for-student", for_student)},
    {FIELD("--show", show)},
    {FIELD("--help", help)},
    {FIELD("--contain", contain)},
    {FIELD("--trust", trust)},
    {FIELD("--whole", whole)},
    {FIELD("--mixed", mixed)},
    {FIELD("--done-counts", done_counts)},
    {FIELD("--json-full", json_full)},
    {FIELD("--program", program)},
    {FIELD("--runners", runners)},
    {FIELD("--device", device)},
    {FIELD("--part", part)},
    {FIELD("--example", example)},
    {FIELD("--schedule", schedule)},
    {FIELD("--json", json)},
    {FIELD("--from", from)},
    {FIELD("--count", count)},
    {FIELD("--mix", mix)},
    {FIELD("--exchange", exchange)},
    {FIELD("--rows", rows)},
    {FIELD("--trace", trace)},
    {FIELD("--source", source)},
    {FIELD("--seed-file", seed_file)},
    {FIELD("--cases", cases_file)},
    {FIELD("--grading", grading)},
    {FIELD("--par", par)},
    {FIELD("--report", report), .given = offsetof(struct options, grade)},
    {FIELD("--n", n), .most = UINT64_C(1) << 32, .given = offsetof(struct options, has_n)},
    {FIELD("--seed", seed), .most = UINT64_MAX, .given = offsetof(struct options, has_seed)},
    {FIELD("--workers", workers), .most = 1024},
    {FIELD("--schedule-seed", schedule_seed), .most = UINT64_MAX,
     .given = offsetof(struct options, has_schedule_seed)},
    {FIELD("--limit", limit), .given = offsetof(struct options, has_limit)},
};

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

static int set_option(struct options *options, const struct option *option, const char *value,
                      const struct lab *lab, char *error, size_t size) {
    const char *name = option->name;
    if (strcmp(name, "--operator") == 0) {
        return set_operator(options, lab, value, error, size);
    }
    if (strcmp(name, "--aspect") == 0) {
        return set_aspect(options, value, error, size);
    }
    if (strcmp(name, "--picture") == 0) {
        return set_picture(options, value, error, size);
    }
    return option_set(fields, sizeof(fields) / sizeof(fields[0]), option, value, options, error, size);
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
            return option_unknown(checker_options, checker_option_count, argv[i], error, size);
        }
        if (option_value(option, argv, argc, &i, &value, error, size) != 0 ||
            set_option(options, option, value, lab, error, size) != 0) {
            return -1;
        }
    }
    if (options->help) {
        return 0;
    }
    if (options->count != NULL) {
        options->partner = read_partner(options->count);
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
