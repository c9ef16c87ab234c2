// Limits on counters, in total and step by step.
#include "judge_check.h"

#include <stdlib.h>

static void count_launches(int launches, uint32_t blocks, uint64_t barriers) {
    struct launch_record launch = {.grid = {blocks, 1, 1},
                                   .block = {4, 1, 1},
                                   .total = {.barriers = barriers,
                                             .active_warps = 3,
                                             .global_load_sectors = 5,
                                             .global_store_sectors = 2,
                                             .global_load_requests = 32},
                                   .most_loads = 8};
    struct message_header header = {.type = REPLY_LAUNCH, .length = sizeof(launch)};
    for (int i = 0; i < launches; i++) {
        assert_true(case_outcome_take_message(&judgement.run, &header, &launch));
    }
    judgement.run.result.launches = (uint32_t)launches;
}

static bool one_block; // of the limits that are judged

// Judges a limit on barriers (or what `counter` names) for `launches` launches of 4 blocks.
static enum verdict judge_limit(const char *counter, enum limit_unit per, uint64_t maximum, int launches,
                                uint64_t barriers, bool counted) {
    struct lab_limit limit = {.counter = counter,
                              .per = per,
                              .maximum = maximum,
                              .one_block = one_block,
                              .text = "that is the idea"};
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
    assert_int_equal(judge_limit("barriers", LIMIT_PER_LAUNCH, 36, 2, 36, true), VERDICT_PASS);
    assert_int_equal(judge_limit("barriers", LIMIT_PER_LAUNCH, 35, 2, 36, true), VERDICT_FAIL);
    assert_int_equal(judge_limit("barriers", LIMIT_PER_LAUNCH, 35, 100, 36, true), VERDICT_FAIL);
    assert_int_equal(judge_limit("barriers", LIMIT_PER_BLOCK, 9, 2, 36, true), VERDICT_PASS);
    assert_int_equal(judge_limit("barriers", LIMIT_PER_BLOCK, 9, 2, 37, true), VERDICT_FAIL);
    assert_string_equal(reason(), "barriers: 9.25 per block, at most 9 are allowed: that is the idea");
    assert_int_equal(judge_limit("barriers", LIMIT_PER_ELEMENT, 9, 1, 73, true), VERDICT_FAIL);
    assert_string_equal(reason(), "barriers: 9.13 per element, at most 9 are allowed: that is the idea");
    assert_int_equal(judge_limit("barriers", LIMIT_PER_ELEMENT, 9, 2, 36, true), VERDICT_PASS);
    assert_int_equal(judge_limit("barriers", LIMIT_PER_ELEMENT, 8, 2, 36, true), VERDICT_FAIL);
    assert_int_equal(judge_limit("barriers", LIMIT_PER_BYTE, 9, 1, 36, true), VERDICT_PASS); // a sum has 4
    assert_int_equal(judge_limit("barriers", LIMIT_PER_BYTE, 9, 1, 37, true), VERDICT_FAIL);
    assert_string_equal(reason(),
                        "barriers: 9.25 per byte of the result, at most 9 are allowed: that is the idea");
    assert_int_equal(judge_limit("launches", LIMIT_PER_CASE, 2, 2, 0, true), VERDICT_PASS);
    assert_int_equal(judge_limit("launches", LIMIT_PER_CASE, 1, 2, 0, true), VERDICT_FAIL);
    assert_string_equal(reason(), "launches: 2 in total, at most 1 is allowed: that is the idea");
    assert_int_equal(judge_limit("launches", LIMIT_PER_CASE, 0, 2, 0, true), VERDICT_FAIL);
    assert_string_equal(reason(), "launches: 2 in total, none is allowed: that is the idea");
    assert_int_equal(judge_limit("global_sectors", LIMIT_PER_CASE, 14, 2, 0, true),
                     VERDICT_PASS); // 5 + 2 per launch
    assert_int_equal(judge_limit("global_sectors", LIMIT_PER_CASE, 13, 2, 0, true), VERDICT_FAIL);
    assert_string_equal(reason(), "global sectors: 14 in total, at most 13 are allowed: that is the idea");
    assert_int_equal(judge_limit("threads", LIMIT_PER_CASE, 32, 2, 0, true),
                     VERDICT_PASS); // 2 * 4 blocks of 4
    assert_int_equal(judge_limit("threads", LIMIT_PER_CASE, 31, 2, 0, true), VERDICT_FAIL);
    assert_string_equal(reason(), "threads: 32 in total, at most 31 are allowed: that is the idea");
    assert_int_equal(judge_limit("small_blocks", LIMIT_PER_CASE, 8, 2, 0, true), VERDICT_PASS);
    assert_int_equal(judge_limit("small_blocks", LIMIT_PER_CASE, 7, 2, 0, true), VERDICT_FAIL);
    assert_string_equal(reason(),
                        "blocks smaller than a warp: 8 in total, at most 7 are allowed: that is the idea");
    assert_int_equal(judge_limit("lone_loads", LIMIT_PER_CASE, 48, 2, 0, true),
                     VERDICT_PASS); // 12 / 16 of 2 * 32 loads
    assert_int_equal(judge_limit("lone_loads", LIMIT_PER_CASE, 47, 2, 0, true), VERDICT_FAIL);
    assert_string_equal(reason(),
                        "global loads of few blocks: 48 in total, at most 47 are allowed: that is the idea");
    part.elements_per_block = 8;
    assert_int_equal(judge_limit("barriers", LIMIT_PER_WARP, 12, 2, 36, true), VERDICT_PASS);
    assert_int_equal(judge_limit("barriers", LIMIT_PER_WARP, 11, 2, 36, true), VERDICT_FAIL);
    part.elements_per_block = 4;
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

static uint64_t global_atomics, requests = 32; // of the launch below

// Judges a limit of `maximum` on a counter for one launch of `blocks` blocks of `threads` threads, with so many loads
// and stores, of which one block makes `most`.
static enum verdict judge_launch(const char *counter, uint64_t maximum, uint32_t blocks, uint32_t threads,
                                 uint64_t most) {
    struct lab_limit limit = {.counter = counter, .maximum = maximum, .text = "that is the idea"};
    struct launch_record launch = {.grid = {blocks, 1, 1},
                                   .block = {threads, 1, 1},
                                   .total = {.global_load_requests = requests,
                                             .global_store_requests = requests,
                                             .global_atomic_lanes = global_atomics},
                                   .most_loads = most,
                                   .most_stores = most};
    struct message_header header = {.type = REPLY_LAUNCH, .length = sizeof(launch)};
    part.limits = &limit;
    part.limit_count = 1;
    judgement_free(&judgement);
    judgement.what.n = 8;
    assert_true(case_outcome_take_message(&judgement.run, &header, &launch));
    judgement.run.result.launches = 1;
    return judge_sum(25);
}

static void only_few_or_small_blocks_count(void **state) {
    (void)state;
    assert_int_equal(judge_launch("small_blocks", 0, 100, 32, 1), VERDICT_PASS);
    assert_int_equal(judge_launch("small_blocks", 99, 100, 31, 1), VERDICT_FAIL);
    assert_int_equal(judge_launch("lone_loads", 0, 16, 32, 2), VERDICT_PASS);
    assert_int_equal(judge_launch("lone_loads", 16, 8, 32, 4), VERDICT_PASS); // 32 * 8 / 16
    assert_int_equal(judge_launch("lone_loads", 15, 8, 32, 4), VERDICT_FAIL);
    assert_int_equal(judge_launch("lone_loads", 29, 1, 32, 32), VERDICT_FAIL); // 32 * 15 / 16
    assert_int_equal(judge_launch("lone_loads", 29, 100, 32, 32), VERDICT_FAIL);
    assert_int_equal(judge_launch("lone_loads", 30, 100, 32, 32), VERDICT_PASS);
    assert_int_equal(judge_launch("lone_loads", 15, 100, 32, 4), VERDICT_FAIL);
    assert_int_equal(judge_launch("lone_stores", 16, 8, 32, 4), VERDICT_PASS);
    assert_int_equal(judge_launch("lone_stores", 15, 8, 32, 4), VERDICT_FAIL);
    requests = 36; // 12 blocks could make 3 each
    assert_int_equal(judge_launch("lone_loads", 0, 16, 32, 3), VERDICT_PASS);
    requests = 35;
    assert_int_equal(judge_launch("lone_loads", 9, 16, 32, 3), VERDICT_FAIL); // 35 - 35 * 35 / 48
    assert_int_equal(judge_launch("lone_loads", 10, 16, 32, 3), VERDICT_PASS);
    requests = 32;
    assert_int_equal(judge_launch("lone_loads", 0, 0, 32, 0), VERDICT_PASS); // a real GPU
    global_atomics = 101; // the blocks may share out their work by a ticket
    assert_int_equal(judge_launch("lone_loads", 0, 100, 32, 32), VERDICT_PASS);
    assert_int_equal(judge_launch("lone_loads", 15, 8, 32, 32), VERDICT_FAIL); // 32 * 8 / 16
    assert_int_equal(judge_launch("lone_loads", 16, 8, 32, 32), VERDICT_PASS);
    global_atomics = 100;
    assert_int_equal(judge_launch("lone_loads", 29, 100, 32, 32), VERDICT_FAIL);
    global_atomics = 0;
    assert_int_equal(judge_launch("loading_launches", 1, 1, 32, 1), VERDICT_PASS);
    assert_int_equal(judge_launch("loading_launches", 0, 1, 32, 1), VERDICT_FAIL);
}

static uint64_t four_an_element(size_t n) {
    return 4 * n;
}

static void limits_may_depend_on_n(void **state) {
    (void)state;
    struct lab_limit limit = {
        .counter = "barriers", .maximum_for = four_an_element, .text = "that is the idea"};
    part.limits = &limit;
    part.limit_count = 1;
    count_launches(1, 4, 32);
    assert_int_equal(judge_sum(25), VERDICT_PASS);
    judgement_free(&judgement);
    judgement.what.n = 8;
    count_launches(1, 4, 33);
    assert_int_equal(judge_sum(25), VERDICT_FAIL);
    assert_string_equal(reason(), "barriers: 33 in total, at most 32 are allowed: that is the idea");
}

// Two blocks that load, add in three steps, and write.
static enum verdict judge_kept_launch(size_t n) {
    static const struct counters intervals[] = {
        {.active_warps = 16, .warp_instructions = 64, .barriers = 2},
        {.active_warps = 8, .warp_instructions = 24, .working_warps = 8, .barriers = 2},
        {.active_warps = 4, .warp_instructions = 12, .working_warps = 4, .barriers = 2, .divergent_warps = 4},
        {.active_warps = 2, .warp_instructions = 20, .working_warps = 2, .divergent_warps = 3},
        {.active_warps = 2, .warp_instructions = 2}};
    struct case_launch launch = {.record = {.grid = {2, 1, 1}, .interval_count = 5}};
    judgement_free(&judgement);
    judgement.what.n = n;
    launch.intervals = malloc(sizeof(intervals));
    memcpy(launch.intervals, intervals, sizeof(intervals));
    judgement.run.launches = malloc(sizeof(launch));
    judgement.run.launches[0] = launch;
    judgement.run.launch_count = judgement.run.launch_total = 1;
    int32_t sum = n == 8 ? 25 : 22; // the first seven elements
    return judge(&sum, true);
}

// The same, with `values` declared for `counter`, step by step.
static enum verdict judge_steps(const char *counter, const char *values, size_t n) {
    static struct lab_steps steps;
    steps = (struct lab_steps){.counter = counter, .values = values};
    part.steps = &steps;
    part.step_count = 1;
    part.elements_per_block = 4;
    return judge_kept_launch(n);
}

static void a_limit_a_warp_holds_for_many_blocks(void **state) {
    (void)state;
    part.elements_per_block = 4;
    assert_int_equal(judge_limit("barriers", LIMIT_PER_WARP, 12, 2, 36, true),
                     VERDICT_PASS); // 8 blocks for 2
    assert_int_equal(judge_limit("barriers", LIMIT_PER_WARP, 11, 2, 36, true), VERDICT_FAIL);
    one_block = true;
    assert_int_equal(judge_limit("barriers", LIMIT_PER_WARP, 0, 2, 36, true), VERDICT_PASS);
    one_block = false;
    part.elements_per_block = 1; // 4 blocks for 8: each takes 2
    assert_int_equal(judge_limit("barriers", LIMIT_PER_WARP, 6, 1, 36, true), VERDICT_PASS);
    assert_int_equal(judge_limit("barriers", LIMIT_PER_WARP, 5, 1, 36, true), VERDICT_FAIL);
    part.elements_per_block = 16; // n is less than a block
    assert_int_equal(judge_limit("barriers", LIMIT_PER_WARP, 0, 1, 36, true), VERDICT_PASS);
    part.elements_per_block = 4;
}

static void a_limit_a_step_holds_in_each(void **state) {
    (void)state; // in the fourth interval each of two warps has ten instructions; the average is four
    static struct lab_limit limit = {
        .counter = "warp_instructions", .per = LIMIT_PER_STEP, .maximum = 10, .text = "that is the idea"};
    part.limits = &limit;
    part.limit_count = 1;
    assert_int_equal(judge_steps("working_warps", "4 2 1", 8), VERDICT_PASS);
    limit.maximum = 9;
    assert_int_equal(judge_steps("working_warps", "4 2 1", 8), VERDICT_FAIL); // n is 2 blocks
    limit.one_block = true;
    assert_int_equal(judge_steps("working_warps", "4 2 1", 8), VERDICT_PASS);
    part.elements_per_block = 8;
    assert_int_equal(judge_kept_launch(8), VERDICT_FAIL);
    assert_string_equal(
        reason(), "warp instructions: 10 per warp in one step, at most 9 are allowed: that is the idea");
    limit.maximum = 10;
    assert_int_equal(judge_kept_launch(8), VERDICT_PASS);
}

// A case of 8 elements, whose launch has 6 intervals and 5 barriers.
static enum verdict judge_intervals(const struct counters *intervals, bool halves, uint64_t maximum) {
    static struct lab_limit limit;
    limit = (struct lab_limit){
        .counter = "barriers", .maximum = maximum, .halves = halves, .text = "that is the idea"};
    part.limits = &limit;
    part.limit_count = 1;
    judgement_free(&judgement);
    judgement.what.n = 8;
    judgement.run.launches = malloc(sizeof(*judgement.run.launches));
    judgement.run.launches[0] = (struct case_launch){.record = {.grid = {1, 1, 1}, .interval_count = 6},
                                                     .intervals = malloc(6 * sizeof(*intervals))};
    memcpy(judgement.run.launches[0].intervals, intervals, 6 * sizeof(*intervals));
    judgement.run.launch_count = judgement.run.launch_total = 1;
    judgement.run.total.barriers = 5;
    int32_t sum = 25;
    return judge(&sum, true);
}

// One block that loads, adds in two steps that wait twice each, and writes.
static enum verdict judge_halves(bool halves, uint64_t maximum) {
    static const struct counters intervals[] = {
        {.warp_instructions = 8, .shared_store_requests = 8, .barriers = 1},
        {.warp_instructions = 8, .shared_load_requests = 8, .barriers = 1, .divergent_warps = 1},
        {.warp_instructions = 4, .shared_store_requests = 4, .barriers = 1, .divergent_warps = 1},
        {.warp_instructions = 4, .shared_load_requests = 4, .barriers = 1, .divergent_warps = 1},
        {.warp_instructions = 4, .shared_load_requests = 2, .shared_store_requests = 2, .barriers = 1},
        {.warp_instructions = 2, .shared_load_requests = 1, .global_store_requests = 1}};
    return judge_intervals(intervals, halves, maximum);
}

// One block that waits several times after its loads, and then adds in one step.
static enum verdict judge_idle(uint64_t maximum) {
    static const struct counters intervals[] = {
        {.warp_instructions = 8, .shared_store_requests = 8, .barriers = 1},
        {.barriers = 1},
        {.barriers = 1},
        {.barriers = 1},
        {.warp_instructions = 8, .shared_load_requests = 4, .shared_store_requests = 4, .barriers = 1},
        {.warp_instructions = 2, .shared_load_requests = 1, .global_store_requests = 1}};
    return judge_intervals(intervals, true, maximum);
}

static void a_step_that_waits_twice_counts_once(void **state) {
    (void)state;
    assert_int_equal(judge_halves(false, 5), VERDICT_PASS);
    assert_int_equal(judge_halves(false, 4), VERDICT_FAIL);
    assert_int_equal(judge_halves(true, 3), VERDICT_PASS);
    assert_int_equal(judge_halves(true, 2), VERDICT_FAIL);
    assert_string_equal(reason(), "barriers: 3 in total, at most 2 are allowed: that is the idea");
}

static void one_wait_for_nothing_is_half_a_step(void **state) {
    (void)state;
    part.elements_per_block = 8;
    assert_int_equal(judge_idle(4), VERDICT_PASS);
    assert_int_equal(judge_idle(3), VERDICT_FAIL);
    part.elements_per_block = 16; // with fewer elements, a step may have none
    assert_int_equal(judge_idle(3), VERDICT_PASS);
}

static void steps_are_as_declared(void **state) {
    (void)state;
    assert_int_equal(judge_steps("working_warps", "4 2 1", 8), VERDICT_PASS);
    assert_int_equal(judge_steps("working_warps", "4 2 2", 8), VERDICT_FAIL);
    assert_string_equal(reason(), "working warps, step by step: expected 4 2 2, got 4 2 1");
    assert_int_equal(judge_steps("working_warps", "4 2", 8), VERDICT_FAIL);
    assert_int_equal(judge_steps("barriers", "1 1 0", 8), VERDICT_PASS);
    assert_int_equal(judge_steps("divergent_warps", "0 2 1", 8), VERDICT_FAIL); // 3 warps in two blocks
    assert_int_equal(judge_steps("working_warps", "1 1 1", 7), VERDICT_PASS);   // no whole blocks
    assert_int_equal(judge_steps("working", "4 2 1", 8), VERDICT_BROKEN);

    assert_int_equal(judge_steps("working_warps", "4 2 1", 8), VERDICT_PASS);
    judgement_free(&judgement);
    judgement.what.n = 8; // with no launch
    assert_int_equal(judge_sum(25), VERDICT_FAIL);
    assert_string_equal(reason(), "working warps, step by step: expected 4 2 1, got none");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        JUDGE_TEST(limits_hold_up_to_their_maximum),
        JUDGE_TEST(only_few_or_small_blocks_count),
        JUDGE_TEST(a_limit_a_warp_holds_for_many_blocks),
        JUDGE_TEST(large_blocks_count_as_several),
        JUDGE_TEST(limits_may_depend_on_n),
        JUDGE_TEST(a_limit_a_step_holds_in_each),
        JUDGE_TEST(steps_are_as_declared),
        JUDGE_TEST(a_step_that_waits_twice_counts_once),
        JUDGE_TEST(one_wait_for_nothing_is_half_a_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
