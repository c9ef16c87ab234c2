#define _GNU_SOURCE // getline
#include "test_skipped.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { REASON_SIZE = 200 };

struct reason {
    char text[REASON_SIZE];
    int count;
};

struct reasons {
    struct reason *items;
    int count, tests;
};

static void add(struct reasons *reasons, const char *text) {
    reasons->tests++;
    for (int i = 0; i < reasons->count; i++) {
        if (strcmp(reasons->items[i].text, text) == 0) {
            reasons->items[i].count++;
            return;
        }
    }
    struct reason *more = realloc(reasons->items, ((size_t)reasons->count + 1) * sizeof(*more));
    if (more == NULL) {
        return; // the sum still counts it
    }
    reasons->items = more;
    snprintf(more[reasons->count].text, REASON_SIZE, "%s", text);
    more[reasons->count++].count = 1;
}

static int by_count(const void *a, const void *b) {
    const struct reason *first = a, *second = b;
    return first->count != second->count ? second->count - first->count : strcmp(first->text, second->text);
}

// Replaces each "&lt;" and so on by its letter.
static void unescape(char *text) {
    static const struct {
        const char *name, letter;
    } entities[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
    char *end = text;
    while (*text != '\0') {
        char letter = *text;
        size_t length = 1;
        for (size_t i = 0; i < sizeof(entities) / sizeof(entities[0]); i++) {
            if (strncmp(text, entities[i].name, strlen(entities[i].name)) == 0) {
                letter = entities[i].letter;
                length = strlen(entities[i].name);
            }
        }
        *end++ = letter;
        text += length;
    }
    *end = '\0';
}

// In the report, "<skipped ...>" stands before the test's output, which is between "<system-out>" and "</system-out>".
static void read_report(FILE *report, struct reasons *reasons) {
    static const char *const marks[] = {"skipped: ", "skipped, because "};
    const char *begin = "<system-out>", *end = "</system-out>";
    char *line = NULL, last[REASON_SIZE] = "";
    size_t size = 0;
    bool skipped = false;
    while (getline(&line, &size, report) > 0) {
        char *text = strstr(line, begin) != NULL ? strstr(line, begin) + strlen(begin) : line;
        char *rest = strstr(text, end);
        skipped |= strstr(line, "<skipped ") != NULL;
        text[rest != NULL ? (size_t)(rest - text) : strcspn(text, "\n")] = '\0';
        for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
            char *mark = strstr(text, marks[i]);
            text = mark != NULL ? mark + strlen(marks[i]) : text;
        }
        if (text[0] != '\0') {
            snprintf(last, sizeof(last), "%s", text);
        }
        if (rest != NULL && skipped) {
            unescape(last);
            add(reasons, strstr(last, "<skipped ") == NULL ? last : "they do not say why");
        }
        skipped &= rest == NULL;
    }
    free(line);
}

void test_skipped_print(FILE *out, const char *report_path) {
    struct reasons reasons = {0};
    FILE *report = fopen(report_path, "r");
    if (report == NULL) {
        return;
    }
    read_report(report, &reasons);
    fclose(report);
    if (reasons.tests > 0) {
        qsort(reasons.items, (size_t)reasons.count, sizeof(*reasons.items), by_count);
        fprintf(out, "\n%d %s skipped:\n", reasons.tests, reasons.tests == 1 ? "test was" : "tests were");
        for (int i = 0; i < reasons.count; i++) {
            fprintf(out, "%5d  %s\n", reasons.items[i].count, reasons.items[i].text);
        }
    }
    free(reasons.items);
}
