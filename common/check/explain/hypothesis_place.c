// Explains the first wrong element of a scan.
#include "check/explain/scan_search.h"

#include <string.h>

// Above SMALL elements only ranges that begin or end at a multiple of STEP are tried, because among many
// candidates one fits by chance.
enum { SMALL = 1100, STEP = 32 };

// For the same reason a range in the middle is tried only among at least MIDDLE elements, with at most
// MIDDLE_ENDS ends.
enum { MIDDLE = 64, MIDDLE_ENDS = 32 };

// If each of a warp's five steps doubles a value, it is there 32 times; after a block's ten steps, 1,024
// times. With fewer times too much would fit.
enum { TIMES_MIN = 32, TIMES_MAX = 1024 };

// Among more than MIDDLE elements, two swapped ranges must end at multiples of STEP, or of so much more that
// at most EXCHANGED_ENDS ends remain.
enum { EXCHANGED_ENDS = 512 };

// An element and its value, for the functions below.
struct look {
    struct scan_search *search;
    const struct operator_info *info;
    size_t size, at, start, end, limit; // of wrong_place
    bool exclusive;
    const char *expected, *actual;
};

static const char *in_at(const struct look *look, size_t i) {
    return look->search->in + i * look->size;
}

// The combination of in[start] to in[i - 1], for i > start.
static const char *correct_before(const struct look *look, size_t i) {
    return look->search->other + (look->exclusive ? i : i - 1) * look->size;
}

static bool is_actual(const struct look *look, const union scan_value *value) {
    return memcmp(value, look->actual, look->size) == 0;
}

static bool is_identity(const struct look *look) {
    union scan_value identity;
    look->info->identity(&identity);
    return is_actual(look, &identity);
}

// Does the next element, if there is one, have the same value combined with its own in[i]?
static bool goes_on(const struct look *look) {
    union scan_value value;
    if (look->at + 1 >= look->limit) {
        return true;
    }
    look->info->combine(look->actual, in_at(look, look->end), &value);
    return memcmp(&value, look->actual + look->size, look->size) == 0;
}

// The smallest power of 2 that divides the expected elements into at most `count` parts.
static size_t step_of(const struct look *look, size_t count) {
    size_t step = 1;
    while ((look->end - look->start) / step > count) {
        step *= 2;
    }
    return step;
}

// ---- Ranges that begin or end with the expected elements -------------------------------------------------

// The candidate that fits, and how many do. If two fit, none is reported.
struct fits {
    size_t count;
    bool is_more;    // in addition to the expected elements, or instead of them?
    size_t from, to; // in[from] to in[to - 1]
    unsigned times;
};

static void note(struct fits *fits, bool is_more, size_t from, size_t to, unsigned times) {
    fits->count++;
    fits->is_more = is_more;
    fits->from = from;
    fits->to = to;
    fits->times = times;
}

// May a range begin at in[i]? An exclusive scan may first move its elements and sections by one place.
static bool is_begin(const struct look *look, size_t i, size_t step) {
    return i % step == 0 || i + 1 == look->end || (look->exclusive && (i + 1) % step == 0);
}

// The last elements; also too many, if a section begins too early.
static void try_last(const struct look *look, size_t step, struct fits *fits) {
    union scan_value value, sum;
    look->info->identity(&value);
    for (size_t i = look->end; i-- > 0;) {
        look->info->combine(in_at(look, i), &value, &value);
        if (!is_begin(look, i, step)) {
            continue;
        }
        if (is_actual(look, &value)) {
            note(fits, false, i, look->end, 1);
        }
        look->info->combine(look->expected, &value, &sum);
        if (i > look->start && is_actual(look, &sum)) {
            note(fits, true, i, look->end, 1);
        }
    }
}

// The first elements; also all expected ones and the next one.
static void try_first(const struct look *look, size_t step, struct fits *fits) {
    union scan_value value, sum;
    look->info->identity(&value);
    for (size_t i = look->start; i <= look->end && i < look->search->n; i++) {
        look->info->combine(&value, in_at(look, i), &value);
        if ((i + 1) % step != 0 && i + 1 < look->end) {
            continue;
        }
        if (is_actual(look, &value)) {
            note(fits, false, look->start, i + 1, 1);
        }
        look->info->combine(&value, look->expected, &sum);
        if (i < look->end && is_actual(look, &sum)) {
            note(fits, true, look->start, i + 1, 1);
        }
    }
}

// The first elements repeated, as steps that double them leave them.
static void try_doubled(const struct look *look, size_t step, struct fits *fits) {
    union scan_value value, more, sum;
    look->info->identity(&value);
    for (size_t i = look->start; i < look->end; i++) {
        look->info->combine(&value, in_at(look, i), &value);
        if ((i + 1) % step != 0 && i + 1 < look->end) {
            continue;
        }
        more = value;
        for (unsigned times = 4; times <= TIMES_MAX; times *= 2) {
            look->info->combine(&more, &more, &more);
            look->info->combine(&more, &value, &more); // times - 1 of them
            look->info->combine(&more, look->expected, &sum);
            if (times >= TIMES_MIN && is_actual(look, &sum)) {
                note(fits, true, look->start, i + 1, times - 1);
            }
        }
    }
}

static void try_ranges(const struct look *look) {
    struct scan_search *search = look->search;
    struct fits fits = {.count = 0};
    size_t step = look->end - look->start > SMALL ? STEP : 1;
    struct said range, times;
    try_last(look, step, &fits);
    try_first(look, step, &fits);
    if (fits.count == 0) {
        try_doubled(look, step, &fits);
    }
    if (fits.count != 1) {
        return;
    }
    range = phrases_range("in", fits.from, fits.to);
    if (fits.is_more) {
        if (fits.times > 1) {
            say(&times, WORDS(TOPIC(TIMES), NUMBER(fits.times)));
        } else {
            say(&times, WORDS(TOPIC(ONCE)));
        }
        phrases_add(&search->phrases, WORDS(TOPIC(HAS_MORE), PART(range), PART(times), NUMBER(look->at)));
    } else if (fits.to - fits.from == 1) {
        phrases_add(&search->phrases, WORDS(TOPIC(HAS_ONLY), PART(range), NUMBER(look->at)));
    } else {
        say_of(&range, &range, WORDS(fits.to > look->end ? TOPIC(ONE_TOO_MANY) : TOPIC(AND_NO_OTHERS)));
        phrases_add(&search->phrases, WORDS(TOPIC(HAS_RESULT_OF), PART(range), NUMBER(look->at)));
    }
}

// ---- Ranges in the middle --------------------------------------------------------------------------------

// All but the elements of one range, with some before and some after it.
static void try_without_middle(const struct look *look) {
    size_t step = step_of(look, MIDDLE_ENDS), found = 0, found_from = 0, found_to = 0;
    union scan_value last, both;
    if (look->end - look->start < MIDDLE || !goes_on(look)) {
        return;
    }
    look->info->identity(&last);
    for (size_t to = look->end; to-- > look->start + step;) {
        look->info->combine(in_at(look, to), &last, &last);
        for (size_t from = look->start + step; (to - look->start) % step == 0 && from < to; from += step) {
            look->info->combine(correct_before(look, from), &last, &both);
            if (is_actual(look, &both)) {
                found++;
                found_from = from;
                found_to = to;
            }
        }
    }
    if (found == 1) {
        phrases_add(
            &look->search->phrases,
            WORDS(TOPIC(LACKS_RANGE), PART(phrases_range("in", found_from, found_to)), NUMBER(look->at)));
    }
}

// If the order matters: do some of the last expected elements come before the others?
static void try_front(const struct look *look) {
    union scan_value last, both;
    look->info->identity(&last);
    for (size_t i = look->end; i-- > look->start + 1 && look->search->phrases.count == 0;) {
        look->info->combine(in_at(look, i), &last, &last);
        look->info->combine(&last, correct_before(look, i), &both);
        if (is_actual(look, &both)) {
            phrases_add(&look->search->phrases, WORDS(TOPIC(HAS_SWAPPED), NUMBER(look->at), NUMBER(i)));
        }
    }
}

// If the order matters: are the elements in reverse order?
static void try_reversed(const struct look *look) {
    union scan_value value;
    look->info->identity(&value);
    for (size_t i = look->start; i < look->end; i++) {
        look->info->combine(in_at(look, i), &value, &value);
    }
    if (is_actual(look, &value)) {
        phrases_add(&look->search->phrases,
                    WORDS(TOPIC(HAS_REVERSED), NUMBER(look->at), NUMBER(look->end - 1), NUMBER(look->start)));
    }
}

// If the order matters: does one range in the middle come before the elements that should precede it, with
// the rest in order?
static void try_exchanged(const struct look *look) {
    size_t start = look->start, step = step_of(look, EXCHANGED_ENDS), count = 0;
    union scan_value parts[EXCHANGED_ENDS + 1], rest, middle, both; // parts: of `step` elements each
    if (look->end - start > MIDDLE && step < STEP) {
        step = STEP;
    }
    for (size_t i = start; i < look->end; i++) {
        if ((i - start) % step == 0) {
            look->info->identity(&parts[count++]);
        }
        look->info->combine(&parts[count - 1], in_at(look, i), &parts[count - 1]);
    }
    look->info->identity(&rest);
    for (size_t last = count; last-- > 2 && look->search->phrases.count == 0;) {
        look->info->combine(&parts[last], &rest, &rest);
        look->info->identity(&middle);
        for (size_t k = last; k-- > 1 && look->search->phrases.count == 0;) {
            look->info->combine(&parts[k], &middle, &middle);
            look->info->combine(&middle, correct_before(look, start + k * step), &both);
            look->info->combine(&both, &rest, &both);
            if (is_actual(look, &both)) {
                phrases_add(&look->search->phrases,
                            WORDS(TOPIC(HAS_RANGES_SWAPPED), NUMBER(look->at), NUMBER(start + k * step),
                                  NUMBER(start + last * step - 1)));
            }
        }
    }
}

// ---- All searches ----------------------------------------------------------------------------------------

static void try_other_value(const struct look *look) {
    size_t among = 0;
    while (among < look->search->n && memcmp(in_at(look, among), look->actual, look->size) != 0) {
        among++;
    }
    if (look->start < look->end && among == look->search->n && !is_identity(look)) {
        phrases_add(&look->search->phrases, WORDS(TOPIC(HAS_NO_ELEMENT), NUMBER(look->at)));
    }
}

void hypothesis_place(struct scan_search *search, const struct wrong_place *place,
                      enum operator_id operator_id) {
    const struct operator_info *info = search->operator_info;
    const struct look look = {.search = search,
                              .info = info,
                              .size = info->value_size,
                              .at = place->at,
                              .start = place->start,
                              .end = place->end,
                              .limit = place->limit,
                              .exclusive = place->exclusive,
                              .expected = search->other + place->at * info->value_size,
                              .actual = search->actual + place->at * info->value_size};
    const int32_t *first = (const void *)in_at(&look, look.start);
    struct said sum;
    if (hypothesis_plain_sum(operator_id, first, look.end - look.start,
                             *(const int32_t *)(const void *)look.actual, &sum)) {
        phrases_add(&search->phrases, WORDS(TOPIC(HAS_AT), NUMBER(look.at), PART(sum)));
        return;
    }
    switch (operator_id) {
    case OPERATOR_SUM:
    case OPERATOR_AFFINE:
        try_ranges(&look);
        if (search->phrases.count == 0) {
            try_without_middle(&look);
        }
        if (search->phrases.count == 0 && !info->commutes) {
            try_front(&look);
        }
        if (search->phrases.count == 0 && !info->commutes) {
            try_reversed(&look);
        }
        if (search->phrases.count == 0 && !info->commutes) {
            try_exchanged(&look);
        }
        break;
    case OPERATOR_MIN:
    case OPERATOR_MAX:
        try_other_value(&look);
        break;
    default:
        break;
    }
    if (search->phrases.count == 0 && look.start == look.end) {
        phrases_add(&search->phrases, WORDS(TOPIC(LACKS_IDENTITY), NUMBER(look.at)));
    } else if (search->phrases.count == 0 && is_identity(&look)) {
        phrases_add(&search->phrases, WORDS(TOPIC(HAS_IDENTITY), NUMBER(look.at)));
    }
}
