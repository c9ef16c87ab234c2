#define _GNU_SOURCE // getline and strdup under -std=c11
#include "expectation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The beginnings, after "// ". `below`: it applies to the next line.
static const struct form {
    const char *words;
    enum expectation_kind kind;
    bool below, nowhere, text;
} forms[] = {
    {"expect: ", EXPECT_MISTAKE, false, false, true},
    {"expect below: ", EXPECT_MISTAKE, true, false, true},
    {"expect first: ", EXPECT_MISTAKE, false, false, true},
    {"expect first below: ", EXPECT_MISTAKE, true, false, true},
    {"expect nowhere: ", EXPECT_MISTAKE, false, true, true},
    {"expect nothing", EXPECT_NOTHING, false, false, false},
    {"expect note: ", EXPECT_NOTE, false, false, true},
    {"expect note below: ", EXPECT_NOTE, true, false, true},
    {"expect note nowhere: ", EXPECT_NOTE, false, true, true},
    {"expect no note: ", EXPECT_NO_NOTE, false, false, true},
    {"expect reason: ", EXPECT_REASON, false, false, true},
    {"other place in conformance.h", EXPECT_OTHER_PLACE_IN_HEADER, false, true, false},
    {"other place", EXPECT_OTHER_PLACE, false, false, false},
    {"count: ", EXPECT_COUNT, false, false, true},
    {"count in launch ", EXPECT_COUNT, false, false, true},
    {"count below: ", EXPECT_COUNT_LINE, true, false, true},
    {"count by step: ", EXPECT_COUNT_BY_STEP, false, false, true},
};

// Makes room for one more when `count` is a power of two (or 0).
static void *grown(void *array, size_t count, size_t size) {
    if (count > 0 && (count & (count - 1)) != 0) {
        return array;
    }
    void *more = realloc(array, (count > 0 ? 2 * count : 1) * size);
    if (more == NULL) {
        perror("conformance");
        exit(2);
    }
    return more;
}

// Adds the expectation in this comment, if there is one. Returns -1 if it is malformed.
static int take_comment(struct conformance_case *into, const char *comment, int line) {
    if (strncmp(comment, "expect", 6) != 0 && strncmp(comment, "count", 5) != 0 &&
        strncmp(comment, "other place", 11) != 0) {
        return 0;
    }
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        const struct form *form = &forms[i];
        size_t length = strlen(form->words);
        if (strncmp(comment, form->words, length) != 0) {
            continue;
        }
        const char *text = comment + length;
        struct expectation made = {.kind = form->kind, .written = line, .line = form->nowhere ? 0 : line + form->below, .first = strncmp(form->words, "expect first", 12) == 0};
        int used = 0;
        if (strcmp(form->words, "count in launch ") == 0 && sscanf(text, "%d: %n", &made.launch, &used) != 1) {
            return -1;
        }
        text += used;
        if ((*text != '\0') != form->text) {
            return -1;
        }
        made.text = strdup(text);
        into->expectations = grown(into->expectations, into->expectation_count, sizeof(made));
        into->expectations[into->expectation_count++] = made;
        return 0;
    }
    return -1;
}

// "write_write" in "CASE(write_write) {".
static bool take_name(const char *line, char *name) {
    return sscanf(line, "CASE(%63[a-z0-9_])", name) == 1 || sscanf(line, "SUM(%63[a-z0-9_])", name) == 1 ||
           sscanf(line, "SCAN(%63[a-z0-9_])", name) == 1;
}

static int read_cases(FILE *file, const char *path, struct suite *suite) {
    struct conformance_case current = {.line = 0};
    char *line = NULL;
    size_t capacity = 0;
    int number = 0, result = 0;
    while (getline(&line, &capacity, file) >= 0) {
        number++;
        line[strcspn(line, "\n")] = '\0';
        const char *comment = strstr(line, "// ");
        if (comment != NULL && take_comment(&current, comment + 3, number) != 0) {
            fprintf(stderr, "%s:%d: no expectation begins so: %s\n", path, number, comment);
            result = -1;
        }
        if (current.line == 0 && take_name(line, current.name)) {
            current.line = number;
        }
        size_t length = strlen(line);
        bool ends = current.line != 0 && length > 0 && (number == current.line ? line[length - 1] : line[0]) == '}';
        if (!ends) {
            continue;
        }
        if (current.expectation_count == 0) {
            fprintf(stderr, "%s:%d: nothing is expected of case %s\n", path, current.line, current.name);
            result = -1;
        }
        suite->cases = grown(suite->cases, suite->case_count, sizeof(current));
        suite->cases[suite->case_count++] = current;
        current = (struct conformance_case){.line = 0};
    }
    free(line);
    if (current.line != 0 || current.expectation_count > 0 || suite->case_count == 0) {
        fprintf(stderr, "%s: ends in the middle of a case, or has none\n", path);
        result = -1;
    }
    return result;
}

int suite_read(const char *path, struct suite *suite) {
    *suite = (struct suite){.case_count = 0};
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        perror(path);
        return -1;
    }
    int result = read_cases(file, path, suite);
    fclose(file);
    return result;
}

void suite_free(struct suite *suite) {
    for (size_t i = 0; i < suite->case_count; i++) {
        for (size_t k = 0; k < suite->cases[i].expectation_count; k++) {
            free(suite->cases[i].expectations[k].text);
        }
        free(suite->cases[i].expectations);
    }
    free(suite->cases);
}
