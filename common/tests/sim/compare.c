#define _GNU_SOURCE // strdup, strtok_r under -std=c11
#include "compare.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *source;
static int bad;

__attribute__((format(printf, 2, 3))) static void complain(int line, const char *format, ...) {
    va_list values;
    va_start(values, format);
    printf("%s:%d: ", source, line);
    vprintf(format, values);
    printf("\n");
    va_end(values);
    bad++;
}

bool makes_mistakes(const struct conformance_case *expected) {
    for (size_t i = 0; i < expected->expectation_count; i++) {
        enum expectation_kind kind = expected->expectations[i].kind;
        if (kind == EXPECT_MISTAKE || kind == EXPECT_REASON) {
            return true;
        }
    }
    return false;
}

// ---- Errors ----------------------------------------------------------------------------------------------

static bool is_note(const json_t *diagnostic) {
    return strcmp(json_text(diagnostic, "severity"), "note") == 0;
}

static const json_t *place_of(const json_t *diagnostic, unsigned index) {
    return json_array_get(json_object_get(diagnostic, "places"), index);
}

static int line_of(const json_t *diagnostic, unsigned index) {
    return (int)json_number(place_of(diagnostic, index), "line");
}

// In the message, or in the words of one of its places?
static bool says(const json_t *diagnostic, const char *text) {
    return strstr(json_text(diagnostic, "message"), text) != NULL ||
           strstr(json_text(place_of(diagnostic, 0), "text"), text) != NULL ||
           strstr(json_text(place_of(diagnostic, 1), "text"), text) != NULL;
}

// "TITLE; TEXT; TEXT": of this class, at this line, with each of the texts?
static bool fits(const struct expectation *expectation, const json_t *diagnostic) {
    char *words = strdup(expectation->text), *rest;
    const char *title = strtok_r(words, ";", &rest);
    bool right = line_of(diagnostic, 0) == expectation->line && strcmp(title, json_text(diagnostic, "title")) == 0;
    for (char *text; right && (text = strtok_r(NULL, ";", &rest)) != NULL;) {
        right = says(diagnostic, text + strspn(text, " "));
    }
    free(words);
    return right;
}

static void complain_of(int line, const char *what, const json_t *diagnostic) {
    complain(line, "%s: %s: %s; %s | %s:%d", what, json_text(diagnostic, "title"), json_text(diagnostic, "message"),
             json_text(place_of(diagnostic, 0), "text"), json_text(place_of(diagnostic, 1), "text"),
             line_of(diagnostic, 1));
}

// A second place must be on the line of the first, or expected: at its line, or in conformance.h, where the arrays of
// many cases are allocated.
static void compare_other_place(struct conformance_case *expected, const json_t *diagnostic) {
    int line = line_of(diagnostic, 1);
    bool in_header = strstr(json_text(place_of(diagnostic, 1), "file"), "conformance.h") != NULL;
    bool announced = line == 0 || (!in_header && line == line_of(diagnostic, 0));
    for (size_t i = 0; i < expected->expectation_count; i++) {
        struct expectation *one = &expected->expectations[i];
        if (one->kind == (in_header ? EXPECT_OTHER_PLACE_IN_HEADER : EXPECT_OTHER_PLACE) &&
            (in_header || one->line == line)) {
            announced = one->met = true;
        }
    }
    if (!announced) {
        complain_of(line, "no \"other place\" is expected here", diagnostic);
    }
}

// `first`: of all.
static void compare_diagnostic(struct conformance_case *expected, const json_t *diagnostic, bool first) {
    bool known = is_note(diagnostic);
    for (size_t i = 0; i < expected->expectation_count; i++) {
        struct expectation *one = &expected->expectations[i];
        bool kind = one->kind == (is_note(diagnostic) ? EXPECT_NOTE : EXPECT_MISTAKE);
        if (kind && !one->met && (first || !one->first) && fits(one, diagnostic)) {
            known = one->met = true;
            compare_other_place(expected, diagnostic);
            break;
        }
        if (one->kind == EXPECT_NO_NOTE && strcmp(one->text, json_text(diagnostic, "title")) == 0) {
            complain_of(one->written, "reported", diagnostic);
        }
    }
    if (!known) {
        complain_of(line_of(diagnostic, 0), "not expected", diagnostic);
    }
}

// ---- Counters --------------------------------------------------------------------------------------------

// "NAME = V, NAME = V, all others = V" against an object of counters.
static void compare_counters(const struct expectation *expectation, json_t *counters) {
    char named[1000] = " ", *words = strdup(expectation->text), *rest;
    for (char *item = strtok_r(words, ",", &rest); item != NULL; item = strtok_r(NULL, ",", &rest)) {
        char name[64];
        long long value;
        int used = 0;
        if (sscanf(item, " all others = %lld%n", &value, &used) == 1 && item[used] == '\0') {
            const char *one;
            json_t *counted;
            json_object_foreach(counters, one, counted) {
                snprintf(name, sizeof(name), " %s ", one);
                if (strstr(named, name) == NULL && json_integer_value(counted) != value) {
                    complain(expectation->written, "%s is %lld", one, json_number(counters, one));
                }
            }
        } else if (sscanf(item, " %63[a-z_] = %lld%n", name, &value, &used) == 2 && item[used] == '\0') {
            if (json_object_get(counters, name) == NULL) {
                complain(expectation->written, "no counter %s", name);
            } else if (json_number(counters, name) != value) {
                complain(expectation->written, "%s is %lld", name, json_number(counters, name));
            }
            size_t length = strlen(named);
            snprintf(named + length, sizeof(named) - length, "%s ", name);
        } else {
            complain(expectation->written, "malformed: %s", item);
        }
    }
    free(words);
}

// "NAME = 3 0 1" against the intervals of a launch.
static void compare_steps(const struct expectation *expectation, const json_t *launch) {
    char name[64], text[1000] = "";
    int used = 0;
    if (sscanf(expectation->text, "%63[a-z_] = %n", name, &used) != 1 || used == 0) {
        complain(expectation->written, "malformed: %s", expectation->text);
        return;
    }
    const json_t *steps = json_object_get(launch, "intervals");
    size_t index;
    json_t *step;
    json_array_foreach(steps, index, step) {
        size_t length = strlen(text);
        snprintf(text + length, sizeof(text) - length, index > 0 ? " %lld" : "%lld", json_number(step, name));
    }
    if (strcmp(text, expectation->text + used) != 0) {
        complain(expectation->written, "%s is %s", name, text);
    }
}

static json_t *line_counters(const json_t *found, int line) {
    const json_t *lines = json_object_get(found, "lines");
    size_t index;
    json_t *one;
    json_array_foreach(lines, index, one) {
        if ((int)json_number(one, "line") == line) {
            return json_object_get(one, "counters");
        }
    }
    return NULL;
}

static void compare_count(struct expectation *expectation, const json_t *found) {
    const json_t *launches = json_object_get(found, "kernels");
    switch (expectation->kind) {
    case EXPECT_COUNT:
        compare_counters(expectation, json_object_get(expectation->launch == 0
                                                          ? found
                                                          : json_array_get(launches, (unsigned)expectation->launch - 1),
                                                      "counters"));
        break;
    case EXPECT_COUNT_LINE:
        compare_counters(expectation, line_counters(found, expectation->line));
        break;
    case EXPECT_COUNT_BY_STEP:
        compare_steps(expectation, json_array_get(launches, 0));
        break;
    default:
        return;
    }
    expectation->met = true;
}

// Do the counters of all `parts` (each an object of counters, or with one in "counters") add up to `total`?
static void add_up(int line, const char *what, json_t *total, const json_t *parts, bool by_line) {
    const char *counter;
    json_t *counted, *part;
    json_object_foreach(total, counter, counted) {
        static const char *const of_no_line =
            " working_warps active_warps divergent_warps barriers warp_barriers shuffles critical_path "
            "silent_waits ";
        char name[64];
        snprintf(name, sizeof(name), " %s ", counter);
        if (by_line && strstr(of_no_line, name) != NULL) {
            continue;
        }
        long long sum = 0;
        size_t index;
        json_array_foreach(parts, index, part) {
            const json_t *counters = json_object_get(part, "counters");
            sum += json_number(counters == NULL ? part : counters, counter);
        }
        if (sum != json_integer_value(counted)) {
            complain(line, "%s is %lld, but its %s add up to %lld", counter, json_number(total, counter), what, sum);
        }
    }
}

// ---- All together ----------------------------------------------------------------------------------------

static void compare_verdict(struct conformance_case *expected, const json_t *found) {
    const char *verdict = json_text(found, "verdict"), *wanted = makes_mistakes(expected) ? "fail" : "pass";
    if (strcmp(verdict, wanted) != 0) {
        char *actual = json_dumps(json_object_get(found, "actual"), JSON_ENCODE_ANY);
        complain(expected->line, "%s: the verdict is %s: %s; it returned %s", expected->name, verdict,
                 json_text(found, "reason"), actual == NULL ? "nothing" : actual);
        free(actual);
    }
    for (size_t i = 0; i < expected->expectation_count; i++) {
        struct expectation *one = &expected->expectations[i];
        if (one->kind == EXPECT_REASON) {
            one->met = strstr(json_text(found, "reason"), one->text) != NULL;
        }
        if (one->kind == EXPECT_NOTHING || one->kind == EXPECT_NO_NOTE) {
            one->met = true; // otherwise that has been reported
        }
    }
}

int compare_case(const char *path, struct conformance_case *expected, const json_t *found) {
    source = path;
    bad = 0;
    if (found == NULL) {
        complain(expected->line, "%s was not run", expected->name);
        return bad;
    }
    compare_verdict(expected, found);
    const json_t *diagnostics = json_object_get(found, "diagnostics");
    size_t index;
    json_t *one;
    json_array_foreach(diagnostics, index, one) {
        compare_diagnostic(expected, one, index == 0);
    }
    const json_t *launches = json_object_get(found, "kernels");
    json_array_foreach(launches, index, one) {
        add_up(expected->line, "steps", json_object_get(one, "counters"), json_object_get(one, "intervals"), false);
    }
    if (json_number(found, "launches") <= 64) { // only the first 64 are reported one by one
        add_up(expected->line, "launches", json_object_get(found, "counters"), launches, false);
    }
    add_up(expected->line, "lines", json_object_get(found, "counters"), json_object_get(found, "lines"), true);
    for (size_t i = 0; i < expected->expectation_count; i++) {
        struct expectation *one = &expected->expectations[i];
        compare_count(one, found);
        if (!one->met) {
            complain(one->written, "%s: not met: %s (%s)", expected->name, one->text, json_text(found, "reason"));
        }
    }
    return bad;
}
