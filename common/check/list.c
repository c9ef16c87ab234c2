#include "check/list.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/examine.h"
#include "check/judge/limits.h"
#include "check/plan/cases.h"
#include "text/terminal.h"
#include "data/data.h"
#include "words/words.h"

// The number of cases from the first on that have its operator and are each one element longer than the
// previous one.
static size_t run_length(const struct check_case *cases, size_t count) {
    size_t length = 1;
    while (length < count && cases[length].operator_id == cases[0].operator_id &&
           cases[length].order == NULL && cases[length].n == cases[0].n + length) {
        length++;
    }
    return length;
}

// Prints a line for each example, and one for the sizes of each operator: "sum, n = 0..513 1023 1024".
static void list_cases(const struct lab_part *part, const struct check_case *cases, size_t count) {
    enum { LONG_RUN = 10 };
    for (size_t i = 0; i < count; i++) {
        const struct check_case *what = &cases[i];
        if (what->example != NULL) {
            printf("\n  example %s, n = %zu", what->example->name, what->n);
            continue;
        }
        if (i == 0 || what->operator_id != what[-1].operator_id || what[-1].example != NULL) {
            printf("\n  %s, n =", part->operator_count > 0 ? operators[what->operator_id].name : "ints");
        }
        printf(" %zu", what->n);
        if (what->seed == DATA_EDGE_SEED) {
            printf(" (edges)");
        } else if (what->order != NULL) {
            printf(" (%s)", what->order->schedule);
        }
        size_t length = run_length(what, count - i);
        if (length >= LONG_RUN) {
            printf("..%zu", what->n + length - 1);
            i += length - 1;
        }
    }
}

void list_parts(const struct options *options) {
    printf("%s: %s\n", lab.name, lab.title);
    for (size_t i = 0; i < lab.part_count; i++) {
        const struct lab_part *part = &lab.parts[i];
        size_t count;
        struct check_case *cases = cases_make(part, options, &count);
        printf("part %s: %s (", part->name, part->title);
        for (int aspect = 0; aspect < ASPECT_COUNT; aspect++) {
            printf("%s%s %d", aspect > 0 ? ", " : "", aspect_names[aspect], part_points_max(part, aspect));
        }
        printf(" points)\n ");
        for (int k = 0; k < LAB_TODO_MAX && part->todos[k] != 0; k++) {
            printf(" TODO(%d)", part->todos[k]);
        }
        for (int k = 0; k < LAB_TODO_MAX && part->needs[k] != 0; k++) {
            printf("%s TODO(%d)", k == 0 ? ", and it needs" : "", part->needs[k]);
        }
        if (cases != NULL) {
            list_cases(part, cases, count);
        }
        printf("\n");
        free(cases);
    }
}

static bool same_limit(const struct lab_limit *a, const struct lab_limit *b) {
    return strcmp(a->counter, b->counter) == 0 && a->per == b->per && a->maximum == b->maximum &&
           a->factor == b->factor && strcmp(a->text, b->text) == 0;
}

static bool has_limit(const struct lab_part *part, const struct lab_limit *limit) {
    for (size_t i = 0; i < part->limit_count; i++) {
        if (same_limit(&part->limits[i], limit)) {
            return true;
        }
    }
    return false;
}

// Prints a limit of parts[first] with the names of all parts that have it, unless an earlier part has it.
static void list_limit(size_t first, const struct lab_limit *limit) {
    for (size_t i = 0; i < first; i++) {
        if (has_limit(&lab.parts[i], limit)) {
            return;
        }
    }
    for (size_t i = first; i < lab.part_count; i++) {
        if (has_limit(&lab.parts[i], limit)) {
            printf("%s%s", i == first ? "| " : ", ", lab.parts[i].name);
        }
    }
    char number[27], title[WORDS_SIZE], amount[WORDS_SIZE];
    const struct said counter = limit_title(limit),
                      most = limit_amount(limit, format_count(limit->maximum, number));
    printf(" | %s: at most %s | %s |\n", words_english(&counter, title), words_english(&most, amount),
           limit->text);
}

// Is it a budget that every part has?
static bool is_usual(const struct lab_limit *limit) {
    struct lab_limit usual[LIMIT_MAX];
    const size_t count = limit_budgets(usual);
    size_t i = 0;
    while (i < count && !same_limit(limit, &usual[i])) {
        i++;
    }
    return i < count;
}

// Writes the part's budgets that are not the usual ones: "time 4, warps 5". Returns their number.
static size_t unusual_budgets(const struct lab_part *part, char *text, size_t size) {
    size_t count = 0, length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < part->limit_count && length < size; i++) {
        const struct lab_limit *limit = &part->limits[i];
        char title[WORDS_SIZE];
        const struct said counter = limit_title(limit);
        if (limit->factor > 0 && !is_usual(limit)) {
            length += (size_t)snprintf(text + length, size - length, "%s%s %g", count++ > 0 ? ", " : "",
                                       words_english(&counter, title), limit->factor);
        }
    }
    return count;
}

// Prints the budgets of parts[first] with the names of all parts that have the same, unless an earlier part has them.
static void list_budgets(size_t first) {
    char text[600], other[600];
    bool shown = unusual_budgets(&lab.parts[first], text, sizeof(text)) > 0;
    for (size_t i = 0; i < first && shown; i++) {
        unusual_budgets(&lab.parts[i], other, sizeof(other));
        shown = strcmp(text, other) != 0;
    }
    for (size_t i = first; i < lab.part_count && shown; i++) {
        unusual_budgets(&lab.parts[i], other, sizeof(other));
        if (strcmp(text, other) == 0) {
            printf("%s%s", i == first ? "| " : ", ", lab.parts[i].name);
        }
    }
    if (shown) {
        printf(" | less than this many times the solution's | %s |\n", text);
    }
}

void list_limits(void) {
    printf("| part | limit | reason |\n|---|---|---|\n");
    for (size_t i = 0; i < lab.part_count; i++) {
        for (size_t k = 0; k < lab.parts[i].limit_count; k++) {
            if (lab.parts[i].limits[k].factor <= 0) {
                list_limit(i, &lab.parts[i].limits[k]);
            }
        }
        list_budgets(i);
    }
}

// Does the part run with one of the requested operators?
static bool is_requested(const struct lab_part *part, const struct options *options) {
    bool tried = part->operator_count == 0 && options_want_operator(options, OPERATOR_SUM);
    for (size_t i = 0; i < part->operator_count; i++) {
        tried |= options_want_operator(options, part->operators[i]);
    }
    return tried;
}

void list_plan(const struct options *options) {
    static const char *const kinds[] = {[LAB_REDUCE] = "reduce",
                                        [LAB_INCLUSIVE_SCAN] = "inclusive",
                                        [LAB_EXCLUSIVE_SCAN] = "exclusive",
                                        [LAB_SECTION_INCLUSIVE_SCAN] = "inclusive",
                                        [LAB_SECTION_EXCLUSIVE_SCAN] = "exclusive"};
    for (size_t i = 0; i < lab.part_count; i++) {
        const struct lab_part *part = &lab.parts[i];
        bool in_sections =
            part->kind == LAB_SECTION_INCLUSIVE_SCAN || part->kind == LAB_SECTION_EXCLUSIVE_SCAN;
        bool asked = options->part == NULL || strcmp(options->part, part->name) == 0;
        if (!asked || !is_requested(part, options) || (part->kind == LAB_LOOP && part->peer == NULL) ||
            (options->speed && part->least_share == 0)) {
            continue;
        }
        printf("%s:%s:%zu", part->name, part->kind == LAB_LOOP ? part->peer : kinds[part->kind],
               in_sections ? part->elements_per_block : 0);
        if (options->speed) {
            printf(" %d", part->least_share);
        }
        printf("\n");
    }
}
