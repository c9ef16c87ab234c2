// Runs a suite's cases through its checker and compares its JSON report with the expectations in the suite's source
// (expectation.h). Also, in each launch the counters of the steps and of the lines must add up to the totals.
//
//   conformance SOURCE N CHECKER [OPTION]...             N: elements per case; options are for the checker
//   conformance SOURCE N CHECKER --right-cases OPTION... only cases without an error; for other schedules
//   conformance SOURCE N CHECKER --some OPTION...        the checker may have cases that the source lacks
//   conformance SOURCE N CHECKER --same                  with 1, 2 and 3 workers, twice each: all reports are equal
//
// Exit codes: 0 all as expected, 1 not, 2 the suite or its checker is unusable.
#define _GNU_SOURCE // popen under -std=c11
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "expectation.h"
#include "json.h"

enum { EXIT_WRONG = 1,
       EXIT_UNUSABLE = 2 };

// The checker's report. Ends the program if there is none.
static json_t *run_checker(const char *checker, const char *n, const char *options) {
    char command[2000];
    snprintf(command, sizeof(command), "'%s' --program cases --n %s --all --json - %s", checker, n, options);
    FILE *pipe = popen(command, "r");
    if (pipe == NULL) {
        perror(command);
        exit(EXIT_UNUSABLE);
    }
    json_error_t error;
    json_t *report = json_loadf(pipe, JSON_ALLOW_NUL, &error);
    pclose(pipe);
    if (report == NULL) {
        fprintf(stderr, "%s: invalid JSON in line %d, column %d: %s\n", command, error.line, error.column, error.text);
        exit(EXIT_UNUSABLE);
    }
    return report;
}

// Does this member identify the run, and not a finding?
static bool names_the_run(const char *member) {
    return strcmp(member, "device_name") == 0 || strcmp(member, "replay") == 0 ||
           strcmp(member, "repeated_with_one_worker") == 0;
}

// Writes the first path at which the two reports differ, with both values, to `text`. Returns whether they differ.
static bool differ(json_t *a, json_t *b, const char *path, char *text, size_t size) {
    char below[400];
    const char *name;
    size_t index;
    json_t *member;
    if (json_is_object(a) && json_is_object(b) && json_object_size(a) == json_object_size(b)) {
        json_object_foreach(a, name, member) {
            snprintf(below, sizeof(below), "%s/%s", path, name);
            if (!names_the_run(name) && differ(member, json_object_get(b, name), below, text, size)) {
                return true;
            }
        }
        return false;
    }
    if (json_is_array(a) && json_is_array(b) && json_array_size(a) == json_array_size(b)) {
        json_array_foreach(a, index, member) {
            snprintf(below, sizeof(below), "%s/%zu", path, index);
            if (differ(member, json_array_get(b, index), below, text, size)) {
                return true;
            }
        }
        return false;
    }
    if (json_equal(a, b)) {
        return false;
    }
    char *left = json_dumps(a, JSON_ENCODE_ANY), *right = json_dumps(b, JSON_ENCODE_ANY);
    snprintf(text, size, "%s: %s, %s", path, left == NULL ? "nothing" : left, right == NULL ? "nothing" : right);
    free(left);
    free(right);
    return true;
}

// Always the same?
static int check_same(const char *source, const char *checker, const char *n) {
    json_t *first = run_checker(checker, n, "--workers 1");
    int bad = 0;
    for (int run = 1; run < 6; run++) {
        char options[32], text[800];
        snprintf(options, sizeof(options), "--workers %d", run % 3 + 1);
        json_t *again = run_checker(checker, n, options);
        if (differ(first, again, "", text, sizeof(text))) {
            printf("%s: --workers 1 and %s differ: %s\n", source, options, text);
            bad++;
        }
        json_decref(again);
    }
    json_decref(first);
    return bad;
}

// `some`: the checker may have more cases. Returns how many are not as expected.
static int check_suite(const char *source, const struct suite *suite, const json_t *report, bool right_cases,
                       bool some) {
    const json_t *parts = json_object_get(report, "parts");
    int bad = 0;
    size_t next = 0;
    for (size_t i = 0; i < suite->case_count; i++) {
        struct conformance_case *expected = &suite->cases[i];
        const json_t *part = json_array_get(parts, next++);
        while (some && part != NULL && strcmp(json_text(part, "name"), expected->name) != 0) {
            part = json_array_get(parts, next++);
        }
        if (strcmp(json_text(part, "name"), expected->name) != 0) {
            printf("%s:%d: the checker's case %zu is not %s but '%s'\n", source, expected->line, i, expected->name,
                   json_text(part, "name"));
            return bad + 1;
        }
        if (!right_cases || !makes_mistakes(expected)) {
            bad += compare_case(source, expected, json_array_get(json_object_get(part, "cases"), 0)) > 0;
        }
    }
    if (!some && json_array_size(parts) > suite->case_count) {
        printf("%s: the checker has a case '%s' more\n", source,
               json_text(json_array_get(parts, suite->case_count), "name"));
        bad++;
    }
    return bad;
}

int main(int argc, char **argv) {
    if (argc < 4) {
        fprintf(stderr, "conformance SOURCE N CHECKER [--same | [--right-cases] OPTION...]\n");
        return EXIT_UNUSABLE;
    }
    const char *source = argv[1], *n = argv[2], *checker = argv[3];
    struct suite suite;
    if (suite_read(source, &suite) != 0) {
        return EXIT_UNUSABLE;
    }
    int bad;
    if (argc > 4 && strcmp(argv[4], "--same") == 0) {
        bad = check_same(source, checker, n);
    } else {
        bool right_cases = argc > 4 && strcmp(argv[4], "--right-cases") == 0;
        bool some = argc > 4 && strcmp(argv[4], "--some") == 0;
        char options[1000] = "";
        for (int i = right_cases || some ? 5 : 4; i < argc; i++) {
            size_t used = strlen(options);
            snprintf(options + used, sizeof(options) - used, " %s", argv[i]);
        }
        json_t *report = run_checker(checker, n, options);
        bad = check_suite(source, &suite, report, right_cases, some);
        json_decref(report);
    }
    printf("%s: %zu cases, %d not as expected\n", source, suite.case_count, bad);
    suite_free(&suite);
    return bad == 0 ? 0 : EXIT_WRONG;
}
