#define _GNU_SOURCE // strncasecmp under -std=c11
#include "arguments.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "called_path.h"
#include "commands.h"
#include "text/suggest.h"
#include "text/option_list.h"

enum { ERROR_SIZE = 200, OPTIONS_MAX = 80 };

// The options of ./lab itself, and which commands have them. The checkers' options are in text/option_list.c.
static const struct own_option {
    unsigned commands;
    struct option option;
} own_options[] = {
    {~0U, {.name = "--lang", .kind = TEXT, .value = "LANG"}},
    {TAKES_DEVICE, {.name = "--device", .kind = TEXT, .value = "sim|gpu"}},
    {TAKES_HINT, {.name = "--step", .kind = NUMBER, .value = "K"}},
    {TAKES_HINT, {.name = "--all", .kind = FLAG}},
    {TAKES_GRADE, {.name = "--seed-file", .kind = TEXT, .value = "FILE"}},
    {TAKES_GRADE, {.name = "--cases", .kind = TEXT, .value = "FILE"}},
    {TAKES_GRADE, {.name = "--grading", .kind = TEXT, .value = "FILE"}},
    {TAKES_GRADE, {.name = "--contain", .kind = FLAG}},
    {TAKES_GRADE, {.name = "--trust", .kind = FLAG}},
    {TAKES_VIEW, {.name = "--with", .kind = TEXT, .value = "LAB[:PART]"}},
    {TAKES_BENCH, {.name = "--low", .kind = NUMBER, .value = "K"}},
    {TAKES_BENCH, {.name = "--high", .kind = NUMBER, .value = "K"}},
    {TAKES_BENCH, {.name = "--step", .kind = NUMBER, .value = "K"}},
};

enum { OWN_OPTION_COUNT = sizeof(own_options) / sizeof(own_options[0]) };

int usage_error(const struct command *command, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("lab: ", stderr);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    if (command->usage != NULL) {
        fprintf(stderr, "\nusage: ./lab %s %s", command->name, command->usage);
    }
    fputc('\n', stderr);
    return EXIT_BROKEN;
}

// Writes the options that the command takes to known[OPTIONS_MAX], and returns how many there are.
static size_t options_of(const struct command *command, struct option *known) {
    size_t count = 0;
    for (int i = 0; i < OWN_OPTION_COUNT; i++) {
        if ((own_options[i].commands & command->takes) != 0) {
            known[count++] = own_options[i].option;
        }
    }
    for (size_t i = 0; i < checker_option_count && (command->takes & TAKES_CHECK) != 0; i++) {
        known[count++] = checker_options[i];
    }
    return count;
}

// A whole number from 1 to 9999; 0 for anything else.
static int read_number(const char *word) {
    char *end;
    if (*word < '0' || *word > '9') {
        return 0;
    }
    long number = strtol(word, &end, 10);
    return *end == '\0' && number <= 9999 ? (int)number : 0;
}

static int set_device(struct arguments *arguments, const char *device) {
    static const char *const devices[] = {"sim", "gpu"};
    if (strcmp(device, "sim") != 0 && strcmp(device, "gpu") != 0) {
        const char *nearest = suggest(device, devices, 2);
        return usage_error(arguments->command, "--device is sim or gpu, not '%s'%s%s%s", device,
                           nearest != NULL ? "; did you mean " : "", nearest != NULL ? nearest : "",
                           nearest != NULL ? "?" : "");
    }
    arguments->device = device;
    return 0;
}

// Adds an option's value: of a file, its path from here. `-` is standard output.
static void add_value(struct words *words, const struct option *option, const char *value) {
    const bool is_file = strcmp(option->value, "FILE") == 0 && strcmp(value, "-") != 0;
    char *path = is_file ? called_path(value) : NULL;
    words_add(words, is_file ? path : value);
    free(path);
}

// The option at words[*at].
static int read_option(struct arguments *arguments, char **words, int count, int *at) {
    const struct command *command = arguments->command;
    struct option known[OPTIONS_MAX];
    const size_t known_count = options_of(command, known);
    const struct option *option = option_find(known, known_count, words[*at]);
    char error[ERROR_SIZE];
    const char *value;
    if (option == NULL ? option_unknown(known, known_count, words[*at], error, sizeof(error))
                       : option_value(option, words, count, at, &value, error, sizeof(error)) != 0) {
        return usage_error(command, "%s", error);
    }
    if (strcmp(option->name, "--lang") == 0) {
        arguments->language = value;
        return 0;
    }
    if ((command->takes & TAKES_DEVICE) != 0 && strcmp(option->name, "--device") == 0) {
        return set_device(arguments, value);
    }
    if ((command->takes & TAKES_VIEW) != 0 && strcmp(option->name, "--with") == 0) {
        arguments->with = value;
        return 0;
    }
    if ((command->takes & TAKES_HINT) != 0) {
        arguments->all |= option->kind == FLAG;
        arguments->step = option->kind == FLAG ? 0 : read_number(value);
        if (option->kind != FLAG && arguments->step == 0) {
            return usage_error(command, "--step needs the number of a hint, such as 1, not '%s'", value);
        }
        return 0;
    }
    arguments->whole &= option->changes_output_only;
    words_add(&arguments->words, option->name);
    if (value != NULL) {
        add_value(&arguments->words, option, value);
    }
    if (strcmp(option->name, "--json") == 0 || strcmp(option->name, "--report") == 0) {
        arguments->report = arguments->words.items[arguments->words.count - 1];
    }
    arguments->writes_reports |= arguments->report != NULL || strcmp(option->name, "--rows") == 0;
    return 0;
}

static int add_lab(struct arguments *arguments, const char *word) {
    struct lab lab;
    if (lab_meant(word, &lab, stderr) != 0) {
        return EXIT_BROKEN;
    }
    for (int i = 0; i < arguments->lab_count; i++) {
        if (strcmp(arguments->labs[i].folder, lab.folder) == 0) {
            return 0;
        }
    }
    arguments->labs[arguments->lab_count++] = lab;
    return 0;
}

// Without a lab: the one in whose folder ./lab was called.
static void add_lab_here(struct arguments *arguments) {
    const char *folder = getenv("LABS_HERE");
    const unsigned takes = TAKES_LABS | TAKES_ONE_LAB | TAKES_HINT | TAKES_TEST | TAKES_PART;
    if (folder != NULL && (arguments->command->takes & takes) != 0 &&
        lab_meant(folder, &arguments->labs[0], NULL) == 0) {
        arguments->lab_count = 1;
    }
}

// [lab] [N]. A single number is a task, but 02 is lab02.
static int read_hint_words(struct arguments *arguments, const struct words *words) {
    if (words->count == 0) {
        return 0;
    }
    const char *last = words->items[words->count - 1];
    const char *digits = strncasecmp(last, "todo", 4) == 0 ? last + 4 : last;
    bool is_number = digits[0] != '\0' && digits[strspn(digits, "0123456789")] == '\0';
    bool is_todo = words->count == 2 || (is_number && (digits[0] != '0' || strlen(digits) != 2));
    if (words->count > 2) {
        return usage_error(arguments->command, "unexpected argument '%s'", words->items[2]);
    }
    if (words->count == 2 || !is_todo) {
        int code = add_lab(arguments, words->items[0]);
        if (code != 0) {
            return code;
        }
    }
    arguments->todo = is_todo ? read_number(digits) : 0;
    if (is_todo && arguments->todo == 0) {
        return usage_error(arguments->command, "'%s' is not the number of a task", last);
    }
    return 0;
}

// [lab] [part]
static int read_part_words(struct arguments *arguments, const struct words *words) {
    struct lab lab;
    int at = 0, code = 0;
    if (words->count > 0 && (is_lab_word(words->items[0]) || lab_meant(words->items[0], &lab, NULL) == 0)) {
        code = add_lab(arguments, words->items[at++]);
    }
    if (code == 0 && words->count > at + 1) {
        return usage_error(arguments->command, "unexpected argument '%s'", words->items[at + 1]);
    }
    if (at < words->count) {
        words_add(&arguments->words, words->items[at]);
    }
    return code;
}

// Labs and CTest's options. The word after -R, -E, -L or -LE is an expression, even if it reads like a lab.
// After another option, a word is a lab if it reads like one.
static int read_test_words(struct arguments *arguments, char **words, int count) {
    static const char *const selecting[] = {"-R", "-E", "-L", "-LE"};
    const char *before = "";
    for (int i = 0; i < count; i++) {
        bool is_option = words[i][0] == '-';
        if (strcmp(words[i], "--all") == 0) {
            arguments->all = true;
            continue;
        }
        for (size_t k = 0; k < sizeof(selecting) / sizeof(selecting[0]); k++) {
            is_option |= strcmp(before, selecting[k]) == 0;
        }
        if (!is_option && (before[0] == '\0' || is_lab_word(words[i]))) {
            int code = add_lab(arguments, words[i]);
            if (code != 0) {
                return code;
            }
        } else {
            words_add(&arguments->words, words[i]);
            before = words[i];
        }
    }
    return 0;
}

// With --device sim, all other words are for sim-bench: puts them into arguments->words and returns true.
static bool read_simulator_words(struct arguments *arguments, char **words, int count) {
    bool is_sim = false;
    for (int i = 0; i < count; i++) {
        is_sim |= strcmp(words[i], "--device=sim") == 0 ||
                  (i > 0 && strcmp(words[i - 1], "--device") == 0 && strcmp(words[i], "sim") == 0);
    }
    for (int i = 0; i < count && is_sim; i++) {
        if (strcmp(words[i], "--device") == 0) {
            i++;
        } else if (strncmp(words[i], "--device=", 9) != 0) {
            words_add(&arguments->words, words[i]);
        }
    }
    arguments->device = is_sim ? "sim" : NULL;
    return is_sim;
}

// Options in any order, and the other words.
static int read_words(struct arguments *arguments, char **words, int count, struct words *others) {
    for (int i = 0; i < count; i++) {
        int code = 0;
        if (words[i][0] == '-') {
            code = read_option(arguments, words, count, &i);
        } else {
            words_add(others, words[i]);
        }
        if (code != 0) {
            return code;
        }
    }
    if ((arguments->command->takes & TAKES_HINT) != 0) {
        return read_hint_words(arguments, others);
    }
    if ((arguments->command->takes & TAKES_PART) != 0) {
        return read_part_words(arguments, others);
    }
    for (int i = 0; i < others->count; i++) {
        int code = add_lab(arguments, others->items[i]);
        if (code != 0) {
            return code;
        }
    }
    return 0;
}

// Finds arguments that contradict each other.
static int check(const struct arguments *arguments) {
    const struct command *command = arguments->command;
    if (arguments->lab_count > 1 && (command->takes & TAKES_ONE_LAB) != 0) {
        return usage_error(command, "%s takes one lab: ./lab %s %s", command->name, command->name,
                           arguments->labs[0].name);
    }
    // A second lab's report would replace the first one's.
    bool all_labs = (command->takes & MEANS_ALL_LABS) != 0;
    if (arguments->report != NULL && (arguments->lab_count > 1 || (arguments->lab_count == 0 && all_labs))) {
        return usage_error(command, "a report is about one lab: name it, as in ./lab %s lab01",
                           command->name);
    }
    return 0;
}

// Removes an earlier report, which would look like this run's if this run fails.
static void remove_report(const struct arguments *arguments) {
    struct stat status;
    if (arguments->report != NULL && stat(arguments->report, &status) == 0 && S_ISREG(status.st_mode)) {
        unlink(arguments->report);
    }
}

int arguments_read(const struct command *command, char **words, int count, struct arguments *arguments) {
    struct words others = {0};
    int code = 0;
    *arguments = (struct arguments){.command = command, .whole = true};
    if ((command->takes & TAKES_ANYTHING) != 0) {
        for (int i = 0; i < count; i++) {
            words_add(&arguments->words, words[i]);
        }
    } else if ((command->takes & TAKES_TEST) != 0) {
        code = read_test_words(arguments, words, count);
    } else if ((command->takes & TAKES_BENCH) == 0 || !read_simulator_words(arguments, words, count)) {
        code = read_words(arguments, words, count, &others);
        code = code == 0 ? check(arguments) : code;
        if (code == 0) {
            remove_report(arguments);
        }
    }
    if (code == 0 && arguments->lab_count == 0) {
        add_lab_here(arguments);
    }
    words_free(&others);
    return code;
}

void arguments_free(struct arguments *arguments) {
    words_free(&arguments->words);
}
