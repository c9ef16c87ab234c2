// Scans of other kinds, and scans that lost values.
#include "check/explain/hypothesis_scan.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "check/explain/scan_search.h"
#include "check/explain/short_scan.h"

// Above this length try_first_steps takes too long.
enum { FIRST_STEPS_MAX = 1 << 17 };

static bool is_other(const struct scan_search *search) {
    return memcmp(search->other, search->actual, search->n * search->operator_info->value_size) == 0;
}

static void say_if_other(struct scan_search *search, struct said_word topic) {
    if (is_other(search)) {
        phrases_add(&search->phrases, WORDS(topic));
    }
}

// Writes the scan of all elements, or of each section, to search->other. If `swapped`, each new element comes
// before the previous ones.
static void scan(struct scan_search *search, bool inclusive, size_t range, bool swapped) {
    size_t size = search->operator_info->value_size;
    union scan_value value;
    for (size_t i = 0; i < search->n; i++) {
        const char *element = search->in + i * size;
        if (i % range == 0) {
            search->operator_info->identity(&value);
        }
        if (!inclusive) {
            memcpy(search->other + i * size, &value, size);
        }
        search->operator_info->combine(swapped ? element : value.bytes, swapped ? value.bytes : element,
                                       &value);
        if (inclusive) {
            memcpy(search->other + i * size, &value, size);
        }
    }
}

static void try_kinds(struct scan_search *search) {
    for (int choice = 0; choice < 8 && search->phrases.count == 0; choice++) {
        bool swapped = (choice & 4) != 0, sections = (choice & 2) != 0, inclusive = (choice & 1) == 0;
        if ((sections && search->n <= search->section) || (swapped && search->operator_info->commutes)) {
            continue; // the same as another kind
        }
        scan(search, inclusive, sections ? search->section : search->n, swapped);
        if (is_other(search)) {
            struct said kind;
            say(&kind, WORDS(inclusive ? TOPIC(INCLUSIVE_SCAN) : TOPIC(EXCLUSIVE_SCAN)));
            if (sections) {
                say_of(&kind, &kind, WORDS(TOPIC(OF_EACH_SECTION)));
            } else if (search->in_sections && search->n > search->section) {
                say_of(&kind, &kind, WORDS(TOPIC(OF_ALL_ELEMENTS)));
            }
            if (swapped) {
                say_of(&kind, &kind, WORDS(TOPIC(WITH_OPERANDS_SWAPPED)));
            }
            phrases_add(&search->phrases, WORDS(TOPIC(IS), PART(kind)));
        }
    }
}

// Each section's inclusive scan, with only the previous section's total before it.
static void try_one_section_before(struct scan_search *search) {
    size_t size = search->operator_info->value_size, section = search->section;
    union scan_value value, before, total;
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
    say_if_other(search, TOPIC(ADDS_PREVIOUS_SECTION));
}

// Each element combined with the previous one, or with the previous 3, 7, 15 ... of its section: what the
// first steps of a scan, of stride 1, 2, 4 ..., leave if the other steps are missing.
static void try_first_steps(struct scan_search *search, size_t range) {
    size_t size = search->operator_info->value_size;
    memcpy(search->other, search->in, search->n * size);
    for (size_t stride = 1; stride < range && stride < search->n && search->phrases.count == 0; stride *= 2) {
        for (size_t i = search->n - 1; i >= stride; i--) { // downwards, to read values of the previous step
            if (i % range >= stride) {
                search->operator_info->combine(search->other + (i - stride) * size, search->other + i * size,
                                               search->other + i * size);
            }
        }
        if (stride == 1) {
            say_if_other(search, TOPIC(COMBINES_PREVIOUS));
        } else if (is_other(search)) {
            phrases_add(&search->phrases, WORDS(TOPIC(COMBINES_SOME_BEFORE), NUMBER(2 * stride - 1)));
        }
    }
}

// Sums to which an uninitialized variable was added. search->other is the correct output.
static void try_unset_local(struct scan_search *search, size_t at) {
    const uint32_t *actual = (const void *)search->actual, *expected = (const void *)search->other;
    unsigned times = hypothesis_unset_locals(actual[at] - expected[at], 0);
    if (times > 0) {
        phrases_add(&search->phrases,
                    WORDS(TOPIC(HAS_EXPECTED_PLUS), PART(hypothesis_unset_local_times(times)), NUMBER(at)));
    }
}

// If no phrase about the whole output fits, explains the first wrong element and those after it.
static void try_first_wrong(struct scan_search *search, enum lab_kind kind, enum operator_id id) {
    bool exclusive = kind == LAB_EXCLUSIVE_SCAN || kind == LAB_SECTION_EXCLUSIVE_SCAN;
    bool sections = kind == LAB_SECTION_INCLUSIVE_SCAN || kind == LAB_SECTION_EXCLUSIVE_SCAN;
    size_t size = search->operator_info->value_size, wrong = 0;
    scan(search, !exclusive, sections ? search->section : search->n, false);
    while (wrong + 1 < search->n &&
           memcmp(search->other + wrong * size, search->actual + wrong * size, size) == 0) {
        wrong++;
    }
    if (is_poison(search->actual + wrong * size, size)) {
        return; // unwritten, which is reported already
    }
    const uint32_t first_word = *(const uint32_t *)(const void *)(search->actual + wrong * size);
    if (first_word == LABS_UNSET_LOCAL) { // of a wider value, too
        phrases_add(&search->phrases, WORDS(TOPIC(HAS_UNSET_LOCAL), NUMBER(wrong)));
        return;
    }
    struct wrong_place place = {.at = wrong, .exclusive = exclusive, .limit = search->n};
    if (sections) {
        place.start = wrong - wrong % search->section;
        if (search->n - place.start > search->section) {
            place.limit = place.start + search->section;
        }
    }
    place.end = exclusive ? wrong : wrong + 1;
    if (id == OPERATOR_SUM || id == OPERATOR_AFFINE) {
        if (sections) {
            hypothesis_other_section(search, &place);
        }
        hypothesis_range(search, &place);
    }
    if (search->phrases.count == 0 && id == OPERATOR_SUM) {
        try_unset_local(search, place.at);
    }
    const int32_t *actual = (const void *)search->actual, *expected = (const void *)search->other;
    const enum topic rounding =
        id == OPERATOR_SUM ? hypothesis_rounding(expected[place.at], actual[place.at]) : TOPIC_NONE;
    if (search->phrases.count == 0 && rounding != TOPIC_NONE) {
        phrases_add(&search->phrases, WORDS(TOPIC(HAS_AT), NUMBER(place.at), A_TOPIC(rounding)));
    }
    if (search->phrases.count == 0) {
        hypothesis_place(search, &place, id);
    }
}

size_t hypothesis_scan(enum lab_kind kind, size_t section, enum operator_id operator_id, const void *in,
                       size_t n, const void *actual, struct said found[HYPOTHESIS_MAX]) {
    if (kind == LAB_REDUCE || kind == LAB_LOOP || operator_id == OPERATOR_FLOAT_SUM || n == 0 ||
        section == 0) {
        return 0;
    }
    struct scan_search search = {.section = section,
                                 .in_sections =
                                     kind == LAB_SECTION_INCLUSIVE_SCAN || kind == LAB_SECTION_EXCLUSIVE_SCAN,
                                 .operator_info = &operators[operator_id],
                                 .in = in,
                                 .actual = actual,
                                 .n = n,
                                 .other = malloc(n * operators[operator_id].value_size),
                                 .phrases = {.found = found}};
    if (search.other == NULL) {
        return 0;
    }
    if (n > 1) {
        try_kinds(&search);
    }
    if (search.phrases.count == 0 && n > section) {
        try_one_section_before(&search);
    }
    bool sections = kind == LAB_SECTION_INCLUSIVE_SCAN || kind == LAB_SECTION_EXCLUSIVE_SCAN;
    if (search.phrases.count == 0 && n <= FIRST_STEPS_MAX) {
        try_first_steps(&search, sections ? section : n);
    }
    memcpy(search.other, in, n * search.operator_info->value_size);
    if (search.phrases.count == 0 && n > 1) {
        say_if_other(&search, TOPIC(IS_INPUT));
    }
    if (search.phrases.count == 0) {
        try_first_wrong(&search, kind, operator_id);
    }
    free(search.other);
    return search.phrases.count;
}
