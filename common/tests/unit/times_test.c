// The bench's summary of many times, and when they are enough.
#include "bench/times.h"

#include "cmocka_all.h"

static struct times of(int count, const double *values) {
    struct times times = {.count = 0};
    for (int i = 0; i < count; i++) {
        times_add(&times, values[i]);
    }
    return times;
}

static void percentiles_lie_between_times(void **state) {
    (void)state;
    struct times times = of(5, (double[]){5, 1, 4, 2, 3});
    assert_true(times_middle(&times) == 3);
    assert_true(times_percentile(&times, 0.5) == 3);
    assert_true(times_percentile(&times, 0) == 1);
    assert_true(times_percentile(&times, 1) == 5);
    assert_true(times_percentile(&times, 0.625) == 3.5);
    struct times two = of(2, (double[]){2, 1}), one = of(1, (double[]){7});
    assert_true(times_percentile(&two, 0.5) == 1.5);
    assert_true(times_middle(&two) == 1.5);
    assert_true(times_middle(&one) == 7);
}

static void outliers_are_left_out(void **state) {
    (void)state;
    struct times times = of(5, (double[]){1, 1, 1000, 1, 1});
    assert_true(times_middle(&times) == 1);
}

// Eight times without the two lowest and the two highest.
static void the_middle_half_counts(void **state) {
    (void)state;
    struct times times = of(8, (double[]){100, 2, 0, 3, 5, 4, -100, 90});
    assert_true(times_middle(&times) == (2 + 3 + 4 + 5) / 4.0);
}

static void steady_with_enough_and_close_times(void **state) {
    (void)state;
    struct times times = {.count = 0}, wide = {.count = 0};
    for (int i = 0; i < RUNS_MIN; i++) {
        assert_false(times_steady(&times)); // equal, but too few
        times_add(&times, 1);
        times_add(&wide, i % 2 == 0 ? 1 : 1.1);
    }
    assert_true(times_steady(&times));
    assert_false(times_steady(&wide));
}

// The middle half of these is 1 % wide. 0.5 % divided by the root of 9 is under 0.2 %; by the root of 4 it is not.
static void more_times_bear_a_wider_spread(void **state) {
    (void)state;
    struct times times = {.count = 0};
    for (int i = 0; i < RUNS_MIN; i++) {
        times_add(&times, 1 + 0.0025 * (i - 4));
    }
    assert_true(times_steady(&times));
    for (int i = 0; i < RUNS_MIN; i++) {
        times.values[i] = 1 + 0.004 * (i - 4);
    }
    assert_false(times_steady(&times));
}

static void processes_are_put_together(void **state) {
    (void)state;
    struct times all = of(2, (double[]){1, 2}), more = of(2, (double[]){3, 4});
    times_add_all(&all, &more);
    assert_int_equal(all.count, 4);
    assert_true(times_middle(&all) == 2.5);
    for (int i = 0; i < TIMES_MAX + 5; i++) {
        times_add(&all, 1);
    }
    assert_int_equal(all.count, TIMES_MAX); // nothing is written past the end
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(percentiles_lie_between_times),
        cmocka_unit_test(outliers_are_left_out),
        cmocka_unit_test(the_middle_half_counts),
        cmocka_unit_test(steady_with_enough_and_close_times),
        cmocka_unit_test(more_times_bear_a_wider_spread),
        cmocka_unit_test(processes_are_put_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
