#include "check/explain/hypothesis.h"
#include "check/explain/input_sums.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "operator/operators.h"

// Above these lengths single elements and uneven ranges are not tried, because one would fit by chance.
enum { SMALL = 1100, RANGES = 4500 };

// The largest length for which one element added many times is tried, for the same reason.
enum { FEW = 4 };

// The number of times that all threads of a block, or of many blocks (a power of two), can have added the
// sum.
enum { THREADS_MAX = 1024, GRID_MAX = 1 << 20 };

// With fewer elements patterns are not tried, because different patterns would be the same.
enum { PATTERN_MIN = 16 };

struct search {
    struct input_sums *sums; // NULL where nothing is added up
    const int32_t *in;
    size_t n, block;
    int32_t actual, difference; // actual - expected
    struct phrases phrases;
};

// "the sum of in[256] to in[511]", or "in[256]".
static struct said sum_of(size_t from, size_t to) {
    struct said sum = phrases_range("in", from, to);
    if (to - from > 1) {
        say_of(&sum, &sum, WORDS(TOPIC(SUM_OF)));
    }
    return sum;
}

static struct said element(size_t i) {
    return phrases_range("in", i, i + 1);
}

static void try_blocks(struct search *search) {
    size_t block = search->block;
    if (search->n <= block) {
        return;
    }
    int32_t sum = 0;
    size_t blocks = (search->n + block - 1) / block;
    for (size_t b = 0; b < blocks; b++) {
        size_t from = b * block, to = from + block < search->n ? from + block : search->n;
        int32_t own = search->sums->of_block[b];
        sum = combine_sum(sum, own);
        if (b + 1 < blocks && sum == search->actual) {
            if (b == 0) {
                phrases_add(&search->phrases, WORDS(TOPIC(IS_FIRST_BLOCK), PART(sum_of(from, to))));
            } else {
                phrases_add(&search->phrases, WORDS(TOPIC(IS_FIRST_BLOCKS), PART(phrases_range("in", 0, to)),
                                                    NUMBER(b + 1), NUMBER(blocks)));
            }
        } else if (b > 0 && own == search->actual) {
            phrases_add(&search->phrases, WORDS(TOPIC(IS_BLOCK), PART(sum_of(from, to)), NUMBER(b)));
        } else if (combine_sum(search->difference, own) == 0 && b + 1 < blocks &&
                   blocks > 2) { // of 2 blocks: reported as the other block alone
            phrases_add(&search->phrases,
                        WORDS(TOPIC(LACKS_BLOCK), PART(phrases_range("in", from, to)), NUMBER(b)));
        } else if (search->difference == own) {
            phrases_add(&search->phrases,
                        WORDS(TOPIC(HAS_BLOCK_TWICE), NUMBER(b), PART(phrases_range("in", from, to))));
        }
    }
}

// The expected number of blocks, but each begins too close to the previous one.
static void try_overlaps(struct search *search) {
    size_t block = search->block, k = 0;
    input_sums_overlap(search->sums);
    for (size_t step = block / 2; search->n > block && step > 0 && block % step == 0; step /= 2) {
        if (search->sums->overlapping[k++] == search->actual) {
            phrases_add(&search->phrases,
                        WORDS(TOPIC(BLOCKS_OVERLAP), NUMBER((search->n + block - 1) / block), NUMBER(block),
                              NUMBER(step)));
        }
    }
}

// Sums that a tree with one missing step leaves.
static void try_steps(struct search *search) {
    size_t n = search->n, block = search->block, half = block / 2;
    if (n > 1 && n <= block && search->in[0] == search->actual) {
        phrases_add(&search->phrases, WORDS(TOPIC(IS_FIRST_ELEMENT)));
    }
    if (n > 2 && block > 2 && search->sums->even == search->actual) {
        phrases_add(&search->phrases, WORDS(TOPIC(IS_SUM_OF_EVEN)));
    }
    if (n > half && half > 1 && search->sums->first_halves == search->actual) {
        phrases_add(&search->phrases, WORDS(TOPIC(IS_SUM_OF_HALVES), NUMBER(half), NUMBER(block)));
    }
}

// The result of a tree with a missing step: the first `kept` elements of each group of 4, 8, 16 ... (groups
// of 2: try_steps). At least two groups must omit elements; with one it is a range.
static void try_groups(struct search *search) {
    input_sums_divide(search->sums);
    for (unsigned log2 = 2; (size_t)1 << log2 < search->n && search->phrases.count == 0; log2++) {
        size_t group = (size_t)1 << log2, shift = log2 > LOG2_SUM_PARTS ? log2 - LOG2_SUM_PARTS : 0,
               part = (size_t)1 << shift;
        int32_t sum = identity_sum();
        for (size_t kept = part; kept < group && group + kept < search->n && search->phrases.count == 0;
             kept += part) {
            for (size_t i = (kept >> shift) - 1; i < SUM_PARTS;
                 i += group >> shift) { // several in a group of less than 64
                sum = combine_sum(sum, search->sums->of_part[shift][i]);
            }
            if (sum == search->actual && kept == 1) {
                phrases_add(&search->phrases, WORDS(TOPIC(IS_SUM_OF_EVERY), NUMBER(group)));
            } else if (sum == search->actual) {
                phrases_add(&search->phrases,
                            WORDS(TOPIC(IS_SUM_OF_SOME_OF_EVERY), NUMBER(kept), NUMBER(group)));
            }
        }
    }
}

// in[0] and the elements that steps of stride 1, 2, 4 ... reach from there: each element once; or as often as
// its index, if a step adds one element to all others.
static void try_strides(struct search *search) {
    size_t n = search->n;
    int32_t once = search->in[0], often = search->in[0];
    for (size_t stride = 1; stride < n; stride *= 2) {
        once = combine_sum(once, search->in[stride]);
        often = combine_sum(often, (int32_t)((uint32_t)stride * (uint32_t)search->in[stride]));
    }
    if (once == search->actual) {
        phrases_add(&search->phrases, WORDS(TOPIC(IS_SUM_OF_POWERS)));
    } else if (often == search->actual) {
        phrases_add(&search->phrases, WORDS(TOPIC(IS_SUM_OF_TIMES)));
    }
}

static void try_elements(struct search *search) {
    size_t missing = 0, twice = 0, missing_at = 0, twice_at = 0;
    for (size_t i = 0; i < search->n; i++) {
        if (combine_sum(search->difference, search->in[i]) == 0) {
            missing++;
            missing_at = i;
        }
        if (search->difference == search->in[i]) {
            twice++;
            twice_at = i;
        }
    }
    if (missing == 1 && search->n > 1) {
        phrases_add(&search->phrases, WORDS(TOPIC(LACKS_ELEMENT), PART(element(missing_at))));
    }
    if (twice == 1) {
        phrases_add(&search->phrases, WORDS(TOPIC(HAS_ELEMENT_TWICE), PART(element(twice_at))));
    }
}

// For few elements: one of them more than twice, or only one and more than once.
static void try_times(struct search *search) {
    size_t found = 0, at = 0;
    uint32_t often = 0;
    bool alone = false;
    for (size_t i = 0; i < search->n; i++) {
        for (uint32_t times = 2; times <= THREADS_MAX; times++) {
            uint32_t value = times * (uint32_t)search->in[i];
            bool is_all = value == (uint32_t)search->actual, is_more = value == (uint32_t)search->difference;
            if (is_all || is_more) {
                found++;
                at = i;
                often = times;
                alone = is_all;
            }
        }
    }
    if (found == 1 && alone) {
        phrases_add(&search->phrases, WORDS(TOPIC(IS_ELEMENT_TIMES), PART(element(at)), NUMBER(often)));
    } else if (found == 1) {
        phrases_add(&search->phrases, WORDS(TOPIC(HAS_ELEMENT_TIMES), PART(element(at)), NUMBER(often)));
    }
}

static void try_ranges(struct search *search) {
    int32_t first = 0, last = 0;
    size_t n = search->n;
    for (size_t i = 0; i + 2 < n; i++) { // try_elements tries all but one
        first = combine_sum(first, search->in[i]);
        last = combine_sum(last, search->in[n - 1 - i]);
        if (i > 0 && first == search->actual && (i + 1) % search->block != 0) {
            phrases_add(&search->phrases, WORDS(TOPIC(IS_SUM_OF_FIRST), NUMBER(i + 1), NUMBER(n)));
        }
        if (i > 0 && last == search->actual && (n - i - 1) % search->block != 0) {
            phrases_add(&search->phrases, WORDS(TOPIC(IS_SUM_OF_LAST), NUMBER(i + 1), NUMBER(n)));
        }
    }
}

unsigned hypothesis_unset_locals(uint32_t difference, size_t likely) {
    enum { SMALL_DIFFERENCE = 1 << 20 };
    bool small = difference + SMALL_DIFFERENCE < 2 * SMALL_DIFFERENCE;
    for (unsigned times = 1; times <= THREADS_MAX; times++) {
        if (times * LABS_UNSET_LOCAL == difference && (!small || times == likely)) {
            return times;
        }
    }
    return 0;
}

struct said hypothesis_unset_local_times(unsigned times) {
    struct said said;
    if (times == 1) {
        say(&said, WORDS(TOPIC(UNSET_LOCAL), NUMBER((int)LABS_UNSET_LOCAL)));
    } else {
        say(&said, WORDS(TOPIC(UNSET_LOCAL_TIMES), NUMBER(times), NUMBER((int)LABS_UNSET_LOCAL)));
    }
    return said;
}

static void try_unset_locals(struct search *search) {
    size_t idle = search->block - search->n % search->block; // threads without an element, if each has one
    unsigned times = hypothesis_unset_locals((uint32_t)search->difference, idle);
    if (times > 0) {
        phrases_add(&search->phrases,
                    WORDS(TOPIC(IS_EXPECTED_PLUS), PART(hypothesis_unset_local_times(times))));
    }
    times = hypothesis_unset_locals((uint32_t)search->actual, 0); // which no element was added to
    if (times == 1) {
        phrases_add(&search->phrases, WORDS(TOPIC(IS_UNSET_LOCAL)));
    } else if (times > 1) {
        phrases_add(&search->phrases, WORDS(TOPIC(IS_UNSET_LOCAL_TIMES), NUMBER(times)));
    }
}

enum topic hypothesis_rounding(int32_t expected, int32_t actual) {
    enum { FLOAT_EXACT = 1 << 24 };
    if (expected != actual && (actual == INT32_MIN || actual == INT32_MAX)) {
        return TOPIC_TOO_LARGE_FLOAT;
    }
    bool large = actual > FLOAT_EXACT || actual < -FLOAT_EXACT;
    return large && (double)(float)actual == actual && (double)(float)expected != expected
               ? TOPIC_ROUNDED_BY_FLOAT
               : TOPIC_NONE;
}

static uint64_t square(int32_t value) {
    return (uint64_t)((int64_t)value * value);
}

// Fits into 64 bits for any point, as a wrong program may return it, but not with a sign.
static uint64_t square_of_distance(const struct point *point) {
    return square(point->x) + square(point->y) + square(point->z);
}

size_t hypothesis_farthest(const struct point *in, size_t n, const struct point *expected,
                           const struct point *actual, struct said found[HYPOTHESIS_MAX]) {
    struct phrases phrases = {.found = found};
    uint64_t near = square_of_distance(actual), far = square_of_distance(expected);
    bool among = near == 0;
    for (size_t i = 0; i < n && !among; i++) {
        among = memcmp(&in[i], actual, sizeof(*actual)) == 0;
    }
    if (!among) {
        phrases_add(&phrases, WORDS(TOPIC(IS_NO_POINT)));
    } else if (near == far) {
        phrases_add(&phrases, WORDS(TOPIC(IS_AS_FAR)));
    } else if (sqrtf((float)near) == sqrtf((float)far)) {
        phrases_add(&phrases, WORDS(TOPIC(IS_NEARER)));
    }
    return phrases.count;
}

size_t hypothesis_sum_int32(struct input_sums *sums, int32_t actual, struct said found[HYPOTHESIS_MAX]) {
    size_t n = sums->n;
    int32_t expected = sums->expected;
    struct search search = {sums, sums->in, n, sums->block, actual, .phrases = {.found = found}};
    search.difference = (int32_t)((uint32_t)actual - (uint32_t)expected);
    if (search.difference == 0 || sums->block == 0) {
        return 0;
    }
    if (actual == 0) {
        phrases_add(&search.phrases, WORDS(TOPIC(IS_SUM_OF_NONE)));
    }
    const enum topic rounding = hypothesis_rounding(expected, actual);
    if (rounding != TOPIC_NONE) {
        phrases_add(&search.phrases, WORDS(TOPIC(IS), A_TOPIC(rounding)));
    }
    try_unset_locals(&search);
    try_steps(&search);
    try_blocks(&search);
    if (search.phrases.count == 0) {
        try_overlaps(&search);
    }
    if (n >= PATTERN_MIN && search.phrases.count == 0) {
        try_groups(&search);
    }
    if (n >= PATTERN_MIN && search.phrases.count == 0) {
        try_strides(&search);
    }
    if (n <= SMALL && search.phrases.count == 0) {
        try_elements(&search);
    }
    if (n <= RANGES && search.phrases.count == 0) {
        try_ranges(&search);
    }
    for (uint32_t times = 2; times <= GRID_MAX && search.phrases.count == 0;
         times += times < THREADS_MAX ? 1 : times) {
        if (n > 0 && expected != 0 && times * (uint32_t)expected == (uint32_t)actual) {
            phrases_add(&search.phrases, WORDS(TOPIC(IS_EXPECTED_TIMES), NUMBER(times)));
        }
    }
    if (n > 1 && n <= FEW && search.phrases.count == 0) {
        try_times(&search);
    }
    return search.phrases.count;
}

static bool is_among(const int32_t *in, size_t n, int32_t value) {
    for (size_t i = 0; i < n; i++) {
        if (in[i] == value) {
            return true;
        }
    }
    return false;
}

static bool are_odd(const int32_t *in, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (in[i] % 2 == 0) {
            return false;
        }
    }
    return true;
}

bool hypothesis_plain_sum(enum operator_id operator_id, const int32_t *in, size_t n, int32_t actual,
                          struct said *sum) {
    enum { TIMES_MAX = 1024 }; // threads of a block that have no element
    uint32_t identity, rest = (uint32_t)actual, times = 0, most = 0;
    if (operator_id != OPERATOR_PRODUCT && operator_id != OPERATOR_MIN && operator_id != OPERATOR_MAX) {
        return false;
    }
    operators[operator_id].identity(&identity);
    for (size_t i = 0; i < n; i++) {
        rest -= (uint32_t)in[i];
        most = in[i] > TIMES_MAX || in[i] < -TIMES_MAX ? TIMES_MAX
                                                       : most; // with small elements, one fits by chance
    }
    while (times <= most && times * identity != rest) {
        times++;
    }
    struct said more;
    say(&more, WORDS(TOPIC(TIMES_IDENTITY), NUMBER(times)));
    say(sum, times == 0 ? WORDS(TOPIC(PLAIN_SUM), NAME(operators[operator_id].name))
                        : WORDS(TOPIC(SUM_WITH_IDENTITIES), PART(more), NAME(operators[operator_id].name)));
    return n > 0 && times <= most;
}

size_t hypothesis_other_value(enum operator_id operator_id, const int32_t *in, size_t n, int32_t actual,
                              struct said found[HYPOTHESIS_MAX]) {
    struct search search = {.phrases = {.found = found}};
    struct said sum;
    int32_t identity;
    if (actual == (int32_t)LABS_UNSET_LOCAL && !is_among(in, n, actual)) {
        phrases_add(&search.phrases, WORDS(TOPIC(IS_UNSET_LOCAL)));
        return search.phrases.count;
    }
    if (hypothesis_plain_sum(operator_id, in, n, actual, &sum)) {
        phrases_add(&search.phrases, WORDS(TOPIC(IS), PART(sum)));
        return search.phrases.count;
    }
    switch (operator_id) {
    case OPERATOR_MIN:
    case OPERATOR_MAX:
        operators[operator_id].identity(&identity);
        if (n > 0 && actual == identity && !is_among(in, n, actual)) {
            phrases_add(&search.phrases, WORDS(TOPIC(IS_IDENTITY)));
        } else if (!is_among(in, n, actual)) {
            phrases_add(&search.phrases, WORDS(actual == 0 ? TOPIC(IS_ZERO) : TOPIC(IS_NO_ELEMENT)));
        }
        break;
    case OPERATOR_PRODUCT:
        if (actual % 2 == 0 && are_odd(in, n)) { // several even factors may make 0, which wraps around
            phrases_add(&search.phrases, WORDS(TOPIC(IS_EVEN)));
        }
        break;
    default:
        break;
    }
    return search.phrases.count;
}
