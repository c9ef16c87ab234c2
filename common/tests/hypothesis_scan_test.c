// Statements about a wrong scan: each true one is found, and nothing is said that does not hold.
#include "cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "data.h"
#include "hypothesis_scan.h"
#include "oracle.h"

enum { N = 1000, SECTION = 256 };

static char texts[HYPOTHESIS_MAX][HYPOTHESIS_SIZE];

#define INTS(...) ((const int[]){__VA_ARGS__})
#define NOTES     INTS(3, 1, 7, 0, 4, 1, 6, 3)

// Of an inclusive scan of 8 ints in sections of 4 that was asked for and is wrong.
static void expect(enum lab_kind kind, const int *actual, const char *phrase) {
    size_t count = hypothesis_scan(kind, 4, OPERATOR_SUM, NOTES, 8, actual, texts);
    assert_int_equal(count, phrase != NULL);
    if (phrase != NULL)
        assert_string_equal(texts[0], phrase);
}

static void true_statements_are_found(void **state) {
    (void)state;
    expect(LAB_INCLUSIVE_SCAN, INTS(0, 3, 4, 11, 11, 15, 16, 22), "is the exclusive scan");
    expect(LAB_EXCLUSIVE_SCAN, INTS(3, 4, 11, 11, 15, 16, 22, 25), "is the inclusive scan");
    expect(LAB_INCLUSIVE_SCAN, INTS(3, 4, 11, 11, 4, 5, 11, 14),
           "is the inclusive scan of each section by itself");
    expect(LAB_EXCLUSIVE_SCAN, INTS(0, 3, 4, 11, 0, 4, 5, 11),
           "is the exclusive scan of each section by itself");
    expect(LAB_INCLUSIVE_SCAN, INTS(3, 4, 8, 7, 4, 5, 7, 9),
           "has each element combined with the one before it, and no other");
    expect(LAB_INCLUSIVE_SCAN, NOTES, "is the input itself");
    expect(LAB_INCLUSIVE_SCAN, INTS(3, 4, 11, 11, 15, 16, 22, 26), NULL);
    expect(LAB_REDUCE, NOTES, NULL);
}

// Three sections: only the third one shows whether it has the sum of all before it.
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
    assert_int_equal(hypothesis_scan(LAB_INCLUSIVE_SCAN, SECTION, OPERATOR_SUM, in, N, actual, texts), 1);
    assert_string_equal(texts[0],
                        "has the sum of the one section before in each section, and not of all before");
    actual[N - 1]++;
    assert_int_equal(hypothesis_scan(LAB_INCLUSIVE_SCAN, SECTION, OPERATOR_SUM, in, N, actual, texts), 0);
}

static void swapped_operands_are_found(void **state) {
    (void)state;
    static const struct affine maps[] = {{2, 1}, {3, 5}, {1, 7}}, swapped[] = {{2, 1}, {6, 11}, {6, 53}};
    struct expected right;
    assert_int_equal(hypothesis_scan(LAB_INCLUSIVE_SCAN, SECTION, OPERATOR_AFFINE, maps, 3, swapped, texts),
                     1);
    assert_string_equal(texts[0], "is the inclusive scan with the operands the other way round");
    assert_true(oracle_make(LAB_INCLUSIVE_SCAN, SECTION, OPERATOR_AFFINE, maps, 3, &right));
    assert_int_equal(
        hypothesis_scan(LAB_EXCLUSIVE_SCAN, SECTION, OPERATOR_AFFINE, maps, 3, right.values, texts), 1);
    assert_string_equal(texts[0], "is the inclusive scan");
    oracle_free(&right);
}

// Of each operator and kind: what another kind gives is told as that.
static void every_operator_is_looked_at(void **state) {
    (void)state;
    for (int id = 0; id < OPERATOR_COUNT; id++) {
        struct expected exclusive;
        void *in = malloc(N * operators[id].value_size);
        data_fill(id, in, N, 3);
        assert_true(oracle_make(LAB_EXCLUSIVE_SCAN, SECTION, id, in, N, &exclusive));
        size_t count = hypothesis_scan(LAB_INCLUSIVE_SCAN, SECTION, id, in, N, exclusive.values, texts);
        assert_int_equal(count, id == OPERATOR_FLOAT_SUM ? 0 : 1);
        if (count > 0)
            assert_string_equal(texts[0], "is the exclusive scan");
        oracle_free(&exclusive);
        free(in);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(true_statements_are_found),
        cmocka_unit_test(one_section_before_is_found),
        cmocka_unit_test(swapped_operands_are_found),
        cmocka_unit_test(every_operator_is_looked_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
