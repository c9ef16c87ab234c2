// The verdict on a case for every outcome, and diagnostics merged and resolved to lines.
#define _GNU_SOURCE
#include "judge_check.h"

#include <math.h>
#include <signal.h>

#include "runner/device.h"

static const char *hypothesis(void) {
    static char text[WORDS_SIZE];
    return words_english_tail(&judgement.hypotheses[0], text);
}

static void right_sum_passes(void **state) {
    (void)state;
    char text[WORDS_SIZE];
    assert_int_equal(judge_sum(25), VERDICT_PASS);
    assert_string_equal(reason(), "");
    assert_string_equal(words_english(&judgement.actual, text), "25");
}

static void wrong_sum_fails(void **state) {
    (void)state;
    assert_int_equal(judge_sum(11), VERDICT_FAIL);
    assert_string_equal(reason(), "expected 25, got 11");
    assert_true(judgement.hypothesis_count > 0);
    assert_string_equal(hypothesis(), "is the sum of in[0] to in[3], that is the first block alone");
}

// Of such small elements, one is almost always the difference.
static void chance_explains_nothing(void **state) {
    (void)state;
    assert_int_equal(judge_sum(18), VERDICT_FAIL); // without in[2]
    assert_int_equal(judgement.hypothesis_count, 0);
}

static void judge_large(void) {
    static const int32_t large[] = {31415926, -53589793, 23846264, 33832795,
                                    -2884197, 16939937,  51058209, 74944592};
    const int32_t first = large[0] + large[1] + large[2] + large[3];
    judge_case(&part, large, &first, NULL, true, true, 60, &judgement);
}

static void wrong_sum_is_explained(void **state) {
    (void)state;
    judge_large();
    assert_int_equal(judgement.hypothesis_count, 1);
    assert_string_equal(hypothesis(), "is the sum of in[0] to in[3], that is the first block alone");
}

static void races_are_not_explained(void **state) {
    (void)state;
    report(DIAGNOSTIC_RACE_SHARED, "s_a", 16, 17, 1);
    judge_large();
    assert_int_equal(judgement.hypothesis_count, 0);
}

static void scans_are_compared_by_element(void **state) {
    (void)state;
    static const int32_t inclusive[] = {3, 4, 11, 11, 15, 16, 22, 25},
                         exclusive[] = {0, 3, 4, 11, 11, 15, 16, 22};
    part.kind = LAB_INCLUSIVE_SCAN;
    assert_int_equal(judge(inclusive, true), VERDICT_PASS);
    part.kind = LAB_EXCLUSIVE_SCAN;
    judgement_free(&judgement);
    judgement.what.n = 8;
    assert_int_equal(judge(exclusive, true), VERDICT_PASS);
    judgement_free(&judgement);
    judgement.what.n = 8;
    assert_int_equal(judge(inclusive, true), VERDICT_FAIL);
    assert_string_equal(reason(), "out[0]: expected 0, got 3; 7 of 8 elements are wrong");
    part.kind = LAB_REDUCE;
}

static void short_scans_are_written_out(void **state) {
    (void)state;
    static const int32_t out[] = {3, 4, 8, 11, 4, DEVICE_POISON, 11, 14};
    part.kind = LAB_SECTION_INCLUSIVE_SCAN;
    assert_int_equal(judge(out, true), VERDICT_FAIL);
    assert_string_equal(reason(), "out[2]: expected 11, got 8; 2 of 8 elements are wrong");
    assert_string_equal(judgement.rows[0], "in        3 1  7  0 4 1  6  3");
    assert_string_equal(judgement.rows[1], "expected  3 4 11 11 4 5 11 14");
    assert_string_equal(judgement.rows[2], "out       3 4  8 11 4 - 11 14");
}

static void unwritten_values_are_called_so(void **state) {
    (void)state;
    static const int32_t out[] = {3, 4, 11, 11, 15, 16, 22, DEVICE_POISON};
    part.kind = LAB_INCLUSIVE_SCAN;
    assert_int_equal(judge(out, true), VERDICT_FAIL);
    assert_string_equal(reason(),
                        "out[7]: expected 25, got memory that was never written; 1 of 8 elements is wrong");
}

// A value is unwritten if all its words are. The word is a NaN, so no comparison accepts it.
static void poison_is_no_value(void **state) {
    (void)state;
    const uint32_t words[] = {DEVICE_POISON, DEVICE_POISON, DEVICE_POISON, 0};
    assert_true(is_poison(words, 4));
    assert_true(is_poison(words, 12));
    assert_false(is_poison(words, 16));
    assert_false(is_poison(words + 3, 4));
    uint32_t quiet_bit = 1u << 22; // of a float; 0 in a signalling NaN
    float value;
    memcpy(&value, words, sizeof(value));
    assert_true(isnan(value));
    assert_int_equal(words[0] & quiet_bit, 0);
}

// An example's result in check.c is compared with the oracle's, so that a wrong check.c is not blamed on a program.
static void examples_are_checked_themselves(void **state) {
    (void)state;
    static const int32_t out[] = {3, 4, 11, 11, 15, 16, 22, 25}, wrong[] = {3, 4, 11, 11, 15, 16, 22, 26};
    struct lab_example example = {.name = "notes", .n = 8, .in = in, .out = out};
    part.kind = LAB_INCLUSIVE_SCAN;
    judgement.what.example = &example;
    assert_int_equal(judge(out, true), VERDICT_PASS);
    judgement_free(&judgement);
    example.out = wrong;
    judgement.what = (struct check_case){.n = 8, .example = &example};
    assert_int_equal(judge(wrong, true), VERDICT_BROKEN);
    assert_string_equal(reason(), "check.c states a wrong result for example 'notes'");
}

static void error_fails_a_right_result(void **state) {
    (void)state;
    report(DIAGNOSTIC_RACE_SHARED, "s", 1, 2, 1);
    assert_int_equal(judge_sum(25), VERDICT_FAIL);
    assert_int_equal(judgement.error_count, 1);
}

static void note_fails_nothing(void **state) {
    (void)state;
    report(DIAGNOSTIC_UNREAD_INPUT, "d_in", 1, 0, 1);
    assert_int_equal(judge_sum(25), VERDICT_PASS);
    assert_int_equal(judgement.error_count, 0);
    assert_int_equal(judgement.finding_count, 1);
}

static void right_result_has_to_come_from_the_input(void **state) {
    (void)state;
    report(DIAGNOSTIC_INPUT_IGNORED, "d_in", 1, 0, 1);
    assert_int_equal(judge_sum(25), VERDICT_FAIL);
    assert_false(judgement.holds[ASPECT_RESULT]);
    judgement_free(&judgement);
    report(DIAGNOSTIC_INPUT_IGNORED, "d_in", 1, 0, 1);
    static const int32_t identity[] = {0};
    part.kind = LAB_EXCLUSIVE_SCAN;
    judgement.what.n = 1;
    assert_int_equal(judge(identity, true), VERDICT_PASS);
    assert_int_equal(judgement.finding_count, 0);
}

static void reports_of_one_error_are_merged(void **state) {
    (void)state;
    report(DIAGNOSTIC_LOST_VALUE, "s", 1, 2, 1);
    report(DIAGNOSTIC_RACE_SHARED, "s", 1, 2, 5);
    report(DIAGNOSTIC_RACE_SHARED, "s", 2, 1, 7); // places swapped
    report(DIAGNOSTIC_RACE_SHARED, "t", 1, 2, 1); // another array
    report(DIAGNOSTIC_RACE_SHARED, "s", 1, 3, 1); // another place
    report(DIAGNOSTIC_UNSET_READ, "s", 1, 2, 1);  // another class
    report(DIAGNOSTIC_RACE_SHARED, "s", 1, 2, 0);
    judge_sum(25);
    assert_int_equal(judgement.finding_count, 5);
    assert_int_equal(judgement.error_count, 4);
    assert_int_equal(judgement.findings[0].count, 13);
    assert_string_equal(judgement.findings[1].diagnostic.array, "t");
    assert_int_equal(judgement.findings[2].diagnostic.places[1].pc, 3);
    assert_int_equal(judgement.findings[3].diagnostic.class_, DIAGNOSTIC_UNSET_READ);
    assert_int_equal(judgement.findings[4].diagnostic.class_, DIAGNOSTIC_LOST_VALUE); // notes come last
}

static void every_early_end_fails(void **state) {
    (void)state;
    static const struct {
        enum run_end end;
        int code;
        const char *words;
    } ends[] = {{RUN_EXITED, 0, "exit code 0"},
                {RUN_SIGNALLED, SIGSEGV, "the program crashed during the case: segmentation fault"},
                {RUN_SIGNALLED, 64, "signal 64"},
                {RUN_SILENT, 0, "no answer within 60 s"},
                {RUN_CLOSED, 0, "closed"},
                {RUN_MALFORMED, 0, "invalid data"},
                {RUN_FLOOD, 0, "more than 1024 KiB"},
                {RUN_EXITED, 2, "2 during the case, as CUDA_CHECK does"},
                {RUN_INTERRUPTED, 0, "stopped by Ctrl-C after 0.0 s"}};
    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        judgement.run.end = ends[i].end;
        judgement.run.code = ends[i].code;
        assert_int_equal(judge_sum(25), VERDICT_FAIL); // whatever the output contains
        assert_non_null(strstr(reason(), ends[i].words));
        judgement_free(&judgement);
    }
    judgement.run.end = RUN_NOT_POSSIBLE;
    assert_int_equal(judge_sum(25), VERDICT_BROKEN);
}

static void every_answer_has_its_verdict(void **state) {
    (void)state;
    static const enum verdict verdicts[] = {
        [CASE_DONE] = VERDICT_PASS,        [CASE_ABANDONED] = VERDICT_FAIL,
        [CASE_DEVICE_LOST] = VERDICT_FAIL, [CASE_NO_DEVICE] = VERDICT_SKIPPED,
        [CASE_NO_PART] = VERDICT_BROKEN,   [CASE_NO_ROOM] = VERDICT_BROKEN};
    for (uint32_t status = 0; status <= CASE_NO_ROOM; status++) {
        judgement.what.n = 8;
        judgement.run.result.status = status;
        assert_int_equal(judge_sum(25), verdicts[status]);
        judgement_free(&judgement);
    }
}

static void what_stops_a_program_is_named(void **state) {
    (void)state;
    static const struct {
        enum diagnostic_class class_;
        const char *message, *reason;
    } cases[] = {{DIAGNOSTIC_ENDLESS_LOOP, "", "stopped in an endless loop"},
                 {DIAGNOSTIC_WRONG_SPACE, "", "stopped at the error above"},
                 {DIAGNOSTIC_WRONG_SPACE, "too long", "the device stopped the program: too long"},
                 {DIAGNOSTIC_UNREAD_COPY, "", "the device stopped the program"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judgement.what.n = 8;
        report(cases[i].class_, "d", 1, 0, 1);
        judgement.run.result.status = CASE_ABANDONED;
        if (cases[i].message[0] != '\0') {
            say(&judgement.run.result.message, WORDS(TOPIC(AS_IT_IS), NAME(cases[i].message)));
        }
        assert_int_equal(judge_sum(25), VERDICT_FAIL);
        assert_string_equal(reason(), cases[i].reason);
        judgement_free(&judgement);
    }
}

// A part with its own loop is judged by that loop, in ints, even if its runner is for another operator.
static void own_loops_are_judged_by_themselves(void **state) {
    (void)state;
    part.kind = LAB_LOOP;
    part.loop = negate;
    part.operators[0] = OPERATOR_AFFINE;
    part.operator_count = 1;
    judgement.what.operator_id = OPERATOR_AFFINE;
    judgement.what.n = 8;
    int32_t out[8];
    negate(in, out, 8);
    assert_int_equal(judge(out, true), VERDICT_PASS);
    out[5] = 0;
    judgement_free(&judgement);
    judgement.what.operator_id = OPERATOR_AFFINE;
    judgement.what.n = 8;
    assert_int_equal(judge(out, true), VERDICT_FAIL);
    assert_int_equal(judgement.mismatch.first, 5);
    assert_int_equal(judgement.hypothesis_count, 0);
}

static void negate_any(const struct operator_info *operator_info, const void *values, void *out, size_t n) {
    assert_int_equal(operator_info->value_size, sizeof(int));
    negate(values, out, n);
}

// A loop for any operator gets the operator's values.
static void own_loops_judge_values_of_operators(void **state) {
    (void)state;
    part.kind = LAB_LOOP;
    part.loop_of = negate_any;
    part.operators[0] = OPERATOR_MAX;
    part.operator_count = 1;
    judgement.what.operator_id = OPERATOR_MAX;
    int32_t out[8];
    negate(in, out, 8);
    assert_int_equal(judge(out, true), VERDICT_PASS);
    judgement_free(&judgement);
    judgement.what.operator_id = OPERATOR_MAX;
    judgement.what.n = 8;
    out[5] = 0;
    assert_int_equal(judge(out, true), VERDICT_FAIL);
    assert_int_equal(judgement.mismatch.first, 5);
}

static void count_parities(const int *values, int *out, size_t n) {
    out[0] = out[1] = 0;
    for (size_t i = 0; i < n; i++) {
        out[values[i] % 2]++;
    }
}

// A result of a fixed length is compared as a whole, and not written out below an input of another length.
static void own_lengths_of_results_are_compared(void **state) {
    (void)state;
    static const int32_t right[] = {3, 5}, wrong[] = {3, 4};
    part.kind = LAB_LOOP;
    part.loop = count_parities;
    part.outputs = 2;
    judgement.what.n = 8;
    assert_int_equal(judge(right, true), VERDICT_PASS);
    judgement_free(&judgement);
    judgement.what.n = 8;
    assert_int_equal(judge(wrong, true), VERDICT_FAIL);
    assert_string_equal(reason(), "out[1]: expected 5, got 4; 1 of 2 elements is wrong");
    assert_string_equal(judgement.rows[0], "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        JUDGE_TEST(right_sum_passes),
        JUDGE_TEST(wrong_sum_fails),
        JUDGE_TEST(chance_explains_nothing),
        JUDGE_TEST(wrong_sum_is_explained),
        JUDGE_TEST(races_are_not_explained),
        JUDGE_TEST(scans_are_compared_by_element),
        JUDGE_TEST(short_scans_are_written_out),
        JUDGE_TEST(unwritten_values_are_called_so),
        JUDGE_TEST(poison_is_no_value),
        JUDGE_TEST(examples_are_checked_themselves),
        JUDGE_TEST(error_fails_a_right_result),
        JUDGE_TEST(note_fails_nothing),
        JUDGE_TEST(right_result_has_to_come_from_the_input),
        JUDGE_TEST(reports_of_one_error_are_merged),
        JUDGE_TEST(every_early_end_fails),
        JUDGE_TEST(every_answer_has_its_verdict),
        JUDGE_TEST(what_stops_a_program_is_named),
        JUDGE_TEST(own_loops_are_judged_by_themselves),
        JUDGE_TEST(own_loops_judge_values_of_operators),
        JUDGE_TEST(own_lengths_of_results_are_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
