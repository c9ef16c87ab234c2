// Estimates of what remains: their text, how often they are shown, and the share of the tests that is done.
#define _GNU_SOURCE // open_memstream, mkstemp under -std=c11
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmocka_all.h"

#include "meter.h"
#include "test_costs.h"

static void expect_rest(double seconds, double share, const char *expected) {
    char text[40];
    meter_rest(seconds, share, text, sizeof(text));
    assert_string_equal(text, expected);
}

static void the_rest_goes_on_as_before(void **state) {
    (void)state;
    expect_rest(60, 0.25, "about 3 min left");
    expect_rest(20, 0.25, "about 60 s left");
    expect_rest(30, 0.75, "about 10 s left");
    expect_rest(3600, 0.5, "about 60 min left");
    expect_rest(60, 1, "");
}

static void no_estimate_by_chance(void **state) {
    (void)state;
    expect_rest(0.5, 0.001, "");
    expect_rest(60, 0, "");
    expect_rest(1, 0.5, "");
}

// What a meter writes that started a minute ago and showed something `shown` seconds ago.
static void expect_shown(bool terminal, double shown, const char *text, const char *expected) {
    struct meter meter;
    char *written = NULL;
    size_t length;
    meter_start(&meter);
    meter.terminal = terminal;
    meter.shown -= shown;
    meter.started -= 60;
    meter.out = open_memstream(&written, &length);
    assert_non_null(meter.out);
    meter_show(&meter, 0.25, text);
    meter_show(&meter, 0.25, text);
    meter_clear(&meter);
    assert_int_equal(fclose(meter.out), 0);
    assert_string_equal(written, expected);
    free(written);
}

static void sparse_without_a_terminal(void **state) {
    (void)state;
    expect_shown(false, 5, "5 of 20 tests", "");
    expect_shown(false, 31, "5 of 20 tests", "5 of 20 tests, about 3 min left\n");
}

static void one_line_on_a_terminal(void **state) {
    (void)state;
    expect_shown(true, 0, "[5/20] cc",
                 "\r[5/20] cc, about 3 min left\033[K\r[5/20] cc, about 3 min left\033[K\r\033[K");
    char text[200], expected[300];
    memset(text, 'x', 199);
    text[199] = '\0';
    snprintf(expected, sizeof(expected),
             "\r%.61s, about 3 min left\033[K\r%.61s, about 3 min left\033[K\r\033[K", text, text);
    expect_shown(true, 0, text, expected);
}

static void no_wider_than_the_terminal(void **state) {
    (void)state;
    struct meter meter;
    char *written = NULL;
    size_t length;
    assert_int_equal(setenv("LABS_COLUMNS", "40", 1), 0); // as for a pipe; standard output of a test is one
    meter_start(&meter);
    unsetenv("LABS_COLUMNS");
    assert_true(isatty(STDOUT_FILENO) || meter.columns == 39);
    meter.columns = 20;
    meter.terminal = true;
    meter.out = open_memstream(&written, &length);
    assert_non_null(meter.out);
    meter_show(&meter, 0, "[1/3] Building a long name");
    assert_int_equal(fclose(meter.out), 0);
    assert_string_equal(written, "\r[1/3] Building a lon\033[K");
    free(written);
}

static void weighted_by_earlier_runs(void **state) {
    (void)state;
    char path[] = "/tmp/meter_test_XXXXXX";
    struct test_costs costs = {0};
    FILE *record = fdopen(mkstemp(path), "w");
    assert_non_null(record);
    fputs("slow 3 6\nother 1 100\nfast 2 2\n---\nnew\n", record);
    assert_int_equal(fclose(record), 0);
    test_costs_add(&costs, "new");
    test_costs_add(&costs, "slow");
    test_costs_add(&costs, "fast");
    test_costs_read(&costs, path); // new: 4 seconds
    unlink(path);
    assert_float_equal(test_costs_share(&costs), 0, 0);
    test_costs_end(&costs, "slow");
    assert_float_equal(test_costs_share(&costs), 0.5, 1e-9);
    test_costs_end(&costs, "new");
    assert_float_equal(test_costs_share(&costs), 10.0 / 12, 1e-9);
    test_costs_end(&costs, "unheard of");
    test_costs_end(&costs, "fast");
    assert_float_equal(test_costs_share(&costs), 1, 1e-9);
    assert_int_equal(costs.ended, 4);
    test_costs_free(&costs);
}

static void all_alike_in_the_first_run(void **state) {
    (void)state;
    struct test_costs costs = {0};
    test_costs_add(&costs, "b");
    test_costs_add(&costs, "a");
    test_costs_read(&costs, "/nowhere/CTestCostData.txt");
    test_costs_end(&costs, "b");
    assert_float_equal(test_costs_share(&costs), 0.5, 1e-9);
    test_costs_free(&costs);
    assert_float_equal(test_costs_share(&costs), 0, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rest_goes_on_as_before), cmocka_unit_test(no_estimate_by_chance),
        cmocka_unit_test(sparse_without_a_terminal),  cmocka_unit_test(one_line_on_a_terminal),
        cmocka_unit_test(no_wider_than_the_terminal), cmocka_unit_test(weighted_by_earlier_runs),
        cmocka_unit_test(all_alike_in_the_first_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
