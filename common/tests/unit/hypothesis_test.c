// Phrases about a wrong sum: each true one is found, and no false one.
#include "cmocka_all.h"

#include <stdio.h>
#include <string.h>

#include "check/explain/hypothesis.h"
#include "data/data.h"
#include "operator/operators.h"
#include "words/words.h"

enum { N = 1000, BLOCK = 256 };

static int32_t in[1 << 20];
static struct said found[HYPOTHESIS_MAX];

static const char *phrase_of(size_t i) {
    static char texts[HYPOTHESIS_MAX][WORDS_SIZE];
    return words_english_tail(&found[i], texts[i]);
}

static size_t search(const int32_t *values, size_t n, size_t block, int32_t actual) {
    struct input_sums sums;
    assert_true(input_sums_make(values, n, block, &sums));
    size_t count = hypothesis_sum_int32(&sums, actual, found);
    assert_int_equal(hypothesis_sum_int32(&sums, actual, found), count); // also from the sums of before
    input_sums_free(&sums);
    return count;
}

static int32_t sum(size_t from, size_t to) {
    int32_t sum = 0;
    for (size_t i = from; i < to; i++) {
        sum = combine_sum(sum, in[i]);
    }
    return sum;
}

// The phrases for `actual` must include this one.
static void expect(size_t n, int32_t actual, const char *phrase) {
    size_t count = search(in, n, BLOCK, actual);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(phrase_of(i), phrase) == 0) {
            return;
        }
    }
    fail_msg("not said: %s (but %zu: %s; %s)", phrase, count, count > 0 ? phrase_of(0) : "",
             count > 1 ? phrase_of(1) : "");
}

static void true_statements_are_found(void **state) {
    (void)state;
    int32_t all = sum(0, N);
    expect(N, 0, "is the sum of no elements");
    expect(N, sum(0, 256), "is the sum of in[0] to in[255], that is the first block alone");
    expect(N, sum(0, 512), "is the sum of in[0] to in[511], that is the first 2 of 4 blocks");
    expect(N, sum(256, 512), "is the sum of in[256] to in[511], that is block 1 alone");
    expect(N, sum(768, N), "is the sum of in[768] to in[999], that is block 3 alone");
    expect(N, all - sum(256, 512), "is the expected sum without in[256] to in[511], that is without block 1");
    expect(N, all + sum(0, 256), "is the expected sum plus block 0 (in[0] to in[255]) once more");
    expect(N, all - in[999], "is the expected sum without in[999]");
    expect(N, all - in[0], "is the expected sum without in[0]");
    expect(N, all + in[0], "is the expected sum plus in[0] once more");
    expect(N, sum(0, 300), "is the sum of the first 300 elements of 1000");
    expect(N, sum(700, N), "is the sum of the last 300 elements of 1000");
    expect(257, in[256], "is in[256], that is block 1 alone");
    expect(200, in[0], "is in[0] alone");
    char unset[160];
    snprintf(unset, sizeof(unset),
             "is the expected sum plus 256 times the value of an uninitialized variable (%d)",
             (int)LABS_UNSET_LOCAL);
    expect(200, (int32_t)((uint32_t)sum(0, 200) + 256 * LABS_UNSET_LOCAL), unset);
    expect(200, (int32_t)LABS_UNSET_LOCAL, "is the value of an uninitialized variable");
    expect(200, (int32_t)(32 * LABS_UNSET_LOCAL), "is 32 times the value of an uninitialized variable");
    assert_int_equal(hypothesis_unset_locals(255 * LABS_UNSET_LOCAL, 255), 255);
    assert_int_equal(hypothesis_unset_locals(255 * LABS_UNSET_LOCAL, 254),
                     0); // -254 or -170: there are also other explanations
    assert_int_equal(hypothesis_unset_locals((uint32_t)-2, 0), 0);
}

// Overlapping blocks are reported, not a single element that also fits.
static void overlapping_blocks_are_found(void **state) {
    (void)state;
    expect(BLOCK + 1, sum(0, BLOCK) + sum(BLOCK / 2, BLOCK + 1),
           "is the sum of 2 blocks of 256 elements that begin 128 apart and therefore overlap");
    expect(N, sum(0, 256) + sum(32, 288) + sum(64, 320) + sum(96, 352),
           "is the sum of 4 blocks of 256 elements that begin 32 apart and therefore overlap");
}

static void one_of_few_elements_added_often_is_found(void **state) {
    (void)state;
    expect(2, in[0] + 8 * in[1], "is the expected sum plus in[1] 7 times more");
    expect(4, 1024 * in[2], "is in[2], 1024 times, and nothing else");
    assert_int_equal(search(in, 5, BLOCK, 1023 * in[2]), 0);
}

// With two blocks, all but one block is the other block.
static void nothing_is_reported_twice(void **state) {
    (void)state;
    assert_int_equal(search(in, BLOCK + 2, BLOCK, sum(BLOCK, BLOCK + 2)), 1);
    assert_string_equal(phrase_of(0), "is the sum of in[256] to in[257], that is block 1 alone");
}

static void missing_steps_are_found(void **state) {
    (void)state;
    int32_t even = 0, halves = 0;
    for (size_t i = 0; i < N; i++) {
        even += i % 2 == 0 ? in[i] : 0;
        halves += i % BLOCK < BLOCK / 2 ? in[i] : 0;
    }
    expect(N, even, "is the sum of the elements with an even index");
    expect(N, halves, "is the sum of the first half, 128 elements, of each block's 256");
}

// The sum of the first `kept` elements of every `group`.
static int32_t sum_of_groups(size_t n, size_t kept, size_t group) {
    int32_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += i % group < kept ? in[i] : 0;
    }
    return sum;
}

// A missing step anywhere in the tree, and a step that is too short.
static void first_ones_of_groups_are_found(void **state) {
    (void)state;
    expect(N, sum_of_groups(N, 64, 128), "is the sum of the first 64 of every 128 elements");
    expect(N, sum_of_groups(N, 33, 64), "is the sum of the first 33 of every 64 elements");
    expect(N, sum_of_groups(N, 6, 128), "is the sum of the first 6 of every 128 elements");
    expect(N, sum_of_groups(N, 1, 32), "is the sum of the first of every 32 elements");
    expect(577, sum_of_groups(577, 64, 512),
           "is the sum of the first 64 of every 512 elements"); // all but one part
    assert_int_equal(search(in, 4500, BLOCK, sum_of_groups(4500, 65, 128)),
                     0); // odd, of many
    assert_int_equal(search(in, N, BLOCK, sum_of_groups(N, 33, 100)), 0);
}

// If only one group omits elements, another phrase is used, or none.
static void one_group_is_no_pattern(void **state) {
    (void)state;
    expect(33, sum_of_groups(33, 31, 32), "is the expected sum without in[31]");
    assert_int_equal(search(in, 576, BLOCK, sum_of_groups(576, 64, 512)), 0);
    assert_int_equal(search(in, 15, BLOCK, sum_of_groups(15, 2, 4)), 0); // short
}

static void elements_at_powers_of_two_are_found(void **state) {
    (void)state;
    int32_t once = in[0] + in[1] + in[2] + in[4] + in[8],
            often = in[0] + in[1] + 2 * in[2] + 4 * in[4] + 8 * in[8];
    expect(31, once + in[16], "is in[0] + in[1] + in[2] + in[4] + in[8] + ... and no other elements");
    expect(31, often + 16 * in[16],
           "is in[0] + in[1] + 2 in[2] + 4 in[4] + 8 in[8] + ... and no other elements");
    expect(16, once, "is in[0] + in[1] + in[2] + in[4] + in[8] + ... and no other elements");
    assert_int_equal(search(in, 31, BLOCK, once), 0);
    assert_int_equal(search(in, 15, BLOCK, once), 0); // too short
}

static void whole_blocks_of_long_input(void **state) {
    (void)state;
    size_t n = sizeof(in) / sizeof(in[0]);
    expect(n, sum(0, 256), "is the sum of in[0] to in[255], that is the first block alone");
    expect(n, sum(0, n - 256), "is the sum of in[0] to in[1048319], that is the first 4095 of 4096 blocks");
}

static void a_sum_added_by_every_thread_is_found(void **state) {
    (void)state;
    expect(N, 256 * sum(0, N), "is 256 times the expected sum");
    expect(1, 2 * in[0], "is the expected sum plus in[0] once more");
    expect(3, 1024 * sum(0, 3), "is 1024 times the expected sum");
    expect(N, (int32_t)(65536u * (uint32_t)sum(0, N)), "is 65536 times the expected sum");
    assert_int_equal(search(in, N, BLOCK, 1025 * sum(0, N)), 0);
}

// No phrase for the correct result, nor for one that no phrase fits.
static void nothing_else_is_reported(void **state) {
    (void)state;
    assert_int_equal(search(in, N, BLOCK, sum(0, N)), 0);
    assert_int_equal(search(in, N, BLOCK, INT32_MAX - 1), 0);
    assert_int_equal(search(in, 0, BLOCK, 0), 0);
    assert_int_equal(search(in, 0, BLOCK, 5), 0);
    assert_int_equal(search(in, N, 0, 5), 0);
    assert_true(search(in, 1, BLOCK, 0) <= HYPOTHESIS_MAX);
}

static void rounded_values_are_found(void **state) {
    (void)state;
    expect(N, INT32_MIN,
           "is what a too large float or double becomes as an int; a sum of ints wraps around instead");
    assert_int_equal(hypothesis_rounding(33554435, 33554436), TOPIC_ROUNDED_BY_FLOAT);
    assert_int_equal(hypothesis_rounding(33554432, 33554436), TOPIC_NONE); // a float could hold both
    assert_int_equal(hypothesis_rounding(33554435, 33554437), TOPIC_NONE); // and neither
    assert_int_equal(hypothesis_rounding(101, 100), TOPIC_NONE);
}

static void farthest_points_are_compared(void **state) {
    (void)state;
    static const struct point points[] = {{3, 4, 0}, {4, 3, 0}, {9000, 1, 0}, {9000, 0, 0}, {1, 1, 1}},
                              other = {2, 2, 2}, largest = {INT32_MIN, INT32_MIN, INT32_MIN};
    assert_int_equal(hypothesis_farthest(points, 5, &points[1], &points[0], found), 1);
    assert_non_null(strstr(phrase_of(0), "at a tie the larger x decides"));
    assert_int_equal(hypothesis_farthest(points, 5, &points[2], &points[3], found), 1);
    assert_non_null(strstr(phrase_of(0), "only as floats the distances are equal"));
    assert_int_equal(hypothesis_farthest(points, 5, &points[2], &other, found), 1);
    assert_string_equal(phrase_of(0), "is neither one of the points nor identity()");
    assert_int_equal(hypothesis_farthest(points, 5, &points[2], &largest, found), 1);
    assert_string_equal(phrase_of(0), "is neither one of the points nor identity()");
    assert_int_equal(hypothesis_farthest(points, 5, &points[2], &points[4], found), 0);
}

// Expects that the value is the sum of these elements and of identity() that many times; -1: nothing is said of a sum.
static void expect_plain_sum(enum operator_id id, const int32_t *in, size_t n, int32_t actual, int times) {
    struct said sum;
    char said[WORDS_SIZE], text[WORDS_SIZE] = "the sum of the elements";
    assert_int_equal(hypothesis_plain_sum(id, in, n, actual, &sum), times >= 0);
    if (times == 1) {
        strcat(text, " and identity()");
    } else if (times > 1) {
        sprintf(text + strlen(text), " and %d times identity()", times);
    }
    if (times >= 0) {
        strcat(strcat(text, ", but the operator is "), operators[id].name);
        assert_string_equal(words(&sum, said), text);
    }
}

static void plain_sums_are_found(void **state) {
    (void)state;
    static const int32_t large[] = {-1392216462, 1593332435, 7001}, small[] = {5, -3, 7};
    const int32_t sum = -1392216462 + 1593332435 + 7001;
    expect_plain_sum(OPERATOR_PRODUCT, large, 3, sum, 0);
    expect_plain_sum(OPERATOR_PRODUCT, large, 3, sum + 1, 1);
    expect_plain_sum(OPERATOR_PRODUCT, large, 3, sum + 526, 526);
    expect_plain_sum(OPERATOR_PRODUCT, large, 3, sum - 1, -1);
    expect_plain_sum(OPERATOR_PRODUCT, large, 3, sum + 1025, -1);
    expect_plain_sum(OPERATOR_PRODUCT, large, 2, sum, -1);  // 7001 times identity() would be too many
    expect_plain_sum(OPERATOR_MIN, large, 3, sum - 30, 30); // 30 times 2^31 - 1
    expect_plain_sum(OPERATOR_MAX, large, 3, sum, 0);
    expect_plain_sum(OPERATOR_MAX, large, 3, sum - 1, -1);
    expect_plain_sum(OPERATOR_MAX, small, 3, 9, 0);
    expect_plain_sum(OPERATOR_PRODUCT, small, 3, 70, -1); // of small values, one of the sums fits by chance
    expect_plain_sum(OPERATOR_SUM, large, 3, sum, -1);
    expect_plain_sum(OPERATOR_PRODUCT, large, 0, 0, -1);
    assert_int_equal(hypothesis_other_value(OPERATOR_MAX, large, 3, sum, found), 1);
    assert_string_equal(phrase_of(0), "is the sum of the elements, but the operator is max");
}

static void other_values_are_found(void **state) {
    (void)state;
    static const int32_t low[] = {-5, -2, -7}, high[] = {5, 2, 7}, odd[] = {5, -3, 7};
    assert_int_equal(hypothesis_other_value(OPERATOR_MAX, low, 3, 0, found), 1);
    assert_string_equal(phrase_of(0), "is neither an element nor identity(): 0 is the identity of the sum");
    assert_int_equal(hypothesis_other_value(OPERATOR_MAX, low, 3, 1, found), 1);
    assert_string_equal(phrase_of(0), "is neither an element nor identity(): something else contributed");
    assert_int_equal(hypothesis_other_value(OPERATOR_MIN, high, 3, INT32_MAX, found), 1);
    assert_string_equal(phrase_of(0), "is identity(): no element contributed");
    assert_int_equal(hypothesis_other_value(OPERATOR_MAX, low, 3, (int32_t)LABS_UNSET_LOCAL, found), 1);
    assert_string_equal(phrase_of(0), "is the value of an uninitialized variable");
    assert_int_equal(hypothesis_other_value(OPERATOR_MAX, low, 3, -7, found), 0);
    assert_int_equal(hypothesis_other_value(OPERATOR_PRODUCT, high, 3, 0, found), 0);
    assert_int_equal(hypothesis_other_value(OPERATOR_PRODUCT, odd, 3, 0, found), 1);
    assert_string_equal(phrase_of(0), "is even, but all elements are odd, and so are their products");
    assert_int_equal(hypothesis_other_value(OPERATOR_PRODUCT, odd, 3, 70, found), 1);
    assert_int_equal(hypothesis_other_value(OPERATOR_PRODUCT, odd, 3, 71, found), 0);
    assert_int_equal(hypothesis_other_value(OPERATOR_SUM, high, 3, 0, found), 0);
}

// If several elements fit, none is named.
static void ambiguous_elements_are_not_named(void **state) {
    (void)state;
    int32_t same[] = {5, 7, 5, 11};
    size_t count = search(same, 4, BLOCK, 28 - 5);
    for (size_t i = 0; i < count; i++) {
        assert_null(strstr(phrase_of(i), "without"));
    }
}

int main(void) {
    data_fill(OPERATOR_SUM, in, sizeof(in) / sizeof(in[0]), 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(true_statements_are_found),
        cmocka_unit_test(missing_steps_are_found),
        cmocka_unit_test(whole_blocks_of_long_input),
        cmocka_unit_test(nothing_else_is_reported),
        cmocka_unit_test(first_ones_of_groups_are_found),
        cmocka_unit_test(one_group_is_no_pattern),
        cmocka_unit_test(elements_at_powers_of_two_are_found),
        cmocka_unit_test(overlapping_blocks_are_found),
        cmocka_unit_test(one_of_few_elements_added_often_is_found),
        cmocka_unit_test(nothing_is_reported_twice),
        cmocka_unit_test(a_sum_added_by_every_thread_is_found),
        cmocka_unit_test(rounded_values_are_found),
        cmocka_unit_test(farthest_points_are_compared),
        cmocka_unit_test(plain_sums_are_found),
        cmocka_unit_test(other_values_are_found),
        cmocka_unit_test(ambiguous_elements_are_not_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
