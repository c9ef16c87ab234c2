// The verdict on a case from all that can come of it, and diagnostics united and resolved to lines.
#define _GNU_SOURCE
#include "cmocka_all.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "../run/device.h"
#include "judge.h"
#include "short_scan.h"

static const int32_t in[] = {3, 1, 7, 0, 4, 1, 6, 3};
static struct judgement judgement;
static struct lab_part part;
static struct diagnostic_lost lost; // of what is reported

static int set_up(void **state) {
    (void)state;
    lost = (struct diagnostic_lost){0};
    part = (struct lab_part){.name = "sum", .kind = LAB_REDUCE, .elements_per_block = 4};
    judgement = (struct judgement){.what = {.n = 8, .seed = 1}};
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    judgement_free(&judgement);
    return 0;
}

static void report(enum diagnostic_class class_, const char *array, uint64_t pc_0, uint64_t pc_1,
                   uint64_t count) {
    struct diagnostic diagnostic = {.class_ = class_, .count = count};
    diagnostic.lost = lost;
    strcpy(diagnostic.array, array);
    diagnostic.places[0].pc = pc_0;
    diagnostic.places[1].pc = pc_1;
    struct message_header header = {.type = REPLY_DIAGNOSTIC, .length = sizeof(diagnostic)};
    assert_true(run_take_message(&judgement.run, &header, &diagnostic));
}

static void count_launches(int launches, uint32_t blocks, uint64_t barriers) {
    struct launch_record launch = {
        .grid = {blocks, 1, 1}, .block = {4, 1, 1},
        .total = {.barriers = barriers, .active_warps = 3, .global_load_sectors = 5, .global_store_sectors = 2}};
    struct message_header header = {.type = REPLY_LAUNCH, .length = sizeof(launch)};
    for (int i = 0; i < launches; i++)
        assert_true(run_take_message(&judgement.run, &header, &launch));
    judgement.run.result.launches = (uint32_t)launches;
}

static void negate(const int *values, int *out, size_t n) {
    for (size_t i = 0; i < n; i++)
        out[i] = -values[i];
}

static enum verdict judge(const int32_t *out, bool counted) {
    judge_case(&part, in, out, NULL, counted, 60, &judgement);
    return judgement.verdict;
}

static enum verdict judge_sum(int32_t sum) {
    return judge(&sum, true);
}

static void right_sum_passes(void **state) {
    (void)state;
    assert_int_equal(judge_sum(25), VERDICT_PASS);
    assert_string_equal(judgement.reason, "");
    assert_string_equal(judgement.actual, "25");
}

static void wrong_sum_fails(void **state) {
    (void)state;
    assert_int_equal(judge_sum(11), VERDICT_FAIL);
    assert_string_equal(judgement.reason, "expected 25, got 11");
    assert_true(judgement.hypothesis_count > 0);
    assert_string_equal(judgement.hypotheses[0],
                        "is the sum of in[0] to in[3], that is the first block alone");
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
    assert_string_equal(judgement.reason, "out[0]: expected 0, got 3; 7 of 8 elements are wrong");
    part.kind = LAB_REDUCE;
}

static void short_scans_are_written_out(void **state) {
    (void)state;
    static const int32_t out[] = {3, 4, 8, 11, 4, DEVICE_POISON, 11, 14};
    part.kind = LAB_SECTION_INCLUSIVE_SCAN;
    assert_int_equal(judge(out, true), VERDICT_FAIL);
    assert_string_equal(judgement.reason, "out[2]: expected 11, got 8; 2 of 8 elements are wrong");
    assert_string_equal(judgement.rows[0], "in        3 1  7  0 4 1  6  3");
    assert_string_equal(judgement.rows[1], "expected  3 4 11 11 4 5 11 14");
    assert_string_equal(judgement.rows[2], "out       3 4  8 11 4 - 11 14");
}

static void unwritten_values_are_called_so(void **state) {
    (void)state;
    static const int32_t out[] = {3, 4, 11, 11, 15, 16, 22, DEVICE_POISON};
    part.kind = LAB_INCLUSIVE_SCAN;
    assert_int_equal(judge(out, true), VERDICT_FAIL);
    assert_string_equal(judgement.reason,
                        "out[7]: expected 25, got memory that was never written; 1 of 8 elements is wrong");
}

// A value is unwritten when all its words are; and the word is a NaN, which no comparison lets pass.
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

// What check.c says of an example is compared with what the oracle says, before a program is blamed.
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
    assert_string_equal(judgement.reason, "what check.c says of example 'notes' is not so");
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

// The last element of a section has no place in an exclusive scan.
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

// Only in a reduction is each element read once.
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

// Structs are handed on by value, and not each of those reads is seen.
static void unread_structs_are_not_told(void **state) {
    (void)state;
    static const enum diagnostic_class classes[] = {DIAGNOSTIC_UNREAD_INPUT, DIAGNOSTIC_INPUT_IGNORED};
    static const struct affine out[4];
    part.kind = LAB_INCLUSIVE_SCAN;
    for (int i = 0; i < 2; i++) {
        judgement.what.n = 4;
        judgement.what.operator_id = OPERATOR_AFFINE;
        report(classes[i], "d_in", 1, 0, 1);
        judge_case(&part, in, out, NULL, true, 60, &judgement);
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

// Beside a reduction's result in place 0 there may be others that nobody needs.
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

// Structs on the way to ints, as in a recurrence.
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

static void reports_of_one_mistake_are_united(void **state) {
    (void)state;
    report(DIAGNOSTIC_LOST_VALUE, "s", 1, 2, 1);
    report(DIAGNOSTIC_RACE_SHARED, "s", 1, 2, 5);
    report(DIAGNOSTIC_RACE_SHARED, "s", 2, 1, 7); // the other way round
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

static void every_bad_end_fails(void **state) {
    (void)state;
    static const struct {
        enum run_end end;
        int code;
        const char *words;
    } ends[] = {{RUN_EXITED, 0, "exit code 0"},      {RUN_SIGNALLED, SIGSEGV, "segmentation fault"},
                {RUN_SIGNALLED, 64, "signal 64"},    {RUN_SILENT, 0, "no answer within 60 s"},
                {RUN_CLOSED, 0, "closed"},           {RUN_NONSENSE, 0, "nonsense"},
                {RUN_FLOOD, 0, "more than 1024 KiB"}};
    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        judgement.run.end = ends[i].end;
        judgement.run.code = ends[i].code;
        assert_int_equal(judge_sum(25), VERDICT_FAIL); // whatever lies in the output
        assert_non_null(strstr(judgement.reason, ends[i].words));
        judgement_free(&judgement);
    }
    judgement.run.end = RUN_NOT_POSSIBLE;
    assert_int_equal(judge_sum(25), VERDICT_BROKEN);
}

static void every_answer_has_its_verdict(void **state) {
    (void)state;
    static const enum verdict verdicts[] = {[CASE_DONE] = VERDICT_PASS,
                                            [CASE_ABANDONED] = VERDICT_FAIL,
                                            [CASE_DEVICE_LOST] = VERDICT_FAIL,
                                            [CASE_NO_DEVICE] = VERDICT_SKIPPED,
                                            [CASE_NO_PART] = VERDICT_BROKEN};
    for (uint32_t status = 0; status <= CASE_NO_PART; status++) {
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
                 {DIAGNOSTIC_WRONG_SPACE, "", "stopped at that mistake"},
                 {DIAGNOSTIC_WRONG_SPACE, "too long", "the device stopped the program: too long"},
                 {DIAGNOSTIC_UNREAD_COPY, "", "the device stopped the program"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judgement.what.n = 8;
        report(cases[i].class_, "d", 1, 0, 1);
        judgement.run.result.status = CASE_ABANDONED;
        strcpy(judgement.run.result.message, cases[i].message);
        assert_int_equal(judge_sum(25), VERDICT_FAIL);
        assert_string_equal(judgement.reason, cases[i].reason);
        judgement_free(&judgement);
    }
}

// One limit on barriers (or what `counter` names), judged for `launches` launches of 4 blocks.
static enum verdict judge_limit(const char *counter, enum limit_unit per, uint64_t maximum, int launches,
                                uint64_t barriers, bool counted) {
    struct lab_limit limit = {.counter = counter, .per = per, .maximum = maximum, .text = "that is the idea"};
    part.limits = &limit;
    part.limit_count = 1;
    judgement_free(&judgement);
    judgement.what.n = 8;
    count_launches(launches, 4, barriers);
    int32_t sum = 25;
    return judge(&sum, counted);
}

// A limit on bytes copied to the host by a block, judged for `blocks` blocks.
static enum verdict judge_copied(uint64_t maximum, uint32_t blocks, uint64_t copied) {
    static struct lab_limit limit;
    limit = (struct lab_limit){
        .counter = "copied_to_host", .per = LIMIT_A_BLOCK, .maximum = maximum, .text = "that is the idea"};
    part.limits = &limit;
    part.limit_count = 1;
    judgement_free(&judgement);
    judgement.what.n = 8;
    if (blocks > 0)
        count_launches(1, blocks, 0);
    judgement.run.result.copied_to_host = copied;
    return judge_sum(25);
}

static void limits_hold_up_to_their_maximum(void **state) {
    (void)state;
    assert_int_equal(judge_limit("barriers", LIMIT_A_CASE, 72, 2, 36, true), VERDICT_PASS);
    assert_int_equal(judge_limit("barriers", LIMIT_A_CASE, 71, 2, 36, true), VERDICT_FAIL);
    assert_int_equal(judge_limit("barriers", LIMIT_A_LAUNCH, 36, 2, 36, true), VERDICT_PASS);
    assert_int_equal(judge_limit("barriers", LIMIT_A_LAUNCH, 35, 2, 36, true), VERDICT_FAIL);
    assert_int_equal(judge_limit("barriers", LIMIT_A_LAUNCH, 35, 100, 36, true), VERDICT_FAIL);
    assert_int_equal(judge_limit("barriers", LIMIT_A_BLOCK, 9, 2, 36, true), VERDICT_PASS);
    assert_int_equal(judge_limit("barriers", LIMIT_A_BLOCK, 9, 2, 37, true), VERDICT_FAIL);
    assert_string_equal(judgement.reason, "barriers: 9.25 a block, at most 9 are needed: that is the idea");
    assert_int_equal(judge_limit("barriers", LIMIT_AN_ELEMENT, 9, 1, 73, true), VERDICT_FAIL);
    assert_string_equal(judgement.reason, "barriers: 9.13 an element, at most 9 are needed: that is the idea");
    assert_int_equal(judge_limit("barriers", LIMIT_AN_ELEMENT, 9, 2, 36, true), VERDICT_PASS);
    assert_int_equal(judge_limit("barriers", LIMIT_AN_ELEMENT, 8, 2, 36, true), VERDICT_FAIL);
    assert_int_equal(judge_limit("launches", LIMIT_A_CASE, 2, 2, 0, true), VERDICT_PASS);
    assert_int_equal(judge_limit("launches", LIMIT_A_CASE, 1, 2, 0, true), VERDICT_FAIL);
    assert_string_equal(judgement.reason, "launches: 2 in all, at most 1 is needed: that is the idea");
    assert_int_equal(judge_limit("launches", LIMIT_A_CASE, 0, 2, 0, true), VERDICT_FAIL);
    assert_string_equal(judgement.reason, "launches: 2 in all, none is needed: that is the idea");
    assert_int_equal(judge_limit("global_sectors", LIMIT_A_CASE, 14, 2, 0, true), VERDICT_PASS); // 5 + 2 a launch
    assert_int_equal(judge_limit("global_sectors", LIMIT_A_CASE, 13, 2, 0, true), VERDICT_FAIL);
    assert_string_equal(judgement.reason, "global sectors: 14 in all, at most 13 are needed: that is the idea");
    assert_int_equal(judge_limit("threads", LIMIT_A_CASE, 32, 2, 0, true), VERDICT_PASS); // 2 * 4 blocks of 4
    assert_int_equal(judge_limit("threads", LIMIT_A_CASE, 31, 2, 0, true), VERDICT_FAIL);
    assert_string_equal(judgement.reason, "threads: 32 in all, at most 31 are needed: that is the idea");
    assert_int_equal(judge_limit("barriers", LIMIT_A_WARP, 0, 2, 36, true), VERDICT_PASS); // n is 2 blocks
    part.elements_per_block = 8;
    assert_int_equal(judge_limit("barriers", LIMIT_A_WARP, 12, 2, 36, true), VERDICT_PASS);
    assert_int_equal(judge_limit("barriers", LIMIT_A_WARP, 11, 2, 36, true), VERDICT_FAIL);
    part.elements_per_block = 4;
    assert_int_equal(judge_copied(8, 1, 8), VERDICT_PASS);
    assert_int_equal(judge_copied(8, 1, 9), VERDICT_FAIL);
    assert_int_equal(judge_copied(8, 0, 8), VERDICT_PASS); // nothing launched at all, for n = 1 say
    assert_int_equal(judge_copied(8, 0, 9), VERDICT_FAIL);
    assert_string_equal(
        judgement.reason,
        "bytes copied to the host: 9 and nothing was launched, at most 8 are needed: that is the idea");
    assert_int_equal(judge_limit("barriers", LIMIT_A_CASE, 0, 2, 36, false),
                     VERDICT_PASS); // a device that counts not
    assert_int_equal(judge_limit("bariers", LIMIT_A_CASE, 9, 2, 36, true), VERDICT_BROKEN);
}

// A part with a loop of its own is judged by it, in ints, also where its runner is for another operator.
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

static void large_blocks_count_as_several(void **state) {
    (void)state; // blocks of 4 threads
    part.block_size = 4;
    assert_int_equal(judge_limit("barriers", LIMIT_A_BLOCK, 9, 2, 36, true), VERDICT_PASS);
    assert_int_equal(judge_limit("barriers", LIMIT_A_BLOCK, 9, 2, 37, true), VERDICT_FAIL);
    part.block_size = 2;
    assert_int_equal(judge_limit("barriers", LIMIT_A_BLOCK, 9, 2, 72, true), VERDICT_PASS);
    assert_int_equal(judge_limit("barriers", LIMIT_A_BLOCK, 9, 2, 73, true), VERDICT_FAIL);
    part.block_size = 8; // smaller ones count whole
    assert_int_equal(judge_limit("barriers", LIMIT_A_BLOCK, 9, 2, 36, true), VERDICT_PASS);
    assert_int_equal(judge_limit("barriers", LIMIT_A_BLOCK, 9, 2, 37, true), VERDICT_FAIL);
}

static uint64_t four_an_element(size_t n) {
    return 4 * n;
}

static void limits_may_depend_on_n(void **state) {
    (void)state;
    struct lab_limit limit = {.counter = "barriers", .maximum_for = four_an_element, .text = "that is the idea"};
    part.limits = &limit;
    part.limit_count = 1;
    count_launches(1, 4, 32);
    assert_int_equal(judge_sum(25), VERDICT_PASS);
    judgement_free(&judgement);
    judgement.what.n = 8;
    count_launches(1, 4, 33);
    assert_int_equal(judge_sum(25), VERDICT_FAIL);
    assert_string_equal(judgement.reason, "barriers: 33 in all, at most 32 are needed: that is the idea");
}

// Two blocks that load, add in three steps, and write.
static enum verdict judge_kept_launch(size_t n) {
    static const struct counters intervals[] = {
        {.active_warps = 16, .warp_instructions = 64, .barriers = 2},
        {.active_warps = 8, .warp_instructions = 24, .working_warps = 8, .barriers = 2},
        {.active_warps = 4, .warp_instructions = 12, .working_warps = 4, .barriers = 2, .divergent_warps = 4},
        {.active_warps = 2, .warp_instructions = 20, .working_warps = 2, .divergent_warps = 3},
        {.active_warps = 2, .warp_instructions = 2}};
    struct run_launch launch = {.record = {.grid = {2, 1, 1}, .interval_count = 5}};
    judgement_free(&judgement);
    judgement.what.n = n;
    launch.intervals = malloc(sizeof(intervals));
    memcpy(launch.intervals, intervals, sizeof(intervals));
    judgement.run.launches = malloc(sizeof(launch));
    judgement.run.launches[0] = launch;
    judgement.run.launch_count = judgement.run.launch_total = 1;
    int32_t sum = n == 8 ? 25 : 22; // of the first seven
    return judge(&sum, true);
}

// The same, with `counter` declared to be `values`, step by step.
static enum verdict judge_steps(const char *counter, const char *values, size_t n) {
    static struct lab_steps steps;
    steps = (struct lab_steps){.counter = counter, .values = values};
    part.steps = &steps;
    part.step_count = 1;
    part.elements_per_block = 4;
    return judge_kept_launch(n);
}

static void a_limit_a_step_holds_in_each(void **state) {
    (void)state; // in the fourth of them, each of two warps has ten instructions; on average they are four
    static struct lab_limit limit = {
        .counter = "warp_instructions", .per = LIMIT_A_STEP, .maximum = 10, .text = "that is the idea"};
    part.limits = &limit;
    part.limit_count = 1;
    assert_int_equal(judge_steps("working_warps", "4 2 1", 8), VERDICT_PASS);
    limit.maximum = 9;
    assert_int_equal(judge_steps("working_warps", "4 2 1", 8), VERDICT_PASS); // n is 2 blocks
    part.elements_per_block = 8;
    assert_int_equal(judge_kept_launch(8), VERDICT_FAIL);
    assert_string_equal(judgement.reason,
                        "warp instructions: 10 a warp in one step, at most 9 are needed: that is the idea");
    limit.maximum = 10;
    assert_int_equal(judge_kept_launch(8), VERDICT_PASS);
}

static void steps_are_as_declared(void **state) {
    (void)state;
    assert_int_equal(judge_steps("working_warps", "4 2 1", 8), VERDICT_PASS);
    assert_int_equal(judge_steps("working_warps", "4 2 2", 8), VERDICT_FAIL);
    assert_string_equal(judgement.reason, "working warps, step by step: expected 4 2 2, got 4 2 1");
    assert_int_equal(judge_steps("working_warps", "4 2", 8), VERDICT_FAIL);
    assert_int_equal(judge_steps("barriers", "1 1 0", 8), VERDICT_PASS);
    assert_int_equal(judge_steps("divergent_warps", "0 2 1", 8), VERDICT_FAIL); // 3 warps in two blocks
    assert_int_equal(judge_steps("working_warps", "1 1 1", 7), VERDICT_PASS);   // no whole blocks
    assert_int_equal(judge_steps("working", "4 2 1", 8), VERDICT_BROKEN);

    assert_int_equal(judge_steps("working_warps", "4 2 1", 8), VERDICT_PASS);
    judgement_free(&judgement);
    judgement.what.n = 8; // and nothing is launched
    assert_int_equal(judge_sum(25), VERDICT_FAIL);
    assert_string_equal(judgement.reason, "working warps, step by step: expected 4 2 1, got none");
}

#define JUDGE_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        JUDGE_TEST(right_sum_passes),
        JUDGE_TEST(wrong_sum_fails),
        JUDGE_TEST(scans_are_compared_by_element),
        JUDGE_TEST(short_scans_are_written_out),
        JUDGE_TEST(unwritten_values_are_called_so),
        JUDGE_TEST(poison_is_no_value),
        JUDGE_TEST(examples_are_checked_themselves),
        JUDGE_TEST(error_fails_a_right_result),
        JUDGE_TEST(note_fails_nothing),
        JUDGE_TEST(right_result_has_to_come_from_the_input),
        JUDGE_TEST(exclusive_scans_leave_input_unread),
        JUDGE_TEST(input_read_again_is_told_of_reductions),
        JUDGE_TEST(unread_structs_are_not_told),
        JUDGE_TEST(values_past_the_end_are_not_told),
        JUDGE_TEST(lanes_are_told_where_whole_warps_are_not),
        JUDGE_TEST(what_was_lost_beside_the_result_is_told_last),
        JUDGE_TEST(lost_structs_of_loops_are_not_told),
        JUDGE_TEST(reports_of_one_mistake_are_united),
        JUDGE_TEST(every_bad_end_fails),
        JUDGE_TEST(every_answer_has_its_verdict),
        JUDGE_TEST(what_stops_a_program_is_named),
        JUDGE_TEST(limits_hold_up_to_their_maximum),
        JUDGE_TEST(large_blocks_count_as_several),
        JUDGE_TEST(own_loops_are_judged_by_themselves),
        JUDGE_TEST(limits_may_depend_on_n),
        JUDGE_TEST(a_limit_a_step_holds_in_each),
        JUDGE_TEST(steps_are_as_declared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
