// Phrases about a wrong scan: each true one is found, and no false one.
#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/explain/hypothesis_scan.h"
#include "check/judge/oracle.h"
#include "data/data.h"
#include "words/words.h"

enum { N = 1000, SECTION = 256 };

static struct said found[HYPOTHESIS_MAX];

static const char *phrase_of(size_t i) {
    static char texts[HYPOTHESIS_MAX][WORDS_SIZE];
    return words_english_tail(&found[i], texts[i]);
}

#define INTS(...) ((const int[]){__VA_ARGS__})
#define NOTES     INTS(3, 1, 7, 0, 4, 1, 6, 3)

// The phrase for a wrong scan of 8 ints in sections of 4.
static void expect(enum lab_kind kind, const int *actual, const char *phrase) {
    size_t count = hypothesis_scan(kind, 4, OPERATOR_SUM, NOTES, 8, actual, found);
    assert_int_equal(count, phrase != NULL);
    if (phrase != NULL) {
        assert_string_equal(phrase_of(0), phrase);
    }
}

static void true_statements_are_found(void **state) {
    (void)state;
    expect(LAB_INCLUSIVE_SCAN, INTS(0, 3, 4, 11, 11, 15, 16, 22), "is the exclusive scan");
    expect(LAB_EXCLUSIVE_SCAN, INTS(3, 4, 11, 11, 15, 16, 22, 25), "is the inclusive scan");
    expect(LAB_INCLUSIVE_SCAN, INTS(3, 4, 11, 11, 4, 5, 11, 14),
           "is the inclusive scan of each section by itself");
    expect(LAB_SECTION_EXCLUSIVE_SCAN, INTS(0, 3, 4, 11, 11, 15, 16, 22),
           "is the exclusive scan of all elements, not of each section");
    expect(LAB_EXCLUSIVE_SCAN, INTS(0, 3, 4, 11, 0, 4, 5, 11),
           "is the exclusive scan of each section by itself");
    expect(LAB_INCLUSIVE_SCAN, INTS(3, 4, 8, 7, 4, 5, 7, 9),
           "combines each element only with the previous one");
    expect(LAB_INCLUSIVE_SCAN, NOTES, "is the input itself");
    expect(LAB_INCLUSIVE_SCAN, INTS(3, 4, 11, 11, 15, 16, 22, 26), NULL);
    expect(LAB_REDUCE, NOTES, NULL);
}

// A scan of sums in which one element is wrong.
static void expect_first(enum lab_kind kind, int wrong, int actual, const char *phrase) {
    struct expected right;
    assert_true(oracle_make(kind, 4, OPERATOR_SUM, NOTES, 8, &right));
    ((int *)right.values)[wrong] = actual;
    expect(kind, right.values, phrase);
    oracle_free(&right);
}

static void first_wrong_elements_are_reported(void **state) {
    (void)state;
    expect_first(LAB_INCLUSIVE_SCAN, 7, 3, NULL); // in[0] or in[7]
    char unset[160];
    snprintf(unset, sizeof(unset),
             "has the expected sum plus the value of an uninitialized variable (%d) in out[6]",
             (int)LABS_UNSET_LOCAL);
    expect_first(LAB_INCLUSIVE_SCAN, 6, (int)(22 + LABS_UNSET_LOCAL), unset);
    expect_first(LAB_INCLUSIVE_SCAN, 6, (int)LABS_UNSET_LOCAL,
                 "has the value of an uninitialized variable in out[6]");
    expect_first(LAB_INCLUSIVE_SCAN, 6, 6, "has only in[6] in out[6]");
    expect_first(LAB_INCLUSIVE_SCAN, 6, 12, NULL); // in[2] to in[4]: neither from the first nor to the last
    expect_first(LAB_INCLUSIVE_SCAN, 6, 18, "has the result of in[2] to in[6], and no others, in out[6]");
    expect_first(LAB_INCLUSIVE_SCAN, 7, 16, "has the result of in[0] to in[5], and no others, in out[7]");
    expect_first(LAB_INCLUSIVE_SCAN, 6, 28, "has the expected elements and in[6] once more in out[6]");
    expect_first(LAB_INCLUSIVE_SCAN, 7, 28, NULL); // in[0] or in[7]
    expect_first(LAB_INCLUSIVE_SCAN, 7, 34,
                 "has the expected elements and in[6] to in[7] once more in out[7]");
    expect_first(LAB_EXCLUSIVE_SCAN, 0, 5, "does not have identity() in out[0], where no element belongs");
    expect_first(LAB_SECTION_EXCLUSIVE_SCAN, 4, 7,
                 "has the result of in[2] to in[3], and no others, in out[4]");
    expect_first(LAB_SECTION_EXCLUSIVE_SCAN, 4, -1,
                 "does not have identity() in out[4], where no element belongs");
    expect_first(LAB_INCLUSIVE_SCAN, 7, 0x7fa5a5a5, NULL); // DEVICE_POISON
}

static void other_values_are_found(void **state) {
    (void)state;
    static const int32_t in[] = {-5, -7, -2}, zero[] = {-5, -5, 0}, first[] = {0, -5, -5}, one[] = {0};
    static const int32_t unwritten[] = {-5, -5, 0x7fa5a5a5};
    assert_int_equal(hypothesis_scan(LAB_INCLUSIVE_SCAN, SECTION, OPERATOR_MAX, in, 3, zero, found), 1);
    assert_string_equal(phrase_of(0), "has neither an element nor identity() in out[2]");
    assert_int_equal(hypothesis_scan(LAB_INCLUSIVE_SCAN, SECTION, OPERATOR_MAX, in, 3, unwritten, found), 0);
    assert_int_equal(hypothesis_scan(LAB_EXCLUSIVE_SCAN, SECTION, OPERATOR_MAX, in, 3, first, found), 1);
    assert_string_equal(phrase_of(0), "does not have identity() in out[0], where no element belongs");
    assert_int_equal(hypothesis_scan(LAB_EXCLUSIVE_SCAN, SECTION, OPERATOR_PRODUCT, in, 1, one, found), 1);
    assert_string_equal(phrase_of(0), "does not have identity() in out[0], where no element belongs");
}

// Two halves of the expected elements, in the wrong order.
static void exchanged_halves_are_found(void **state) {
    (void)state;
    static const enum lab_kind kinds[] = {LAB_INCLUSIVE_SCAN, LAB_EXCLUSIVE_SCAN, LAB_SECTION_INCLUSIVE_SCAN};
    static const char *const phrases[] = {
        "has the operands swapped in out[7]: in[6] and those after it come first",
        "has the operands swapped in out[7]: in[5] and those after it come first",
        "has the operands swapped in out[7]: in[6] and those after it come first"};
    struct affine in[8];
    data_fill(OPERATOR_AFFINE, in, 8, 5);
    for (int k = 0; k < 3; k++) {
        struct expected right, left, last;
        int from = k == 2 ? 4 : 0, to = k == 1 ? 7 : 8;
        assert_true(oracle_make(kinds[k], 4, OPERATOR_AFFINE, in, 8, &right));
        assert_true(oracle_make(LAB_REDUCE, 4, OPERATOR_AFFINE, in + from, (size_t)(to - 2 - from), &left));
        assert_true(oracle_make(LAB_REDUCE, 4, OPERATOR_AFFINE, in + to - 2, 2, &last));
        operators[OPERATOR_AFFINE].combine(last.values, left.values, (struct affine *)right.values + 7);
        assert_int_equal(hypothesis_scan(kinds[k], 4, OPERATOR_AFFINE, in, 8, right.values, found), 1);
        assert_string_equal(phrase_of(0), phrases[k]);
        oracle_free(&right);
        oracle_free(&left);
        oracle_free(&last);
    }
}

// A scan without its last steps, with and without sections.
static void missing_steps_are_found(void **state) {
    (void)state;
    static const enum lab_kind kinds[] = {LAB_INCLUSIVE_SCAN, LAB_SECTION_INCLUSIVE_SCAN};
    static int in[N], actual[N];
    data_fill(OPERATOR_SUM, in, N, 5);
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < N; i++) {
            int from = k == 0 ? 0 : i - i % SECTION;
            actual[i] = 0;
            for (int j = i < from + 128 ? from : i - 127; j <= i; j++) {
                actual[i] += in[j];
            }
        }
        assert_int_equal(hypothesis_scan(kinds[k], SECTION, OPERATOR_SUM, in, N, actual, found), 1);
        assert_string_equal(phrase_of(0), "combines each element only with the 127 before it");
    }
}

// Three sections: only the third shows whether all sections before it were added.
static void one_section_before_is_found(void **state) {
    (void)state;
    static int in[N], actual[N];
    data_fill(OPERATOR_SUM, in, N, 5);
    for (int i = 0, before = 0, sum = 0; i < N; i++) {
        if (i % SECTION == 0) {
            before = sum;
            sum = 0;
        }
        sum += in[i];
        actual[i] = before + sum;
    }
    assert_int_equal(hypothesis_scan(LAB_INCLUSIVE_SCAN, SECTION, OPERATOR_SUM, in, N, actual, found), 1);
    assert_string_equal(phrase_of(0),
                        "adds to each section the sum of the previous section, not of all sections before");
    actual[N - 1]++; // no longer true for all elements, so a phrase about the first wrong one remains
    assert_int_equal(hypothesis_scan(LAB_INCLUSIVE_SCAN, SECTION, OPERATOR_SUM, in, N, actual, found), 1);
    assert_string_equal(phrase_of(0), "has the result of in[256] to in[512], and no others, in out[512]");
}

static void swapped_operands_are_found(void **state) {
    (void)state;
    static const struct affine maps[] = {{2, 1}, {3, 5}, {1, 7}}, swapped[] = {{2, 1}, {6, 11}, {6, 53}};
    struct expected right;
    assert_int_equal(hypothesis_scan(LAB_INCLUSIVE_SCAN, SECTION, OPERATOR_AFFINE, maps, 3, swapped, found),
                     1);
    assert_string_equal(phrase_of(0), "is the inclusive scan with the operands swapped");
    assert_true(oracle_make(LAB_INCLUSIVE_SCAN, SECTION, OPERATOR_AFFINE, maps, 3, &right));
    assert_int_equal(
        hypothesis_scan(LAB_EXCLUSIVE_SCAN, SECTION, OPERATOR_AFFINE, maps, 3, right.values, found), 1);
    assert_string_equal(phrase_of(0), "is the inclusive scan");
    oracle_free(&right);
}

// For each operator and kind: the result of another kind is recognized.
static void every_operator_is_examined(void **state) {
    (void)state;
    for (int id = 0; id < OPERATOR_COUNT; id++) {
        struct expected exclusive;
        void *in = malloc(N * operators[id].value_size);
        data_fill(id, in, N, 3);
        assert_true(oracle_make(LAB_EXCLUSIVE_SCAN, SECTION, id, in, N, &exclusive));
        size_t count = hypothesis_scan(LAB_INCLUSIVE_SCAN, SECTION, id, in, N, exclusive.values, found);
        assert_int_equal(count, id == OPERATOR_FLOAT_SUM ? 0 : 1);
        if (count > 0) {
            assert_string_equal(phrase_of(0), "is the exclusive scan");
        }
        oracle_free(&exclusive);
        free(in);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(true_statements_are_found),  cmocka_unit_test(first_wrong_elements_are_reported),
        cmocka_unit_test(other_values_are_found),     cmocka_unit_test(exchanged_halves_are_found),
        cmocka_unit_test(missing_steps_are_found),    cmocka_unit_test(one_section_before_is_found),
        cmocka_unit_test(swapped_operands_are_found), cmocka_unit_test(every_operator_is_examined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
