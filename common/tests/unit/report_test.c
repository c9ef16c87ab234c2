// Reports: one per error, from the earliest block, in whatever order they arrive.
#include "cmocka_all.h"

#include <string.h>

#include "sim/report/report.h"

static struct report report;
static struct diagnostic sent[DIAGNOSTICS_MAX];
static unsigned sent_count;

static void take(const struct diagnostic *diagnostic) {
    sent[sent_count++] = *diagnostic;
}

static const struct device_sink sink = {.diagnostic = take};

static int clear(void **state) {
    (void)state;
    report.count = 0;
    sent_count = 0;
    report_to(&sink);
    return 0;
}

static bool add(struct report *to, enum diagnostic_class class_, const char *array, uint32_t first,
                uint32_t second, uint32_t block_id, const char *message) {
    report_begin_block(to, NULL, block_id);
    struct diagnostic *made = report_add(to, class_, array, first, second);
    if (made != NULL) {
        say(&made->message, WORDS(TOPIC(AS_IT_IS), NAME(message)));
    }
    return made != NULL;
}

static void expect_message(const struct diagnostic *diagnostic, const char *message) {
    struct said expected;
    say(&expected, WORDS(TOPIC(AS_IT_IS), NAME(message)));
    assert_memory_equal(&diagnostic->message, &expected, sizeof(expected));
}

static void same_error_is_counted(void **state) {
    (void)state;
    assert_true(add(&report, DIAGNOSTIC_UNSET_READ, "s", 10, 0, 5, "block 5"));
    assert_false(add(&report, DIAGNOSTIC_UNSET_READ, "s", 10, 0, 6, "block 6"));
    assert_true(add(&report, DIAGNOSTIC_UNSET_READ, "t", 10, 0, 5, "another array"));
    assert_true(add(&report, DIAGNOSTIC_UNSET_READ, "s", 11, 0, 5, "another line"));
    assert_true(add(&report, DIAGNOSTIC_OUT_OF_BOUNDS, "s", 10, 0, 5, "another class"));
    report_send(&report);
    assert_int_equal(sent_count, 4);
    assert_int_equal(sent[0].count, 2);
    expect_message(&sent[0], "block 5");
    assert_int_equal(report.count, 0);
}

static void merging_keeps_the_earliest(void **state) {
    (void)state;
    static struct report more;
    more.count = 0;
    add(&report, DIAGNOSTIC_UNSET_READ, "s", 10, 0, 9, "block 9");
    add(&report, DIAGNOSTIC_UNSET_READ, "s", 20, 0, 3, "block 3");
    add(&more, DIAGNOSTIC_UNSET_READ, "s", 10, 0, 2, "block 2");
    add(&more, DIAGNOSTIC_UNSET_READ, "s", 10, 0, 2, "again");
    report_merge(&report, &more);
    report_send(&report);
    assert_int_equal(sent_count, 2);
    expect_message(&sent[0], "block 2");
    assert_int_equal(sent[0].count, 3);
    expect_message(&sent[1], "block 3");
}

static void a_race_explains_an_unset_read(void **state) {
    (void)state;
    add(&report, DIAGNOSTIC_UNSET_READ, "s", 10, 0, 1, "unset");
    add(&report, DIAGNOSTIC_UNSET_READ, "s", 30, 0, 1, "unset elsewhere");
    add(&report, DIAGNOSTIC_RACE_SHARED, "s", 20, 10, 1, "race");
    report_send(&report);
    assert_int_equal(sent_count, 2);
    expect_message(&sent[0], "unset elsewhere");
    expect_message(&sent[1], "race");
}

static void a_full_report_takes_no_more(void **state) {
    (void)state;
    for (uint32_t pc = 1; pc <= DIAGNOSTICS_MAX; pc++) {
        assert_true(add(&report, DIAGNOSTIC_UNSET_READ, "s", pc, 0, 1, ""));
    }
    assert_false(add(&report, DIAGNOSTIC_UNSET_READ, "s", 1000, 0, 1, ""));
    assert_false(add(&report, DIAGNOSTIC_UNSET_READ, "s", 1, 0, 1, ""));
    report_send(&report);
    assert_int_equal(sent_count, DIAGNOSTICS_MAX);
    assert_int_equal(sent[0].count, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(same_error_is_counted, clear),
        cmocka_unit_test_setup(merging_keeps_the_earliest, clear),
        cmocka_unit_test_setup(a_race_explains_an_unset_read, clear),
        cmocka_unit_test_setup(a_full_report_takes_no_more, clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
