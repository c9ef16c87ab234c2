// The reported notes, and their order.
#include "judge_check.h"

// An exclusive scan does not use the last element of a section.
static void exclusive_scans_leave_input_unread(void **state) {
    (void)state;
    static const int32_t inclusive[] = {3, 4, 11, 11, 15, 16, 22, 25};
    static const enum lab_kind kinds[] = {LAB_INCLUSIVE_SCAN, LAB_EXCLUSIVE_SCAN, LAB_SECTION_EXCLUSIVE_SCAN};
    for (int i = 0; i < 3; i++) {
        part.kind = kinds[i];
        judgement.what.n = 8;
        report(DIAGNOSTIC_UNREAD_COPY, "s", 1, 0, 1);
        report(DIAGNOSTIC_UNREAD_INPUT, "d_in", 2, 0, 1);
        judge(inclusive, true);
        assert_int_equal(judgement.finding_count, i == 0 ? 2 : 1);
        assert_int_equal(judgement.findings[0].diagnostic.class_, DIAGNOSTIC_UNREAD_COPY);
        judgement_free(&judgement);
    }
}

// Only a reduction reads each element once.
static void input_read_again_is_told_of_reductions(void **state) {
    (void)state;
    static const enum lab_kind kinds[] = {LAB_REDUCE, LAB_INCLUSIVE_SCAN, LAB_SECTION_EXCLUSIVE_SCAN};
    for (int i = 0; i < 3; i++) {
        part.kind = kinds[i];
        judgement.what.n = 8;
        report(DIAGNOSTIC_REREAD_INPUT, "d_in", 1, 0, 1);
        judge(in, true);
        assert_int_equal(judgement.finding_count, i == 0 ? 1 : 0);
        judgement_free(&judgement);
    }
}

// Structs are passed by value, and not every read of them is seen.
static void unread_structs_are_not_told(void **state) {
    (void)state;
    static const enum diagnostic_class classes[] = {DIAGNOSTIC_UNREAD_INPUT, DIAGNOSTIC_INPUT_IGNORED};
    static const struct affine out[4];
    part.kind = LAB_INCLUSIVE_SCAN;
    for (int i = 0; i < 2; i++) {
        judgement.what.n = 4;
        judgement.what.operator_id = OPERATOR_AFFINE;
        report(classes[i], "d_in", 1, 0, 1);
        judge_case(&part, in, out, NULL, true, true, 60, &judgement);
        assert_int_equal(judgement.finding_count, 0);
        judgement_free(&judgement);
    }
}

// The last of two sections of 4 elements has 3.
static void values_past_the_end_are_not_told(void **state) {
    (void)state;
    static const struct {
        struct diagnostic_lost lost;
        size_t n, told;
    } cases[] = {{{.index = 3, .block = 1, .shared = 1}, 7, 0},
                 {{.index = 2, .block = 1, .shared = 1}, 7, 1},
                 {{.index = 6, .block = 1, .shared = 1}, 7, 1},
                 {{.index = 7, .block = 1, .shared = 1}, 7, 0},
                 {{.index = 3, .block = 0, .shared = 1}, 7, 1},
                 {{.index = 3, .block = 1, .shared = 1}, 8, 1},
                 {{.index = 0}, 8, 0}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        part.kind = LAB_INCLUSIVE_SCAN;
        judgement.what.n = cases[i].n;
        lost = cases[i].lost;
        report(i % 2 == 0 ? DIAGNOSTIC_LOST_VALUE : DIAGNOSTIC_LOST_LANE, "s", 1, 0, 1);
        judge(in, true);
        assert_int_equal(judgement.finding_count, cases[i].told);
        judgement_free(&judgement);
    }
}

static void lanes_are_told_where_whole_warps_are_not(void **state) {
    (void)state;
    report(DIAGNOSTIC_LOST_LANE, "s", 1, 0, 1);
    report(DIAGNOSTIC_UNREAD_COPY, "d", 3, 0, 1);
    judge_sum(0);
    assert_int_equal(judgement.finding_count, 2);
    judgement_free(&judgement);
    report(DIAGNOSTIC_LOST_LANE, "s", 1, 0, 1);
    report(DIAGNOSTIC_LOST_VALUE, "s", 2, 0, 1);
    judge_sum(0);
    assert_int_equal(judgement.finding_count, 1);
    assert_int_equal(judgement.findings[0].diagnostic.class_, DIAGNOSTIC_LOST_VALUE);
}

// Next to a reduction's result in element 0 there may be values that nothing uses.
static void what_was_lost_beside_the_result_is_told_last(void **state) {
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        part.kind = kind == 0 ? LAB_REDUCE : LAB_INCLUSIVE_SCAN;
        judgement.what.n = 8;
        lost = (struct diagnostic_lost){.index = 1, .shared = 1};
        report(DIAGNOSTIC_LOST_LANE, "s", 1, 0, 1);
        lost.index = 48;
        report(DIAGNOSTIC_LOST_LANE, "s", 2, 0, 1);
        report(DIAGNOSTIC_UNREAD_COPY, "d", 3, 0, 1);
        judge(in, true);
        assert_int_equal(judgement.finding_count, 3);
        assert_int_equal(judgement.findings[0].diagnostic.places[0].pc, kind == 0 ? 2 : 1);
        assert_int_equal(judgement.findings[1].diagnostic.places[0].pc, kind == 0 ? 1 : 2);
        assert_int_equal(judgement.findings[2].diagnostic.places[0].pc, 3);
        judgement_free(&judgement);
    }
}

// Structs as intermediate values for ints, as in a recurrence.
static void lost_structs_of_loops_are_not_told(void **state) {
    (void)state;
    part.kind = LAB_LOOP;
    part.loop = negate;
    for (int wide = 0; wide < 2; wide++) {
        judgement.what.n = 8;
        judgement.what.operator_id = wide ? OPERATOR_AFFINE : OPERATOR_SUM;
        lost = (struct diagnostic_lost){.index = 1, .shared = 1};
        report(DIAGNOSTIC_LOST_LANE, "s", 1, 0, 1);
        report(DIAGNOSTIC_UNREAD_INPUT, "d_in", 2, 0, 1);
        judge(in, true);
        assert_int_equal(judgement.finding_count, wide ? 1 : 2);
        judgement_free(&judgement);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        JUDGE_TEST(exclusive_scans_leave_input_unread),
        JUDGE_TEST(input_read_again_is_told_of_reductions),
        JUDGE_TEST(unread_structs_are_not_told),
        JUDGE_TEST(values_past_the_end_are_not_told),
        JUDGE_TEST(lanes_are_told_where_whole_warps_are_not),
        JUDGE_TEST(what_was_lost_beside_the_result_is_told_last),
        JUDGE_TEST(lost_structs_of_loops_are_not_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
