// differences [--all] REPORT REPORT [AGAIN]: compares two reports of the checker, written with --json-full, on one
// program that two devices ran. Left out are times, columns, the program's path, and what is different in AGAIN, a
// second report on the first device. Prints the first difference of the most important kind; with --all, each. Exit
// codes: 0 equal, 3 equal in verdict, diagnostics and counters, 1 different, 2 a report cannot be read.
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { VERDICT, DIAGNOSTIC, COUNTER, LINE, WRONG_VALUE, WORDS, KINDS };

static const char *const kind_names[KINDS] = {"verdict", "diagnostic",  "counter",
                                              "line",    "wrong value", "words"};

// The members that begin another kind.
static const struct {
    const char *name;
    enum kind kind;
} begins[] = {{"reason_topic", DIAGNOSTIC},
              {"diagnostics", DIAGNOSTIC},
              {"counters", COUNTER},
              {"kernels", COUNTER},
              {"launches", COUNTER},
              {"lines", LINE},
              {"wrong_elements", WRONG_VALUE},
              {"index", WRONG_VALUE},
              {"expected", WRONG_VALUE},
              {"actual", WRONG_VALUE},
              {"message", WORDS},
              {"topic", WORDS},
              {"args", WORDS},
              {"text", WORDS},
              {"hint", WORDS},
              {"kernel", WORDS},
              {"launch", WORDS},
              {"array", WORDS},
              {"reason", WORDS},
              {"printed", WORDS},
              {"hypotheses", WORDS}};

static const char *const left_out[] = {"program", "device_name", "replay", "milliseconds", "column"};

enum { PATH_SIZE = 400, TEXT_SIZE = 900 };
static char first[KINDS][TEXT_SIZE];
static bool all;

static void report(enum kind kind, const char *path, const json_t *a, const json_t *b) {
    char *texts[2] = {json_dumps(a, JSON_ENCODE_ANY | JSON_COMPACT),
                      json_dumps(b, JSON_ENCODE_ANY | JSON_COMPACT)};
    char text[TEXT_SIZE];
    snprintf(text, sizeof(text), "%s %s: %.200s, %.200s", kind_names[kind], path,
             texts[0] != NULL ? texts[0] : "missing", texts[1] != NULL ? texts[1] : "missing");
    free(texts[0]);
    free(texts[1]);
    if (all) {
        puts(text);
    }
    if (first[kind][0] == '\0') {
        memcpy(first[kind], text, sizeof(text));
    }
}

static enum kind kind_of(const char *name, enum kind kind) {
    for (size_t i = 0; i < sizeof(begins) / sizeof(begins[0]); i++) {
        if (strcmp(begins[i].name, name) == 0 && begins[i].kind > kind) {
            return begins[i].kind;
        }
    }
    return kind;
}

static bool is_left_out(const char *name) {
    bool is = false;
    for (size_t i = 0; i < sizeof(left_out) / sizeof(left_out[0]); i++) {
        is |= strcmp(left_out[i], name) == 0;
    }
    return is;
}

// `again` is NULL without a third report.
static void compare(json_t *a, json_t *b, json_t *again, const char *path, enum kind kind);

static void compare_arrays(json_t *a, json_t *b, json_t *again, const char *path, enum kind kind) {
    char inner[PATH_SIZE];
    const size_t count = json_array_size(a), other = json_array_size(b);
    for (size_t i = 0; i < count && i < other; i++) {
        json_t *element = json_array_get(a, i);
        const char *name = json_string_value(json_object_get(element, "name"));
        const json_t *n = json_object_get(element, "n");
        if (name != NULL) {
            snprintf(inner, sizeof(inner), "%s[%s]", path, name);
        } else if (n != NULL) {
            snprintf(inner, sizeof(inner), "%s[%zu: n = %lld]", path, i, (long long)json_integer_value(n));
        } else {
            snprintf(inner, sizeof(inner), "%s[%zu]", path, i);
        }
        compare(element, json_array_get(b, i), json_array_get(again, i), inner, kind);
    }
    for (size_t i = count < other ? count : other; i < count || i < other; i++) {
        snprintf(inner, sizeof(inner), "%s[%zu]", path, i);
        report(kind, inner, json_array_get(a, i), json_array_get(b, i));
    }
}

static void compare(json_t *a, json_t *b, json_t *again, const char *path, enum kind kind) {
    if (json_is_object(a) && json_is_object(b)) {
        const char *name;
        json_t *value;
        json_object_foreach(a, name, value) { // both have the same members
            char inner[PATH_SIZE];
            snprintf(inner, sizeof(inner), "%s%s%s", path, path[0] != '\0' ? "." : "", name);
            if (!is_left_out(name)) {
                compare(value, json_object_get(b, name), json_object_get(again, name), inner,
                        kind_of(name, kind));
            }
        }
    } else if (json_is_array(a) && json_is_array(b)) {
        compare_arrays(a, b, again, path, kind);
    } else if (!json_equal(a, b) && (again == NULL || json_equal(a, again))) {
        report(kind, path, a, b);
    }
}

int main(int argc, char **argv) {
    enum { REPORTS = 3 };
    json_t *reports[REPORTS] = {NULL};
    all = argc > 1 && strcmp(argv[1], "--all") == 0;
    const int first_report = all ? 2 : 1;
    for (int i = 0; i < REPORTS && first_report + i < argc; i++) {
        json_error_t error;
        reports[i] = json_load_file(argv[first_report + i], 0, &error);
    }
    if (reports[0] == NULL || reports[1] == NULL) {
        printf("a report cannot be read\n");
        return 2;
    }
    compare(reports[0], reports[1], reports[2], "", VERDICT);
    for (int i = 0; i < REPORTS; i++) {
        json_decref(reports[i]);
    }
    for (int kind = 0; kind < KINDS; kind++) {
        if (first[kind][0] != '\0') {
            if (!all) {
                puts(first[kind]);
            }
            return kind <= COUNTER ? 1 : 3;
        }
    }
    return 0;
}
