#include "hypothesis_scan.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What is tried: scans of other kinds, and what lets values get lost on the way.
struct search {
    size_t section;
    const struct operator_info *operator_info;
    const char *in, *actual;
    size_t n;
    char *other; // n values
    char (*texts)[HYPOTHESIS_SIZE];
    size_t count;
};

union value { // aligned for every type of value
    long long alignment;
    char bytes[VALUE_SIZE_MAX];
};

static bool is_other(const struct search *search) {
    return memcmp(search->other, search->actual, search->n * search->operator_info->value_size) == 0;
}

static void say(struct search *search, const char *format, ...) {
    if (search->count == HYPOTHESIS_MAX)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(search->texts[search->count++], HYPOTHESIS_SIZE, format, arguments);
    va_end(arguments);
}

static void say_if_other(struct search *search, const char *text) {
    if (is_other(search))
        say(search, "%s", text);
}

// The scan of all or of each section, into search->other; with each new element in front of those before it
// when `swapped`.
static void scan(struct search *search, bool inclusive, size_t stretch, bool swapped) {
    size_t size = search->operator_info->value_size;
    union value value;
    for (size_t i = 0; i < search->n; i++) {
        const char *element = search->in + i * size;
        if (i % stretch == 0)
            search->operator_info->identity(&value);
        if (!inclusive)
            memcpy(search->other + i * size, &value, size);
        search->operator_info->combine(swapped ? element : value.bytes, swapped ? value.bytes : element,
                                       &value);
        if (inclusive)
            memcpy(search->other + i * size, &value, size);
    }
}

static void try_kinds(struct search *search) {
    for (int choice = 0; choice < 8 && search->count == 0; choice++) {
        bool swapped = (choice & 4) != 0, sections = (choice & 2) != 0, inclusive = (choice & 1) == 0;
        if ((sections && search->n <= search->section) || (swapped && search->operator_info->commutes))
            continue; // the same as another one
        scan(search, inclusive, sections ? search->section : search->n, swapped);
        if (is_other(search))
            say(search, "is the %s scan%s%s", inclusive ? "inclusive" : "exclusive",
                sections ? " of each section by itself" : "",
                swapped ? " with the operands the other way round" : "");
    }
}

// Each section's inclusive scan, with the total of the one section before it in front.
static void try_one_section_before(struct search *search) {
    size_t size = search->operator_info->value_size, section = search->section;
    union value value, before, total;
    search->operator_info->identity(&total);
    for (size_t i = 0; i < search->n; i++) {
        if (i % section == 0) {
            before = total;
            search->operator_info->identity(&total);
        }
        search->operator_info->combine(&total, search->in + i * size, &total);
        search->operator_info->combine(&before, &total, &value);
        memcpy(search->other + i * size, &value, size);
    }
    say_if_other(search, "has the sum of the one section before in each section, and not of all before");
}

// Each element with the one before it.
static void try_pairs(struct search *search) {
    size_t size = search->operator_info->value_size;
    memcpy(search->other, search->in, search->n * size);
    for (size_t i = 1; i < search->n; i++)
        search->operator_info->combine(search->in + (i - 1) * size, search->in + i * size,
                                       search->other + i * size);
    say_if_other(search, "has each element combined with the one before it, and no other");
}

size_t hypothesis_scan(enum lab_kind kind, size_t section, enum operator_id operator_id, const void *in,
                       size_t n, const void *actual, char texts[HYPOTHESIS_MAX][HYPOTHESIS_SIZE]) {
    if (kind == LAB_REDUCE || kind == LAB_LOOP || operator_id == OPERATOR_FLOAT_SUM || n < 2 || section == 0)
        return 0;
    struct search search = {.section = section,
                            .operator_info = &operators[operator_id],
                            .in = in,
                            .actual = actual,
                            .n = n,
                            .other = malloc(n * operators[operator_id].value_size),
                            .texts = texts};
    if (search.other == NULL)
        return 0;
    try_kinds(&search);
    if (search.count == 0 && n > section)
        try_one_section_before(&search);
    if (search.count == 0)
        try_pairs(&search);
    memcpy(search.other, in, n * search.operator_info->value_size);
    if (search.count == 0)
        say_if_other(&search, "is the input itself");
    free(search.other);
    return search.count;
}
