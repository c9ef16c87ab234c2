// Phrases about the first wrong element of a scan: each true one is found, and none if two fit.
#include "cmocka_all.h"

#include "check/explain/hypothesis_scan.h"
#include "check/judge/oracle.h"
#include "data/data.h"
#include "words/words.h"

enum { LONG = 3000, SECTION = 256 };

static struct said found[HYPOTHESIS_MAX];

static const char *phrase_of(size_t i) {
    static char texts[HYPOTHESIS_MAX][WORDS_SIZE];
    return words_english_tail(&found[i], texts[i]);
}
static int in[LONG];
static struct affine maps[LONG];

static int sum(int from, int to) {
    int sum = 0;
    for (int i = from; i < to; i++) {
        sum += in[i];
    }
    return sum;
}

// An inclusive scan of n ints that is correct before out[wrong], too large by `more` there, and by `further`
// after it. `phrase` may be NULL.
static void expect_then(int n, int wrong, int more, int further, const char *phrase) {
    struct expected right;
    assert_true(oracle_make(LAB_INCLUSIVE_SCAN, SECTION, OPERATOR_SUM, in, (size_t)n, &right));
    for (int i = wrong; i < n; i++) {
        ((int *)right.values)[i] += i == wrong ? more : further;
    }
    size_t count =
        hypothesis_scan(LAB_INCLUSIVE_SCAN, SECTION, OPERATOR_SUM, in, (size_t)n, right.values, found);
    assert_int_equal(count, phrase != NULL);
    if (phrase != NULL) {
        assert_string_equal(phrase_of(0), phrase);
    }
    oracle_free(&right);
}

static void expect(int n, int wrong, int more, const char *phrase) {
    expect_then(n, wrong, more, more, phrase);
}

static void what_is_there_once_more_is_found(void **state) {
    (void)state;
    expect(100, 99, in[0], "has the expected elements and in[0] once more in out[99]");
    expect(100, 70, sum(0, 33), "has the expected elements and in[0] to in[32] once more in out[70]");
    expect(100, 70, sum(0, 71), "has the expected elements and in[0] to in[70] once more in out[70]");
    expect(100, 70, sum(69, 71), "has the expected elements and in[69] to in[70] once more in out[70]");
    expect(100, 70, sum(1, 33), NULL);
    expect(LONG, 2500, sum(0, 1024),
           "has the expected elements and in[0] to in[1023] once more in out[2500]");
    expect(LONG, 2500, in[2500], "has the expected elements and in[2500] once more in out[2500]");
    expect(LONG, 2500, sum(0, 1025), NULL); // among many candidates one fits by chance
}

// The last elements of an exclusive scan whose sections are moved on by one place.
static void sections_moved_on_are_found(void **state) {
    (void)state;
    struct expected right;
    assert_true(oracle_make(LAB_EXCLUSIVE_SCAN, SECTION, OPERATOR_SUM, in, LONG, &right));
    ((int *)right.values)[2500] = sum(2431, 2500);
    assert_int_equal(
        hypothesis_scan(LAB_EXCLUSIVE_SCAN, SECTION, OPERATOR_SUM, in, LONG, right.values, found), 1);
    assert_string_equal(phrase_of(0), "has the result of in[2431] to in[2499], and no others, in out[2500]");
    ((int *)right.values)[2500] = sum(2430, 2500);
    assert_int_equal(
        hypothesis_scan(LAB_EXCLUSIVE_SCAN, SECTION, OPERATOR_SUM, in, LONG, right.values, found), 0);
    oracle_free(&right);
}

// A lane that adds its own value again in each of the five steps. With fewer times too much would fit.
static void what_steps_have_doubled_is_found(void **state) {
    (void)state;
    expect(100, 70, 31 * sum(0, 4), "has the expected elements and in[0] to in[3] 31 times more in out[70]");
    expect(100, 70, 1023 * in[0], "has the expected elements and in[0] 1023 times more in out[70]");
    expect(100, 70, 2047 * in[0], NULL);
    expect(100, 70, 15 * in[0], NULL);
    expect(100, 70, 30 * in[0], NULL);
    static const int elements[] = {1, 5, 31}, twice[] = {1, 6, 68}; // or in[0] 31 times, which is less likely
    assert_int_equal(hypothesis_scan(LAB_INCLUSIVE_SCAN, SECTION, OPERATOR_SUM, elements, 3, twice, found),
                     1);
    assert_string_equal(phrase_of(0), "has the expected elements and in[2] once more in out[2]");
}

static void one_too_many_is_found(void **state) {
    (void)state;
    expect(100, 70, in[71], "has the result of in[0] to in[71], one element too many, in out[70]");
    expect(100, 70, sum(71, 73), NULL);
    expect(100, 70, sum(0, 72), NULL);
}

static void nothing_at_all_is_found(void **state) {
    (void)state;
    static const int elements[] = {4, 5, 9}, none[] = {0, 5, 9}, with_zero[] = {3, 0, 5}, zero[] = {3, 0, 9};
    assert_int_equal(hypothesis_scan(LAB_INCLUSIVE_SCAN, SECTION, OPERATOR_SUM, elements, 3, none, found), 1);
    assert_string_equal(phrase_of(0), "has identity() in out[0]: no element contributed");
    assert_int_equal(hypothesis_scan(LAB_INCLUSIVE_SCAN, SECTION, OPERATOR_SUM, with_zero, 3, zero, found),
                     1);
    assert_string_equal(phrase_of(0), "has only in[1] in out[1]");
}

// If in[124] to in[127] are 0, the omitted range may or may not include them.
static void two_possible_middles_are_not_reported(void **state) {
    (void)state;
    static int elements[129], out[129];
    data_fill(OPERATOR_SUM, elements, 129, 5);
    for (int i = 0; i < 129; i++) {
        elements[i] *= i < 124 || i == 128;
        out[i] = (i > 0 ? out[i - 1] : 0) + elements[i];
    }
    for (int i = 4; i < 128; i++) {
        out[128] -= elements[i];
    }
    assert_int_equal(hypothesis_scan(LAB_INCLUSIVE_SCAN, SECTION, OPERATOR_SUM, elements, 129, out, found),
                     0);
}

// Operands that do not commute: elements once more, at the beginning.
static void maps_once_more_are_found(void **state) {
    (void)state;
    struct expected right;
    assert_true(oracle_make(LAB_INCLUSIVE_SCAN, SECTION, OPERATOR_AFFINE, maps, 9, &right));
    struct affine *values = right.values;
    operators[OPERATOR_AFFINE].combine(values + 2, values + 7, values + 7);
    assert_int_equal(hypothesis_scan(LAB_INCLUSIVE_SCAN, SECTION, OPERATOR_AFFINE, maps, 9, values, found),
                     1);
    assert_string_equal(phrase_of(0), "has the expected elements and in[0] to in[2] once more in out[7]");
    oracle_free(&right);
}

// A range that is skipped here and in all elements after it.
static void what_is_left_out_in_the_middle_is_found(void **state) {
    (void)state;
    expect(129, 128, -sum(4, 128), "has the expected elements without in[4] to in[127] in out[128]");
    expect(LONG, 2048, -sum(128, 2048), "has the expected elements without in[128] to in[2047] in out[2048]");
    expect(129, 128, -sum(6, 128), NULL); // not a multiple
    expect(60, 56, -sum(4, 56), NULL);    // short
    expect_then(LONG, 2048, -sum(128, 2048), 1 - sum(128, 2048),
                NULL); // the next element does not continue from there
}

// The scan of maps in which only out[wrong] combines in[middle] to in[rest - 1] first, then those before,
// then the rest.
static void expect_exchanged(int n, int wrong, int middle, int rest, const char *phrase) {
    const int ranges[3][2] = {{middle, rest}, {0, middle}, {rest, wrong + 1}};
    struct expected right;
    assert_true(oracle_make(LAB_INCLUSIVE_SCAN, SECTION, OPERATOR_AFFINE, maps, (size_t)n, &right));
    struct affine *out = (struct affine *)right.values + wrong;
    operators[OPERATOR_AFFINE].identity(out);
    for (int s = 0; s < 3; s++) {
        for (int i = ranges[s][0]; i < ranges[s][1]; i++) {
            operators[OPERATOR_AFFINE].combine(out, maps + i, out);
        }
    }
    size_t count =
        hypothesis_scan(LAB_INCLUSIVE_SCAN, SECTION, OPERATOR_AFFINE, maps, (size_t)n, right.values, found);
    assert_int_equal(count, phrase != NULL);
    if (phrase != NULL) {
        assert_string_equal(phrase_of(0), phrase);
    }
    oracle_free(&right);
}

static void exchanged_ranges_are_found(void **state) {
    (void)state;
    expect_exchanged(
        9, 4, 2, 4,
        "has two ranges swapped in out[4]: in[2] to in[3] come before the elements that should precede them");
    expect_exchanged(LONG, 2999, 1024, 2048,
                     "has two ranges swapped in out[2999]: in[1024] to in[2047] come before the elements "
                     "that should precede them");
    expect_exchanged(LONG, 2048, 32, 64,
                     "has two ranges swapped in out[2048]: in[32] to in[63] come before the elements that "
                     "should precede them");
    expect_exchanged(LONG, 2048, 36, 64, NULL);
    expect_exchanged(LONG, 2999, 1024, 3000,
                     "has the operands swapped in out[2999]: in[1024] and those after it come first");
}

static void reversed_operands_are_found(void **state) {
    (void)state;
    struct expected right;
    assert_true(oracle_make(LAB_EXCLUSIVE_SCAN, SECTION, OPERATOR_AFFINE, maps, 9, &right));
    struct affine *out = (struct affine *)right.values + 3;
    for (int i = 0; i < 3; i++) {
        operators[OPERATOR_AFFINE].combine(maps + i, i == 0 ? right.values : out, out);
    }
    assert_int_equal(
        hypothesis_scan(LAB_EXCLUSIVE_SCAN, SECTION, OPERATOR_AFFINE, maps, 9, right.values, found), 1);
    assert_string_equal(phrase_of(0),
                        "has the operands in reverse order in out[3]: from in[2] down to in[0]");
    oracle_free(&right);
}

// No phrase for arbitrary values.
static void nothing_else_is_reported(void **state) {
    (void)state;
    for (int k = 1; k <= 50; k++) {
        expect_then(100, 50 + k % 50, 1000003 * k, 7 * k, NULL);
    }
}

int main(void) {
    data_fill(OPERATOR_SUM, in, LONG, 5);
    data_fill(OPERATOR_AFFINE, maps, LONG, 5);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_there_once_more_is_found),
        cmocka_unit_test(sections_moved_on_are_found),
        cmocka_unit_test(what_steps_have_doubled_is_found),
        cmocka_unit_test(one_too_many_is_found),
        cmocka_unit_test(nothing_at_all_is_found),
        cmocka_unit_test(what_is_left_out_in_the_middle_is_found),
        cmocka_unit_test(two_possible_middles_are_not_reported),
        cmocka_unit_test(maps_once_more_are_found),
        cmocka_unit_test(exchanged_ranges_are_found),
        cmocka_unit_test(reversed_operands_are_found),
        cmocka_unit_test(nothing_else_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
