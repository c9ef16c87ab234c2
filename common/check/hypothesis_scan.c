#include "hypothesis_scan.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "short_scan.h"

// Of longer stretches only those that begin or end at a multiple of STEP are tried: among many some fits by chance.
enum { SMALL = 1100, STEP = 32 };

// Above this length a learner waits for try_first_steps.
enum { FIRST_STEPS_MAX = 1 << 17 };

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

// Each element with the one before it, or with the 3, 7, 15 ... before it, as far as its stretch goes: what is there
// after the steps of stride 1, 2, 4 ... of a tree of which the rest is missing.
static void try_first_steps(struct search *search, size_t stretch) {
    size_t size = search->operator_info->value_size;
    memcpy(search->other, search->in, search->n * size);
    for (size_t stride = 1; stride < stretch && stride < search->n && search->count == 0; stride *= 2) {
        for (size_t i = search->n - 1; i >= stride; i--) // downwards: what is read is of the step before
            if (i % stretch >= stride)
                search->operator_info->combine(search->other + (i - stride) * size, search->other + i * size,
                                               search->other + i * size);
        if (stride == 1)
            say_if_other(search, "has each element combined with the one before it, and no other");
        else if (is_other(search))
            say(search, "has each element combined with the %zu before it, and no other", 2 * stride - 1);
    }
}

static void say_stretch(struct search *search, size_t where, size_t from, size_t to) {
    if (from == to)
        say(search, "has in[%zu] alone in out[%zu]", from, where);
    else
        say(search, "has in out[%zu] what in[%zu] to in[%zu] make, and no more", where, from, to);
}

// The first wrong element alone, where the order counts: do some of the last of those that belong there come before
// the others? search->other has the right output.
static void try_front(struct search *search, size_t wrong, size_t start, size_t end, bool exclusive) {
    const struct operator_info *info = search->operator_info;
    size_t size = info->value_size;
    union value last, both;
    info->identity(&last);
    for (size_t i = end; i-- > start + 1 && search->count == 0;) {
        info->combine(search->in + i * size, &last, &last);
        info->combine(&last, search->other + (exclusive ? i : i - 1) * size, &both);
        if (memcmp(&both, search->actual + wrong * size, size) == 0)
            say(search, "has in out[%zu] the operands the other way round: from in[%zu] on, in front of those before",
                wrong, i);
    }
}

// The first wrong element alone: is it the last of those that belong there, the first of them, or the last of them
// once more? `start` and `end` are what belongs there, [start, end).
static void try_stretches(struct search *search, size_t wrong, size_t start, size_t end, const char *expected) {
    const struct operator_info *info = search->operator_info;
    size_t size = info->value_size, step = end - start > SMALL ? STEP : 1;
    size_t found = 0, from = 0, to = 0, twice = 0, twice_from = 0;
    const char *actual = search->actual + wrong * size;
    union value value, sum;
    info->identity(&value);
    for (size_t i = end; i-- > 0;) {
        info->combine(search->in + i * size, &value, &value);
        if (i == start || (i % step != 0 && i + 1 != end))
            continue;
        if (memcmp(&value, actual, size) == 0) {
            found++;
            from = i;
            to = end - 1;
        }
        info->combine(expected, &value, &sum);
        if (i > start && memcmp(&sum, actual, size) == 0) {
            twice++;
            twice_from = i;
        }
    }
    info->identity(&value);
    for (size_t i = start; i + 1 < end; i++) {
        info->combine(&value, search->in + i * size, &value);
        if ((i + 1) % step == 0 && memcmp(&value, actual, size) == 0) {
            found++;
            from = start;
            to = i;
        }
    }
    if (found == 1 && twice == 0)
        say_stretch(search, wrong, from, to);
    else if (found == 0 && twice == 1 && twice_from + 1 == end)
        say(search, "has in out[%zu] what belongs there and in[%zu] once more", wrong, twice_from);
    else if (found == 0 && twice == 1)
        say(search, "has in out[%zu] what belongs there and in[%zu] to in[%zu] once more", wrong, twice_from,
            end - 1);
}

// Where nothing about the whole output holds: what is in the first place that is wrong?
static void try_first_wrong(struct search *search, enum lab_kind kind, enum operator_id id) {
    bool exclusive = kind == LAB_EXCLUSIVE_SCAN || kind == LAB_SECTION_EXCLUSIVE_SCAN;
    bool sections = kind == LAB_SECTION_INCLUSIVE_SCAN || kind == LAB_SECTION_EXCLUSIVE_SCAN;
    size_t size = search->operator_info->value_size, wrong = 0, among = 0;
    scan(search, !exclusive, sections ? search->section : search->n, false);
    while (wrong + 1 < search->n && memcmp(search->other + wrong * size, search->actual + wrong * size, size) == 0)
        wrong++;
    const char *expected = search->other + wrong * size, *actual = search->actual + wrong * size;
    size_t start = sections ? wrong - wrong % search->section : 0, end = exclusive ? wrong : wrong + 1;
    union value identity;
    if (is_poison(actual, size))
        return; // unwritten, which is told
    search->operator_info->identity(&identity);
    switch (id) {
    case OPERATOR_SUM:
    case OPERATOR_AFFINE:
        try_stretches(search, wrong, start, end, expected);
        if (search->count == 0 && !search->operator_info->commutes)
            try_front(search, wrong, start, end, exclusive);
        break;
    case OPERATOR_MIN:
    case OPERATOR_MAX:
        while (among < search->n && memcmp(search->in + among * size, actual, size) != 0)
            among++;
        if (start < end && among == search->n && memcmp(actual, &identity, size) != 0)
            say(search, "has in out[%zu] none of the elements, nor identity()", wrong);
        break;
    default:
        break;
    }
    if (search->count == 0 && start == end)
        say(search, "does not have identity() in out[%zu], where no element belongs", wrong);
}

size_t hypothesis_scan(enum lab_kind kind, size_t section, enum operator_id operator_id, const void *in,
                       size_t n, const void *actual, char texts[HYPOTHESIS_MAX][HYPOTHESIS_SIZE]) {
    if (kind == LAB_REDUCE || kind == LAB_LOOP || operator_id == OPERATOR_FLOAT_SUM || n == 0 || section == 0)
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
    if (n > 1)
        try_kinds(&search);
    if (search.count == 0 && n > section)
        try_one_section_before(&search);
    bool sections = kind == LAB_SECTION_INCLUSIVE_SCAN || kind == LAB_SECTION_EXCLUSIVE_SCAN;
    if (search.count == 0 && n <= FIRST_STEPS_MAX)
        try_first_steps(&search, sections ? section : n);
    memcpy(search.other, in, n * search.operator_info->value_size);
    if (search.count == 0 && n > 1)
        say_if_other(&search, "is the input itself");
    if (search.count == 0)
        try_first_wrong(&search, kind, operator_id);
    free(search.other);
    return search.count;
}
