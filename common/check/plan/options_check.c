#include "check/plan/options_check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "text/suggest.h"

int options_fail(char *error, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error, size, format, arguments);
    va_end(arguments);
    return -1;
}

static bool is_one_of(const char *text, const char *const *words, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(text, words[i]) == 0) {
            return true;
        }
    }
    return false;
}

// Writes the names to text[LIST_SIZE], as in "sum, max".
enum { LIST_SIZE = 256 };
static void list_names(const char *const *names, size_t count, char *text) {
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        size_t used = strlen(text);
        snprintf(text + used, LIST_SIZE - used, "%s%s", i > 0 ? ", " : "", names[i]);
    }
}

int options_report_unknown(const char *what, const char *word, const char *const *names, size_t count,
                           char *error, size_t size) {
    const char *nearest = suggest(word, names, count);
    if (nearest != NULL) {
        return options_fail(error, size, "unknown %s '%s'; did you mean '%s'?", what, word, nearest);
    }
    char list[LIST_SIZE];
    list_names(names, count, list);
    return options_fail(error, size, "unknown %s '%s'; choose from: %s", what, word, list);
}

static bool lab_has_operator(const struct lab *lab, unsigned wanted) {
    for (size_t i = 0; i < lab->part_count; i++) {
        const struct lab_part *part = &lab->parts[i];
        for (size_t k = 0; k < part->operator_count; k++) {
            if ((wanted >> part->operators[k] & 1) != 0) {
                return true;
            }
        }
        if (part->operator_count == 0 && (wanted >> OPERATOR_SUM & 1) != 0) {
            return true;
        }
    }
    return false;
}

size_t options_lab_operators(const struct lab *lab, const char *names[OPERATOR_COUNT]) {
    size_t count = 0;
    for (unsigned id = 0; id < OPERATOR_COUNT; id++) {
        if (lab_has_operator(lab, 1u << id)) {
            names[count++] = operators[id].name;
        }
    }
    return count;
}

// Looks for the example among those of the requested parts.
static int check_example(const struct options *options, const struct lab *lab, char *error, size_t size) {
    const char *names[64] = {NULL};
    size_t count = 0;
    for (size_t i = 0; i < lab->part_count; i++) {
        for (size_t k = 0; k < lab->parts[i].example_count && count < 64; k++) {
            if ((options->part == NULL || strcmp(options->part, lab->parts[i].name) == 0) &&
                !is_one_of(lab->parts[i].examples[k].name, names, count)) {
                names[count++] = lab->parts[i].examples[k].name;
            }
        }
    }
    if (is_one_of(options->example, names, count)) {
        return 0;
    }
    if (count == 0) {
        return options_fail(error, size, "%s%s has no examples", options->part == NULL ? "" : "part ",
                            options->part == NULL ? lab->name : options->part);
    }
    return options_report_unknown("example", options->example, names, count, error, size);
}

static int report_untested_operator(const struct lab *lab, char *error, size_t size) {
    const char *names[OPERATOR_COUNT];
    char list[LIST_SIZE];
    list_names(names, options_lab_operators(lab, names), list);
    return options_fail(error, size, "%s is not tested with that operator, only with: %s", lab->name, list);
}

int options_check(const struct options *options, const struct lab *lab, char *error, size_t size) {
    if (options->mix != NULL && options->source == NULL) {
        return options_fail(error, size, "--mix needs --source FILE");
    }
    if (options->exchange != NULL && options->mix == NULL) {
        return options_fail(error, size, "--exchange needs --mix SOLUTION");
    }
    if (options->not_begun && options->source == NULL) {
        return options_fail(error, size, "--not-begun needs --source FILE");
    }
    if (options->json_full && options->json == NULL) {
        return options_fail(error, size, "--json-full needs --json FILE");
    }
    static const char *const devices[] = {"sim", "gpu"}, *const schedules[] = {"fixed", "random", "reversed",
                                                                               "together"};
    if (!is_one_of(options->device, devices, 2)) {
        return options_fail(error, size, "--device must be sim or gpu, not '%s'", options->device);
    }
    if (options->schedule != NULL && !is_one_of(options->schedule, schedules, 4)) {
        return options_fail(error, size, "--schedule must be fixed, random, reversed or together, not '%s'",
                            options->schedule);
    }
    if (options->operators != 0 && !lab_has_operator(lab, options->operators)) {
        return report_untested_operator(lab, error, size);
    }
    const char *names[64];
    size_t count = 0;
    for (; count < lab->part_count && count < 64; count++) {
        names[count] = lab->parts[count].name;
    }
    if (options->part != NULL && !is_one_of(options->part, names, count)) {
        return options_report_unknown("part", options->part, names, count, error, size);
    }
    return options->example == NULL ? 0 : check_example(options, lab, error, size);
}
