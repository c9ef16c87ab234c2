// The comparison fails closed: NaN, infinities, -0, and both sides of the bound.
#include "cmocka_all.h"

#include <math.h>

#include "compare.h"

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

static void nan_is_right_for_nan_alone(void **state) {
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

static void bound_is_the_last_right_value(void **state) {
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
    assert_true(compare_tolerance(0, 5, false) == 0);
    assert_true(compare_tolerance(1, 5, false) == 0);
    assert_true(compare_tolerance(2, 1, false) == unit / (1 - unit));
    assert_true(compare_tolerance(1025, 1024, false) == 1024 * unit / (1 - 1024 * unit) * 1024);
    assert_true(compare_tolerance(1000, 16777216, true) == 0);
    assert_true(compare_tolerance(1000, 16777217, true) > 0);
    assert_false(isfinite(compare_tolerance((1 << 24) + 1, 1, false))); // there is no such bound
    // A lost element of 1,000 like ones is far outside it.
    assert_false(compare_float(1000, 999, compare_tolerance(1000, 1000, false)));
}

// The worst that rounding may do is within the bound: the largest first, each other one rounded away.
static void worst_order_is_right(void **state) {
    (void)state;
    float sum = 1;
    for (int i = 0; i < 1000; i++)
        sum += 0x1p-25f;
    assert_true(sum == 1);
    double exact = 1 + ldexp(1000, -25);
    assert_true(compare_float(exact, sum, compare_tolerance(1001, exact, false)));
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_bit_by_bit),
        cmocka_unit_test(nan_is_right_for_nan_alone),
        cmocka_unit_test(infinities_have_signs),
        cmocka_unit_test(negative_zero_is_zero),
        cmocka_unit_test(bound_is_the_last_right_value),
        cmocka_unit_test(bad_tolerance_accepts_nothing),
        cmocka_unit_test(tolerance_from_length_and_magnitude),
        cmocka_unit_test(worst_order_is_right),
        cmocka_unit_test(floats_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
