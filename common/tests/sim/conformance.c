// Runs a suite's cases through its checker and holds what the checker says as JSON against what stands in the
// suite's source (expectation.h). Besides, in every launch the counters of the steps and of the lines have to add up.
//
//   conformance SOURCE N CHECKER [OPTION]...             N: elements a case is given; options are for the checker
//   conformance SOURCE N CHECKER --right-cases OPTION... only cases without a mistake; for other schedules
//   conformance SOURCE N CHECKER --same                  with 1, 2 and 3 workers, twice each, all is the same
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

// The checker's JSON. Ends the program when there is none.
static struct json *run_checker(const char *checker, const char *n, const char *options) {
    char command[2000];
    snprintf(command, sizeof(command), "'%s' --program cases --n %s --all --json - %s", checker, n, options);
    FILE *pipe = popen(command, "r");
    size_t length = 0, capacity = 1 << 16, got;
    char *text = malloc(capacity);
    while (pipe != NULL && text != NULL && (got = fread(text + length, 1, capacity - length - 1, pipe)) > 0) {
        length += got;
        if (length + 1 == capacity) {
            text = realloc(text, capacity *= 2);
        }
    }
    if (pipe == NULL || text == NULL) {
        perror(command);
        exit(EXIT_UNUSABLE);
    }
    text[length] = '\0';
    pclose(pipe);
    const char *where;
    struct json *json = json_parse(text, &where);
    if (json == NULL) {
        fprintf(stderr, "%s: no JSON at byte %td of %zu: %.40s\n", command, where - text, length, where);
        exit(EXIT_UNUSABLE);
    }
    free(text);
    return json;
}

// The first member in which the two differ, as a path; NULL where they are the same. What names the run and not
// its findings is passed over.
static const char *difference(const struct json *a, const struct json *b, const char *path, char *text, size_t size) {
    if (a == NULL || b == NULL) {
        return a == b ? NULL : path;
    }
    if (a->type != b->type || (a->text != NULL && strcmp(a->text, b->text) != 0)) {
        snprintf(text, size, "%s: %s, %s", path, a->text == NULL ? "..." : a->text, b->text == NULL ? "..." : b->text);
        return text;
    }
    const struct json *left = a->first, *right = b->first;
    for (int i = 0; left != NULL || right != NULL; i++, left = left->next, right = right->next) {
        if (left == NULL || right == NULL) {
            snprintf(text, size, "%s has %d and more than %d members", path, i, i);
            return text;
        }
        const char *name = left->name == NULL ? "" : left->name;
        if (strcmp(name, "device_name") == 0 || strcmp(name, "replay") == 0 ||
            strcmp(name, "repeated_with_one_worker") == 0) {
            continue;
        }
        char below[400];
        snprintf(below, sizeof(below), "%s/%d%s%s", path, i, name[0] == '\0' ? "" : " ", name);
        const char *found = difference(left, right, below, text, size);
        if (found != NULL) {
            return found;
        }
    }
    return NULL;
}

// Always the same?
static int check_same(const char *source, const char *checker, const char *n) {
    struct json *first = run_checker(checker, n, "--workers 1");
    int bad = 0;
    for (int run = 1; run < 6; run++) {
        char options[32], text[800];
        snprintf(options, sizeof(options), "--workers %d", run % 3 + 1);
        struct json *again = run_checker(checker, n, options);
        const char *found = difference(first, again, "", text, sizeof(text));
        if (found != NULL) {
            printf("%s: --workers 1 and %s differ: %s\n", source, options, found);
            bad++;
        }
        json_free(again);
    }
    json_free(first);
    return bad;
}

static int check_suite(const char *source, const struct suite *suite, const struct json *report, bool right_cases) {
    const struct json *part = json_at(json_get(report, "parts"), 0);
    int bad = 0;
    for (size_t i = 0; i < suite->case_count; i++) {
        struct conformance_case *expected = &suite->cases[i];
        if (part == NULL || strcmp(json_text(part, "name"), expected->name) != 0) {
            printf("%s:%d: the checker's case %zu is not %s but '%s'\n", source, expected->line, i, expected->name,
                   json_text(part, "name"));
            return bad + 1;
        }
        if (!right_cases || !makes_mistakes(expected)) {
            bad += compare_case(source, expected, json_at(json_get(part, "cases"), 0));
        }
        part = part->next;
    }
    if (part != NULL) {
        printf("%s: the checker has a case '%s' more\n", source, json_text(part, "name"));
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
        char options[1000] = "";
        for (int i = right_cases ? 5 : 4; i < argc; i++) {
            size_t used = strlen(options);
            snprintf(options + used, sizeof(options) - used, " %s", argv[i]);
        }
        struct json *report = run_checker(checker, n, options);
        bad = check_suite(source, &suite, report, right_cases);
        json_free(report);
    }
    printf("%s: %zu cases, %d not as expected\n", source, suite.case_count, bad);
    suite_free(&suite);
    return bad == 0 ? 0 : EXIT_WRONG;
}
