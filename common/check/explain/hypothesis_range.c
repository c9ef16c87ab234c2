// Explains several wrong elements of a scan together: a range, or a section.
#include "check/explain/scan_search.h"

#include <string.h>

void hypothesis_other_section(struct scan_search *search, const struct wrong_place *place) {
    size_t size = search->operator_info->value_size, section = search->section,
           length = place->limit - place->start;
    size_t found = 0, at = 0;
    for (size_t from = 0; from < search->n; from += section) {
        if (search->n - from >= length &&
            memcmp(search->other + from * size, search->actual + place->start * size, length * size) == 0) {
            found++;
            at = from;
        }
    }
    if (found == 1) {
        phrases_add(&search->phrases,
                    WORDS(TOPIC(HAS_OTHER_SECTION), NUMBER(at / section), NUMBER(place->start / section)));
    }
}

// Combines the elements [from, to).
static void reduce(const struct scan_search *search, size_t from, size_t to, union scan_value *value) {
    const struct operator_info *info = search->operator_info;
    info->identity(value);
    for (size_t i = from; i < to; i++) {
        info->combine(value, search->in + i * info->value_size, value);
    }
}

// Is out[from] to out[to - 1] the scan of in[from] to in[to - 1] that begins with `before`?
static bool is_scan_after(const struct scan_search *search, size_t from, size_t to, bool exclusive,
                          const union scan_value *before) {
    const struct operator_info *info = search->operator_info;
    size_t size = info->value_size;
    union scan_value value = *before;
    for (size_t i = from; i < to; i++) {
        const char *actual = search->actual + i * size;
        if (exclusive && memcmp(&value, actual, size) != 0) {
            return false;
        }
        info->combine(&value, search->in + i * size, &value);
        if (!exclusive && memcmp(&value, actual, size) != 0) {
            return false;
        }
    }
    return true;
}

static bool are_all(const struct scan_search *search, size_t from, size_t to, const union scan_value *value) {
    size_t size = search->operator_info->value_size;
    for (size_t i = from; i < to; i++) {
        if (memcmp(value, search->actual + i * size, size) != 0) {
            return false;
        }
    }
    return true;
}

// Tries the range out[from] to out[to - 1], which begins with the first wrong element.
static void try_range(struct scan_search *search, const struct wrong_place *place, size_t to) {
    const struct operator_info *info = search->operator_info;
    size_t from = place->at, size = info->value_size;
    union scan_value before, all, first;
    info->identity(&before);
    if (from > place->start) {
        memcpy(&before, search->other + (place->exclusive ? from : from - 1) * size, size);
    }
    reduce(search, from, to, &all);
    info->combine(&before, &all, &all);
    memcpy(&first, search->in + from * size, size);
    if (to - from > 2 &&
        are_all(search, from, to, &all)) { // of two elements the second may simply be correct
        phrases_add(&search->phrases,
                    WORDS(TOPIC(HAS_ALL_IN_EACH), PART(phrases_range("in", place->start, to)),
                          PART(phrases_range("out", from, to))));
    } else if (is_scan_after(search, from, to, place->exclusive, &all)) {
        phrases_add(&search->phrases, WORDS(TOPIC(HAS_ALL_TWICE), PART(phrases_range("in", from, to)),
                                            PART(phrases_range("out", from, to))));
    } else if (from == place->start && is_scan_after(search, from, to, place->exclusive, &first)) {
        phrases_add(&search->phrases,
                    WORDS(TOPIC(HAS_ELEMENT_TWICE_IN_EACH), PART(phrases_range("in", from, from + 1)),
                          PART(phrases_range("out", from, to))));
    }
}

// Tries ranges as threads, warps and blocks process them: of 2, 4, 8 ... elements, or as many as there are.
// The longest comes first.
void hypothesis_range(struct scan_search *search, const struct wrong_place *place) {
    size_t from = place->at, longest = 2;
    while (longest < place->limit - from) {
        longest *= 2;
    }
    for (size_t length = longest; length >= 2 && search->phrases.count == 0; length /= 2) {
        size_t to = place->limit - from < length ? place->limit : from + length;
        if ((from - place->start) % length == 0 && to - from >= 2) {
            try_range(search, place, to);
        }
    }
}
