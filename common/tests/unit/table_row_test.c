// Rows of the table over all labs: the reader accepts what the writer wrote, and nothing else.
#define _GNU_SOURCE // fmemopen, open_memstream under -std=c11
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmocka_all.h"

#include "text/table_row.h"

// Every counter has a different value.
static struct table_row example(void) {
    struct table_row row = {.lab = "lab01-naive-reduce",
                            .part = "modulo",
                            .device = "sim",
                            .verdict = "pass",
                            .one_block = true,
                            .n = 256,
                            .launches = 2,
                            .blocks = 3,
                            .milliseconds = 0.25,
                            .points = {1, 2, 0},
                            .points_max = {3, 2, 1},
                            .steps_sum = 47,
                            .steps = "8 8 8 8 8 4 2 1"};
    uint64_t value = UINT64_MAX;
#define SET_COUNTER(name, title, definition) row.total.name = value--;
    COUNTERS(SET_COUNTER)
#undef SET_COUNTER
    return row;
}

// Writes the row to a string, which the caller frees.
static char *written(const struct table_row *row, bool expected) {
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    assert_int_equal(table_row_write(out, row), expected);
    assert_int_equal(fclose(out), 0);
    return text;
}

static int read_text(const char *text, size_t length, struct table_row *row) {
    char copy[2048];
    memcpy(copy, text, length);
    FILE *in = fmemopen(copy, length, "r");
    assert_non_null(in);
    int result = table_row_read(in, row);
    fclose(in);
    return result;
}

static void test_round_trip(void **state) {
    (void)state;
    struct table_row row = example(), other = {.n = 1};
    char *text = written(&row, true);
    assert_int_equal(read_text(text, strlen(text), &other), 1);
    assert_string_equal(other.lab, row.lab);
    assert_string_equal(other.part, row.part);
    assert_string_equal(other.device, row.device);
    assert_string_equal(other.verdict, row.verdict);
    assert_true(other.one_block);
    assert_int_equal(other.n, 256);
    assert_int_equal(other.launches, 2);
    assert_int_equal(other.blocks, 3);
    assert_true(other.milliseconds == 0.25);
    assert_memory_equal(other.points, row.points, sizeof(row.points));
    assert_memory_equal(other.points_max, row.points_max, sizeof(row.points_max));
    assert_memory_equal(&other.total, &row.total, sizeof(row.total));
    assert_int_equal(other.steps_sum, 47);
    assert_string_equal(other.steps, row.steps);
    free(text);
}

static void test_two_rows_and_the_end(void **state) {
    (void)state;
    struct table_row row = example(), other;
    row.one_block = false;
    row.steps[0] = '\0';
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_true(table_row_write(file, &row));
    assert_true(table_row_write(file, &row));
    rewind(file);
    assert_int_equal(table_row_read(file, &other), 1);
    assert_false(other.one_block);
    assert_string_equal(other.steps, "");
    assert_int_equal(table_row_read(file, &other), 1);
    assert_int_equal(table_row_read(file, &other), 0);
    fclose(file);
}

static void test_no_line_ends_or_tabs_in_fields(void **state) {
    (void)state;
    struct table_row row = example();
    strcpy(row.part, "mod\tulo");
    free(written(&row, false));
    strcpy(row.part, "mod\nulo");
    free(written(&row, false));
}

// A line that was cut off, for example by a full disk, is malformed.
static void test_cut_off(void **state) {
    (void)state;
    struct table_row row = example(), other;
    char *text = written(&row, true);
    for (size_t length = 1; length < strlen(text); length++) {
        assert_int_equal(read_text(text, length, &other), -1);
    }
    free(text);
}

static void expect_refused(const char *from, const char *to) {
    struct table_row row = example(), other;
    char *text = written(&row, true), changed[2048];
    char *at = strstr(text, from);
    assert_non_null(at);
    int length =
        snprintf(changed, sizeof(changed), "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    assert_int_equal(read_text(changed, (size_t)length, &other), -1);
    free(text);
}

static void test_malformed_lines(void **state) {
    (void)state;
    expect_refused("one block", "two blocks");
    expect_refused("256", "-256");
    expect_refused("256", "2x6");
    expect_refused("256", "");
    expect_refused("0.250000", "fast");
    expect_refused("0.250000", "-1");
    expect_refused("\t18446744073709551615", "\t18446744073709551616");
    expect_refused("\t18446744073709551615", "");
    expect_refused("8 8 8 8 8 4 2 1", "8\t8");
    expect_refused("\t1\t3\t", "\t4\t3\t"); // more points than the maximum
    expect_refused("sim", "simulated");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_two_rows_and_the_end),
        cmocka_unit_test(test_no_line_ends_or_tabs_in_fields),
        cmocka_unit_test(test_cut_off),
        cmocka_unit_test(test_malformed_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
