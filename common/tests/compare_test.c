// The comparison fails closed: NaN, infinities, -0, and both sides of the bound.
#include "cmocka_all.h"

#include <math.h>

#include "compare.h"

static void ints_exactly(void **state) {
    (void)state;
    static const int32_t expected[] = {1, 2, 3, INT32_MIN};
    struct mismatch none = compare_int32(expected, (const int32_t[]){1, 2, 3, INT32_MIN}, 4);
    assert_int_equal(none.count, 0);
    struct mismatch two = compare_int32(expected, (const int32_t[]){1, 3, 3, INT32_MAX}, 4);
    assert_int_equal(two.count, 2);
    assert_int_equal(two.first, 1);
    assert_int_equal(compare_int32(expected, expected, 0).count, 0);
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
    assert_true(compare_tolerance(0, 5) == 0);
    assert_true(compare_tolerance(1, 5) == 0);
    assert_true(compare_tolerance(2, 1) == 2 * ldexp(1, -24));
    assert_true(compare_tolerance(1024, 1024) == 11 * 1024 * ldexp(1, -24));
    assert_true(compare_tolerance(1025, 1024) == 12 * 1024 * ldexp(1, -24));
    // A lost element of 1,000 like ones is far outside it.
    assert_false(compare_float(1000, 999, compare_tolerance(1000, 1000)));
}

static void floats_one_by_one(void **state) {
    (void)state;
    static const double expected[] = {1, 2, 3}, tolerances[] = {0, 0.25, 0.25};
    struct mismatch wrong = compare_floats(expected, (const float[]){1, 2.5f, NAN}, tolerances, 3);
    assert_int_equal(wrong.count, 2);
    assert_int_equal(wrong.first, 1);
    assert_int_equal(compare_floats(expected, (const float[]){1, 2.25f, 2.75f}, tolerances, 3).count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ints_exactly),
        cmocka_unit_test(nan_is_right_for_nan_alone),
        cmocka_unit_test(infinities_have_signs),
        cmocka_unit_test(negative_zero_is_zero),
        cmocka_unit_test(bound_is_the_last_right_value),
        cmocka_unit_test(bad_tolerance_accepts_nothing),
        cmocka_unit_test(tolerance_from_length_and_magnitude),
        cmocka_unit_test(floats_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
