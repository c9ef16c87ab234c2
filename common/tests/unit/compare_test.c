// The comparison fails closed: NaN, infinities, -0, and both sides of the bound.
#include "cmocka_all.h"

#include <math.h>
#include <string.h>

#include "check/judge/compare.h"
#include "data/data.h"

static void equal_bit_by_bit(void **state) {
    (void)state;
    int ints[] = {1, 2, 3, INT32_MIN};
    struct expected expected = {.operator_id = OPERATOR_MIN, .count = 4, .values = ints};
    assert_int_equal(compare_values(&expected, (const int32_t[]){1, 2, 3, INT32_MIN}).count, 0);
    struct mismatch two = compare_values(&expected, (const int32_t[]){1, 3, 3, INT32_MAX});
    assert_int_equal(two.count, 2);
    assert_int_equal(two.first, 1);
    struct mismatch swapped = compare_values(&expected, (const int32_t[]){1, 2, INT32_MIN, 3});
    assert_int_equal(swapped.count, 2);
    expected.count = 0;
    assert_int_equal(compare_values(&expected, NULL).count, 0);
    struct point points[] = {{1, 2, 3}, {4, 5, 6}};
    expected = (struct expected){.operator_id = OPERATOR_FARTHEST, .count = 2, .values = points};
    struct mismatch bit = compare_values(&expected, (const struct point[]){{1, 2, 3}, {4, 5, 7}});
    assert_int_equal(bit.count, 1);
    assert_int_equal(bit.first, 1);
}

static void only_nan_is_correct_for_nan(void **state) {
    (void)state;
    assert_false(compare_float(1, NAN, 100));
    assert_false(compare_float(0, NAN, INFINITY));
    assert_false(compare_float(INFINITY, NAN, 1));
    assert_false(compare_float(NAN, 0, 100));
    assert_false(compare_float(NAN, INFINITY, 100));
    assert_true(compare_float(NAN, NAN, 0));
}

static void infinities_have_signs(void **state) {
    (void)state;
    assert_true(compare_float(INFINITY, INFINITY, 0));
    assert_true(compare_float(-INFINITY, -INFINITY, 0));
    assert_false(compare_float(INFINITY, -INFINITY, INFINITY));
    assert_false(compare_float(INFINITY, 3e38f, INFINITY));
    assert_false(compare_float(3e38, INFINITY, INFINITY));
    assert_false(compare_float(0, -INFINITY, 100));
}

static void negative_zero_is_zero(void **state) {
    (void)state;
    assert_true(compare_float(0.0, -0.0f, 0));
    assert_true(compare_float(-0.0, 0.0f, 0));
}

static void bound_is_the_last_correct_value(void **state) {
    (void)state;
    assert_true(compare_float(100, 100.5f, 0.5));
    assert_true(compare_float(100, 99.5f, 0.5));
    assert_false(compare_float(100, nextafterf(100.5f, 200), 0.5));
    assert_false(compare_float(100, nextafterf(99.5f, 0), 0.5));
    assert_false(compare_float(100, nextafterf(100, 200), 0));
}

static void bad_tolerance_accepts_nothing(void **state) {
    (void)state;
    assert_false(compare_float(1, 1, NAN));
    assert_false(compare_float(1, 1, INFINITY));
    assert_false(compare_float(1, 1, -1));
}

static void tolerance_from_length_and_magnitude(void **state) {
    (void)state;
    double unit = ldexp(1, -24);
    assert_true(compare_tolerance(0, 5, 0x1p-30) == 0);
    assert_true(compare_tolerance(1, 5, 0x1p-30) == 0);
    assert_true(compare_tolerance(2, 1, 0x1p-30) == unit / (1 - unit));
    assert_true(compare_tolerance(1025, 1024, 0x1p-30) == 1024 * unit / (1 - 1024 * unit) * 1024);
    assert_true(compare_tolerance(1000, 16777216, 1) == 0);
    assert_true(compare_tolerance(1000, 16777217, 1) > 0);
    assert_false(isfinite(compare_tolerance((1 << 24) + 1, 1, 0x1p-30))); // no bound exists
    // One lost element of 1,000 similar ones is far outside it.
    assert_false(compare_float(1000, 999, compare_tolerance(1000, 1000, 0x1p-30)));
}

// The worst rounding error is within the bound: the largest value comes first, and all others are rounded away.
static void worst_order_is_correct(void **state) {
    (void)state;
    float sum = 1;
    for (int i = 0; i < 1000; i++) {
        sum += 0x1p-25f;
    }
    assert_true(sum == 1);
    double exact = 1 + ldexp(1000, -25);
    assert_true(compare_float(exact, sum, compare_tolerance(1001, exact, 0x1p-30)));
    assert_false(compare_float(exact, sum, ldexp(999, -25)));
}

static void floats_one_by_one(void **state) {
    (void)state;
    double exact[] = {1, 2, 3}, tolerance[] = {0, 0.25, 0.25};
    float values[] = {1, 2, 3};
    struct expected expected = {OPERATOR_FLOAT_SUM, 3, values, exact, tolerance};
    struct mismatch wrong = compare_values(&expected, (const float[]){1, 2.5f, NAN});
    assert_int_equal(wrong.count, 2);
    assert_int_equal(wrong.first, 1);
    assert_int_equal(compare_values(&expected, (const float[]){1, 2.25f, 2.75f}).count, 0);
    assert_int_equal(compare_values(&expected, (const float[]){1, nextafterf(2.25f, 3), 3}).count, 1);
}

// ---- Whole results of every kind and operator: the oracle's, with one error ------------------------------

enum { SOME = 1024, SECTION = 128 }; // float sums up to this length are rounded

static const enum lab_kind kinds[] = {LAB_REDUCE, LAB_INCLUSIVE_SCAN, LAB_EXCLUSIVE_SCAN,
                                      LAB_SECTION_INCLUSIVE_SCAN, LAB_SECTION_EXCLUSIVE_SCAN};

static _Alignas(double) char input[SOME * VALUE_SIZE_MAX];
static _Alignas(double) char actual[SOME * VALUE_SIZE_MAX];

static struct expected expect(enum lab_kind kind, enum operator_id id) {
    struct expected expected;
    data_fill(id, input, SOME, 7);
    assert_true(oracle_make(kind, SECTION, id, input, SOME, &expected));
    memcpy(actual, expected.values, expected.count * operators[id].value_size);
    assert_int_equal(compare_values(&expected, actual).count, 0);
    return expected;
}

// Exactly one element is wrong, wherever it is.
static void assert_one_wrong(const struct expected *expected, size_t at) {
    struct mismatch mismatch = compare_values(expected, actual);
    assert_int_equal(mismatch.count, 1);
    assert_int_equal(mismatch.first, at);
}

static void flip(size_t bit) {
    actual[bit / 8] = (char)(actual[bit / 8] ^ (1 << bit % 8));
}

// Flips each bit of the first, a middle and the last element. (Bits of floats within the tolerance are skipped.)
static void one_wrong_bit_is_wrong(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
        for (int id = 0; id < OPERATOR_COUNT; id++) {
            if (id == OPERATOR_FLOAT_SUM) {
                continue;
            }
            struct expected expected = expect(kinds[k], (enum operator_id)id);
            size_t bits = 8 * operators[id].value_size,
                   places[] = {0, expected.count / 2, expected.count - 1};
            for (size_t i = 0; i < 3; i++) {
                for (size_t bit = places[i] * bits; bit < (places[i] + 1) * bits; bit++) {
                    flip(bit);
                    assert_one_wrong(&expected, places[i]);
                    flip(bit);
                }
            }
            oracle_free(&expected);
        }
    }
}

// Swaps neighbouring elements anywhere in a scan: two wrong elements, if they differ.
static void one_swap_is_wrong(void **state) {
    (void)state;
    for (int id = 0; id < OPERATOR_COUNT; id++) {
        struct expected expected = expect(LAB_INCLUSIVE_SCAN, (enum operator_id)id);
        size_t size = operators[id].value_size, swaps = 0;
        for (size_t i = 0; i + 1 < SOME; i++) {
            char *a = actual + i * size, *b = a + size, first[VALUE_SIZE_MAX];
            bool same = memcmp(a, b, size) == 0;
            memcpy(first, a, size);
            memcpy(a, b, size);
            memcpy(b, first, size);
            struct mismatch mismatch = compare_values(&expected, actual);
            assert_int_equal(mismatch.count, same ? 0 : 2);
            assert_true(same || mismatch.first == i);
            swaps += !same;
            memcpy(actual, expected.values, SOME * size);
        }
        assert_true(swaps > 0);
        oracle_free(&expected);
    }
}

// If every element affects the result, omitting or repeating one makes it wrong. Minimum, maximum and
// farthest point are not among those operators.
static void one_lost_element_is_wrong(void **state) {
    (void)state;
    static const enum operator_id ids[] = {OPERATOR_SUM, OPERATOR_PRODUCT, OPERATOR_FLOAT_SUM,
                                           OPERATOR_AFFINE};
    for (size_t k = 0; k < sizeof(ids) / sizeof(ids[0]); k++) {
        struct expected all = expect(LAB_REDUCE, ids[k]), without;
        size_t size = operators[ids[k]].value_size;
        for (size_t lost = 0; lost < SOME; lost++) {
            static _Alignas(double) char rest[SOME * VALUE_SIZE_MAX];
            memcpy(rest, input, lost * size);
            memcpy(rest + lost * size, input + (lost + 1) * size, (SOME - 1 - lost) * size);
            assert_true(oracle_make(LAB_REDUCE, 0, ids[k], rest, SOME - 1, &without));
            assert_int_equal(compare_values(&all, without.values).count, 1);
            if (ids[k] == OPERATOR_FLOAT_SUM) { // even if rounding compensates for part of it
                assert_true(fabs(((float *)(void *)input)[lost]) > 2 * all.tolerance[0]);
            }
            oracle_free(&without);
        }
        oracle_free(&all);
    }
}

// The last float within the bound is correct and the next one is wrong, above and below.
static void floats_at_their_bounds(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
        struct expected expected = expect(kinds[k], OPERATOR_FLOAT_SUM);
        float *values = (float *)(void *)actual;
        for (size_t i = 0; i < expected.count; i++) {
            float right = values[i];
            for (int sign = -1; sign <= 1; sign += 2) {
                float last = (float)(expected.exact[i] + sign * expected.tolerance[i]),
                      away = sign * INFINITY;
                while (fabs(expected.exact[i] - last) > expected.tolerance[i]) {
                    last = nextafterf(last, -away);
                }
                while (fabs(expected.exact[i] - nextafterf(last, away)) <= expected.tolerance[i]) {
                    last = nextafterf(last, away);
                }
                values[i] = last;
                assert_int_equal(compare_values(&expected, actual).count, 0);
                values[i] = nextafterf(last, away);
                assert_one_wrong(&expected, i);
            }
            values[i] = NAN;
            assert_one_wrong(&expected, i);
            values[i] = right;
        }
        oracle_free(&expected);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_bit_by_bit),
        cmocka_unit_test(only_nan_is_correct_for_nan),
        cmocka_unit_test(infinities_have_signs),
        cmocka_unit_test(negative_zero_is_zero),
        cmocka_unit_test(bound_is_the_last_correct_value),
        cmocka_unit_test(bad_tolerance_accepts_nothing),
        cmocka_unit_test(tolerance_from_length_and_magnitude),
        cmocka_unit_test(worst_order_is_correct),
        cmocka_unit_test(floats_one_by_one),
        cmocka_unit_test(one_wrong_bit_is_wrong),
        cmocka_unit_test(one_swap_is_wrong),
        cmocka_unit_test(one_lost_element_is_wrong),
        cmocka_unit_test(floats_at_their_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
