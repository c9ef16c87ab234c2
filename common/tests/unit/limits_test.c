// Limits on counters, in total and step by step.
#include "judge_check.h"

#include "check/judge/limits.h"

#include <stdlib.h>

static void count_launches(int launches, uint32_t blocks, uint64_t barriers) {
    struct launch_record launch = {.grid = {blocks, 1, 1},
                                   .block = {4, 1, 1},
                                   .total = {.barriers = barriers,
                                             .active_warps = 3,
                                             .global_load_sectors = 5,
                                             .global_store_sectors = 2,
                                             .critical_path = 80},
                                   .longest_path = 20};
    struct message_header header = {.type = REPLY_LAUNCH, .length = sizeof(launch)};
    for (int i = 0; i < launches; i++) {
        assert_true(case_outcome_take_message(&judgement.run, &header, &launch));
    }
    judgement.run.result.launches = (uint32_t)launches;
}

// Judges a limit on barriers (or what `counter` names) for `launches` launches of 4 blocks.
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

// Judges a limit on bytes copied to the host per block, for `blocks` blocks.
static enum verdict judge_copied(uint64_t maximum, uint32_t blocks, uint64_t copied) {
    static struct lab_limit limit;
    limit = (struct lab_limit){
        .counter = "copied_to_host", .per = LIMIT_PER_BLOCK, .maximum = maximum, .text = "that is the idea"};
    part.limits = &limit;
    part.limit_count = 1;
    judgement_free(&judgement);
    judgement.what.n = 8;
    if (blocks > 0) {
        count_launches(1, blocks, 0);
    }
    judgement.run.result.copied_to_host = copied;
    return judge_sum(25);
}

static void limits_hold_up_to_their_maximum(void **state) {
    (void)state;
    assert_int_equal(judge_limit("barriers", LIMIT_PER_CASE, 72, 2, 36, true), VERDICT_PASS);
    assert_int_equal(judge_limit("barriers", LIMIT_PER_CASE, 71, 2, 36, true), VERDICT_FAIL);
    assert_int_equal(judge_limit("barriers", LIMIT_PER_BLOCK, 9, 2, 36, true), VERDICT_PASS);
    assert_int_equal(judge_limit("barriers", LIMIT_PER_BLOCK, 9, 2, 37, true), VERDICT_FAIL);
    assert_string_equal(reason(), "barriers: 9.25 per block, at most 9 are allowed: that is the idea");
    assert_int_equal(judge_limit("barriers", LIMIT_PER_BLOCK, 1234, 1, 1048576 * 4 + 2, true), VERDICT_FAIL);
    assert_string_equal(reason(),
                        "barriers: 1,048,576.5 per block, at most 1,234 are allowed: that is the idea");
    assert_int_equal(judge_limit("barriers", LIMIT_PER_SECTION, 36, 1, 73, true),
                     VERDICT_FAIL); // 2 of 4 elements
    assert_string_equal(reason(), "barriers: 36.5 per section, at most 36 are allowed: that is the idea");
    assert_int_equal(judge_limit("barriers", LIMIT_PER_SECTION, 36, 2, 36, true), VERDICT_PASS);
    assert_int_equal(judge_limit("barriers", LIMIT_PER_SECTION, 35, 2, 36, true), VERDICT_FAIL);
    assert_int_equal(judge_limit("barriers", LIMIT_PER_BYTE, 9, 1, 36, true), VERDICT_PASS); // a sum has 4
    assert_int_equal(judge_limit("barriers", LIMIT_PER_BYTE, 9, 1, 37, true), VERDICT_FAIL);
    assert_string_equal(reason(),
                        "barriers: 9.25 per byte of the result, at most 9 are allowed: that is the idea");
    assert_int_equal(judge_limit("launches", LIMIT_PER_CASE, 2, 2, 0, true), VERDICT_PASS);
    assert_int_equal(judge_limit("launches", LIMIT_PER_CASE, 1, 2, 0, true), VERDICT_FAIL);
    assert_string_equal(reason(), "launches: 2 in total, at most 1 is allowed: that is the idea");
    assert_int_equal(judge_limit("launches", LIMIT_PER_CASE, 0, 2, 0, true), VERDICT_FAIL);
    assert_string_equal(reason(), "launches: 2 in total, none is allowed: that is the idea");
    assert_int_equal(judge_limit("warps", LIMIT_PER_CASE, 8, 2, 0, true),
                     VERDICT_PASS); // 2 * 4 blocks of one
    assert_int_equal(judge_limit("warps", LIMIT_PER_CASE, 7, 2, 0, true), VERDICT_FAIL);
    assert_string_equal(reason(), "warps: 8 in total, at most 7 are allowed: that is the idea");
    assert_int_equal(judge_limit("time", LIMIT_PER_CASE, 40, 2, 0, true),
                     VERDICT_PASS); // of the slowest block
    assert_int_equal(judge_limit("time", LIMIT_PER_CASE, 39, 2, 0, true), VERDICT_FAIL);
    assert_int_equal(judge_copied(8, 1, 8), VERDICT_PASS);
    assert_int_equal(judge_copied(8, 1, 9), VERDICT_FAIL);
    assert_int_equal(judge_copied(8, 0, 8), VERDICT_PASS); // nothing launched, for example for n = 1
    assert_int_equal(judge_copied(8, 0, 9), VERDICT_FAIL);
    assert_string_equal(reason(), "bytes copied to the host: 9, although nothing was launched, at "
                                  "most 8 are allowed: that is the idea");
    assert_int_equal(judge_limit("barriers", LIMIT_PER_CASE, 0, 2, 36, false),
                     VERDICT_PASS); // a device that does not count
    assert_int_equal(judge_limit("bariers", LIMIT_PER_CASE, 9, 2, 36, true), VERDICT_BROKEN);
}

static void large_blocks_count_as_several(void **state) {
    (void)state; // blocks of 4 threads
    part.block_size = 4;
    assert_int_equal(judge_limit("barriers", LIMIT_PER_BLOCK, 9, 2, 36, true), VERDICT_PASS);
    assert_int_equal(judge_limit("barriers", LIMIT_PER_BLOCK, 9, 2, 37, true), VERDICT_FAIL);
    part.block_size = 2;
    assert_int_equal(judge_limit("barriers", LIMIT_PER_BLOCK, 9, 2, 72, true), VERDICT_PASS);
    assert_int_equal(judge_limit("barriers", LIMIT_PER_BLOCK, 9, 2, 73, true), VERDICT_FAIL);
    part.block_size = 8; // a smaller block counts as a whole one
    assert_int_equal(judge_limit("barriers", LIMIT_PER_BLOCK, 9, 2, 36, true), VERDICT_PASS);
    assert_int_equal(judge_limit("barriers", LIMIT_PER_BLOCK, 9, 2, 37, true), VERDICT_FAIL);
}

static void a_launch_takes_16_blocks_at_a_time(void **state) {
    (void)state;
    struct launch_record launch = {
        .grid = {1000, 1, 1}, .block = {33, 1, 1}, .total = {.critical_path = 1000 * 9}, .longest_path = 9};
    assert_int_equal(launch_time(&launch), 563); // 1000 * 9 / 16, rounded up
    assert_int_equal(launch_warps(&launch), 2000);
    launch.longest_path = 600; // one block is slow
    assert_int_equal(launch_time(&launch), 600);
}

// Judges a budget of `factor` times `spent` barriers for a program with `barriers`.
static enum verdict judge_budget(double factor, uint64_t spent, uint64_t barriers) {
    static uint64_t values[64];
    static struct lab_par par = {.operator_id = OPERATOR_SUM, .n = 8, .values = values};
    struct lab_limit limit = limit_budget("barriers", factor);
    limit.text = "that is the idea";
    values[limit_index("barriers")] = spent;
    part.limits = &limit;
    part.limit_count = part.par_count = 1;
    part.pars = &par;
    judgement_free(&judgement);
    judgement.what.n = 8;
    count_launches(1, 4, barriers);
    return judge_sum(25);
}

// Without a text in grading.txt, the quantity's own reason is said.
static void a_budget_has_a_reason(void **state) {
    (void)state;
    judge_budget(2, 0, 0); // its par
    struct lab_limit limit = limit_budget("global_load_sectors", 2);
    part.limits = &limit;
    judgement_free(&judgement);
    judgement.what.n = 8;
    count_launches(20, 4, 0);
    assert_int_equal(judge_sum(25), VERDICT_FAIL);
    assert_string_equal(reason(),
                        "global load sectors: 100; the solution takes 0, and at most 63 are allowed: "
                        "each element is read once, and neighbouring threads read neighbouring elements");
    part.par_count = 0;
}

static void a_budget_is_less_than_a_multiple(void **state) {
    (void)state;
    assert_int_equal(judge_budget(2, 10, 19), VERDICT_PASS);
    assert_int_equal(judge_budget(2, 10, 20), VERDICT_FAIL);
    assert_string_equal(reason(),
                        "barriers: 20; the solution takes 10, and at most 19 are allowed: that is the idea");
    assert_int_equal(judge_budget(2, 1000, 1048576), VERDICT_FAIL);
    assert_string_equal(
        reason(),
        "barriers: 1,048,576; the solution takes 1,000, and at most 1,999 are allowed: that is the idea");
    assert_int_equal(judge_budget(1.25, 10, 12), VERDICT_PASS);
    assert_int_equal(judge_budget(1.25, 10, 13), VERDICT_FAIL);
    assert_int_equal(judge_budget(2, 0, 1), VERDICT_FAIL);
    struct lab_limit limit = limit_budget("time", 2);
    struct lab_par par = {.n = 9, .values = calloc(64, sizeof(uint64_t))};
    part.pars = &par;
    par.values[limit_index("time")] = 10;
    assert_int_equal(limit_maximum(&part, &limit, &(struct check_case){.n = 9}), 31);    // less than 2 * 16
    assert_true(limit_maximum(&part, &limit, &(struct check_case){.n = 8}) == SIZE_MAX); // not known
    limit = limit_budget("copied_to_host", 2);
    assert_int_equal(limit_maximum(&part, &limit, &(struct check_case){.n = 9}),
                     65); // less than 2 * (32 + 36 / 32)
    free(par.values);
    part.par_count = 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        JUDGE_TEST(limits_hold_up_to_their_maximum),  JUDGE_TEST(a_launch_takes_16_blocks_at_a_time),
        JUDGE_TEST(a_budget_is_less_than_a_multiple), JUDGE_TEST(a_budget_has_a_reason),
        JUDGE_TEST(large_blocks_count_as_several),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
