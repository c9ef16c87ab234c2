// Which elements of the input a value contains.
#include "program_check.h"

// The runs of the set of output value i, which must be known.
static const struct content_run *runs_of(size_t i, uint32_t *count) {
    const struct contents *contents = recording.contents;
    assert_non_null(contents);
    assert_int_not_equal(contents->of_output[i], 0);
    const struct content_set *found = &contents->sets[contents->of_output[i] - 1];
    *count = found->run_count;
    return &contents->runs[found->first_run];
}

static void expect_run(const struct content_run *run, uint32_t first, uint32_t count, uint32_t step,
                       uint32_t times) {
    assert_int_equal(run->first, first);
    assert_int_equal(run->count, count);
    assert_int_equal(run->step, step);
    assert_int_equal(run->times, times);
}

// d_out[0] = the sum of all, d_out[1] = the sum of every second one, d_out[2] = d_in[2] + 2 * d_in[5].
static void sums(size_t n) {
    int32_t all = 0, second = 0;
    for (size_t i = 0; i < n; i++) {
        all += load(0, i);
        second += i % 2 == 0 ? load(1, i) : 0;
    }
    store(0, 0, all);
    store(0, 1, second);
    store(0, 2, load(2, 2) + 2 * load(2, 5));
}

// Of 40 elements, three runs see 16, 16 and 8.
static void elements_are_counted(void **state) {
    (void)state;
    record_program(&(struct program_case){sums, 40, 3}, 1);
    uint32_t count;
    const struct content_run *runs = runs_of(0, &count);
    assert_int_equal(count, 1);
    expect_run(runs, 0, 40, 1, 1);
    runs = runs_of(1, &count);
    assert_int_equal(count, 1);
    expect_run(runs, 0, 20, 2, 1);
    runs = runs_of(2, &count);
    assert_int_equal(count, 2);
    expect_run(&runs[0], 2, 1, 1, 1);
    expect_run(&runs[1], 5, 1, 1, 2);
}

// d_out[0] = d_in[0] + 7; d_out[1] = a number.
static void constants(size_t n) {
    (void)n;
    store(0, 0, load(0, 0) + 7);
    store(0, 1, 99);
}

// What does not come from the input does not count as an element.
static void constants_are_left_out(void **state) {
    (void)state;
    record_program(&(struct program_case){constants, 4, 2}, 1);
    uint32_t count;
    expect_run(runs_of(0, &count), 0, 1, 1, 1);
    assert_int_equal(count, 1);
    runs_of(1, &count);
    assert_int_equal(count, 0);
}

// Not a sum: the digits of small inputs say nothing about the actual value.
static void products(size_t n) {
    (void)n;
    store(0, 0, load(0, 0) * load(0, 1));
    store(0, 1, load(0, 1) / 2);
    store(0, 2, load(0, 2));
}

static void other_values_are_unknown(void **state) {
    (void)state;
    record_program(&(struct program_case){products, 3, 3}, 1);
    assert_non_null(recording.contents);
    assert_int_equal(recording.contents->of_output[0], 0);
    assert_int_equal(recording.contents->of_output[1], 0);
    assert_int_not_equal(recording.contents->of_output[2], 0);
}

static void depends_on_values(size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (load(0, i) > 500) {
            set(0, 0, 1);
        }
    }
    store(0, 0, 0);
}

static void steps_must_be_the_same(void **state) {
    (void)state;
    record_program(&(struct program_case){depends_on_values, 4, 1}, 1);
    assert_null(recording.contents);
}

// 64 elements, of which 16 are identified: 0, 4, 8, ...
static void samples_are_strided(void **state) {
    (void)state;
    record_program(&(struct program_case){sums, 64, 3}, 4);
    uint32_t count;
    expect_run(runs_of(0, &count), 0, 16, 4, 1);
    assert_int_equal(count, 1);
    runs_of(2, &count); // elements 2 and 5 are not among them
    assert_int_equal(count, 0);
}

static void shuffles(size_t n) {
    int32_t own[4], got[4];
    for (unsigned lane = 0; lane < n; lane++) {
        own[lane] = load(lane, lane);
    }
    shuffle_down(4, 2, own, got);
    store(0, 0, own[0] + got[0]);
}

static void values_of_lanes_are_known(void **state) {
    (void)state;
    record_program(&(struct program_case){shuffles, 4, 1}, 1);
    const struct contents *contents = recording.contents;
    for (size_t i = 0; i < recording.record->capacity; i++) {
        const struct record_entry *entry = &recording.record->entries[i];
        if (entry->type == RECORD_EXCHANGE && entry->thread == 1) {
            const struct content_set *got = &contents->sets[contents->of_entries[4 * i] - 1];
            assert_int_equal(got->run_count, 1);
            expect_run(&contents->runs[got->first_run], 3, 1, 1, 1);
        }
    }
}

// d_out[0] = all but the first two; d_out[1] = every second one; d_out[2] = none; d_out[3] = the last one.
static void ranges(size_t n) {
    int32_t most = 0, second = 0;
    for (size_t i = 0; i < n; i++) {
        most += i < 2 ? 0 : load(0, i);
        second += i % 2 == 0 ? load(1, i) : 0;
    }
    store(0, 0, most);
    store(0, 1, second);
    store(0, 2, 5);
    store(0, 3, load(2, n - 1));
}

static void ranges_are_found_in_three_runs(void **state) {
    (void)state;
    struct program_case what = {ranges, 64, 4};
    record_program(&what, 1);
    contents_free(recording.contents);
    recording.contents = NULL;
    contents_ranges(&recording, what.n, true, recording.record->count * 3, run_program, &what);
    uint32_t count;
    expect_run(runs_of(0, &count), 2, 62, 1, 1);
    assert_int_equal(count, 1);
    assert_int_equal(recording.contents->of_output[1], 0);
    runs_of(2, &count);
    assert_int_equal(count, 0);
    expect_run(runs_of(3, &count), 63, 1, 1, 1);
}

// Too long a run is not repeated.
static void work_is_bounded(void **state) {
    (void)state;
    struct program_case what = {sums, 40, 3};
    record_program(&what, 1);
    contents_free(recording.contents);
    recording.contents = NULL;
    contents_find(&recording, what.n, 1, recording.record->count * 4 - 1, run_program, &what);
    assert_null(recording.contents);
    contents_find(&recording, what.n, 1, recording.record->count * 4, run_program, &what);
    assert_non_null(recording.contents);
}

// Counts the runs, which all fail.
static bool count_run(void *context, const int32_t *input, struct recording *again) {
    (void)input;
    (void)again;
    ++*(int *)context;
    return false;
}

// So is that of a program without entries, which does its work on the host: each run reads its input.
static void work_without_entries_is_bounded(void **state) {
    (void)state;
    struct program_case what = {sums, 40, 3};
    int runs = 0;
    record_program(&what, 1);
    contents_free(recording.contents);
    recording.contents = NULL;
    recording.record->count = recording.record->capacity = 0;
    contents_find(&recording, what.n, 1, 40 * 4 - 1, count_run, &runs);
    assert_int_equal(runs, 0);
    contents_find(&recording, what.n, 1, 40 * 4, count_run, &runs);
    assert_int_equal(runs, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(elements_are_counted, free_recording),
        cmocka_unit_test_teardown(ranges_are_found_in_three_runs, free_recording),
        cmocka_unit_test_teardown(constants_are_left_out, free_recording),
        cmocka_unit_test_teardown(other_values_are_unknown, free_recording),
        cmocka_unit_test_teardown(steps_must_be_the_same, free_recording),
        cmocka_unit_test_teardown(samples_are_strided, free_recording),
        cmocka_unit_test_teardown(values_of_lanes_are_known, free_recording),
        cmocka_unit_test_teardown(work_is_bounded, free_recording),
        cmocka_unit_test_teardown(work_without_entries_is_bounded, free_recording),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
