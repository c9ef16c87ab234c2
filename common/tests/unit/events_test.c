// The events of a recording.
#include "record_check.h"

// Makes the events, and returns the one with that number of a type.
static struct events *events;

static const struct event *find(enum event_type type, size_t number) {
    for (size_t i = 0; i < events->count; i++) {
        if (events->events[i].type == type && number-- == 0) {
            return &events->events[i];
        }
    }
    return NULL;
}

static int close_events(void **state) {
    events_free(events);
    events = NULL;
    return end_test(state);
}

// Each lane runs on its own until it waits. The rows say which accesses were one instruction.
static void rows_become_instructions(void **state) {
    (void)state;
    put_array(RECORD_INPUT, INPUT, 64, "d_in");
    put_launch(1, 1, 32, "kernel");
    put_block(0, 7);
    for (unsigned thread = 0; thread < 2; thread++) {
        put_access(thread, 1, RECORD_READ, INPUT + 4 * thread, 10 + thread, 100);
        put_access(thread, 2, RECORD_WRITE | SHARED, 4 * thread, 10 + thread, 101);
    }
    put(RECORD_COST, (struct record_entry){.row = 2, .kind = SHARED, .pc = 2, .extra = 1});
    put_stretch(0, 3, 1);
    put(RECORD_ARRAY,
        (struct record_entry){.kind = RECORD_SHARED, .extra = 1, .address = 0, .value = {64, 4}});
    put_name("s_data");
    put(RECORD_BLOCK_END, (struct record_entry){0});
    put(RECORD_LAUNCH_END, (struct record_entry){.extra = 1});
    events = events_make(record);
    assert_non_null(events);
    assert_int_equal(events->count, 7); // launch, block, two accesses, return, end of block and launch
    const struct event *read = find(EVENT_ACCESS, 0), *write = find(EVENT_ACCESS, 1);
    assert_int_equal(read->pc, 100);
    assert_int_equal(read->lanes, 3);
    assert_int_equal(read->count, 2);
    assert_int_equal(entry_word(event_entry(events, read, 1), 0), 11);
    assert_string_equal(events->arrays[read->array].name, "d_in");
    assert_int_equal(read->passes, 1);
    assert_int_equal(write->pc, 101);
    assert_int_equal(write->passes, 2);
    assert_int_equal(write->conflicts, 1);
    assert_string_equal(events->arrays[write->array].name, "s_data"); // recorded after the access
    assert_int_equal(find(EVENT_RETURN, 0)->lanes, 2);
    assert_string_equal(events->launches[0].kernel, "kernel");
    assert_int_equal(events->launches[0].block[0], 32);
}

// A lane that repeats a row, in a loop, makes an instruction of its own.
static void lane_has_each_row_once(void **state) {
    (void)state;
    put_launch(1, 1, 32, "kernel");
    put_block(0, 1);
    for (unsigned i = 0; i < 3; i++) {
        put_access(i == 1, 1, RECORD_READ, INPUT, 0, 100);
    }
    put_stretch(0, 3, 3);
    events = events_make(record);
    assert_int_equal(find(EVENT_ACCESS, 0)->lanes, 3);
    assert_int_equal(find(EVENT_ACCESS, 1)->lanes, 1);
    assert_int_equal(find(EVENT_ACCESS, 0)->array, TRACE_NO_ARRAY);
}

// A barrier that not all threads have reached, and one at which the block ends.
static void waits_belong_to_a_barrier(void **state) {
    (void)state;
    put_launch(1, 1, 64, "kernel");
    for (unsigned block = 0; block < 2; block++) {
        put_block(block, 1 + block);
        for (unsigned thread = 0; thread < 64; thread += 32) {
            put(RECORD_WAIT, (struct record_entry){.thread = (uint16_t)thread,
                                                   .kind = thread == 0 ? RECORD_AT_BARRIER : RECORD_LEFT,
                                                   .pc = 50});
        }
        if (block == 0) {
            put(RECORD_BARRIER, (struct record_entry){.pc = 51});
        }
        put(RECORD_BLOCK_END, (struct record_entry){.kind = (uint8_t)block});
    }
    events = events_make(record);
    const struct event *barrier = find(EVENT_BARRIER, 0), *stuck = find(EVENT_STUCK, 0);
    assert_int_equal(barrier->run, 0);
    assert_int_equal(barrier->pc, 51);
    assert_int_equal(barrier->count, 2);
    assert_int_equal(event_entry(events, barrier, 1)->kind, RECORD_LEFT);
    assert_int_equal(stuck->run, 1);
    assert_null(find(EVENT_BARRIER, 1));
    assert_int_equal(find(EVENT_BLOCK_END, 1)->kind, 1);
}

// All threads at a barrier need no list.
static void complete_barrier_has_no_list(void **state) {
    (void)state;
    put_launch(1, 1, 64, "kernel");
    put_block(0, 1);
    put(RECORD_BARRIER, (struct record_entry){.pc = 51});
    events = events_make(record);
    assert_int_equal(find(EVENT_BARRIER, 0)->count, 0);
}

// The entries of blocks that run at the same time are mixed.
static void workers_are_told_apart(void **state) {
    (void)state;
    put_launch(1, 2, 32, "kernel");
    put_block(0, 1);
    put_block(1, 2);
    record->entries[record->capacity - 1].worker = 1;
    for (unsigned lane = 0; lane < 2; lane++) {
        for (uint8_t worker = 0; worker < 2; worker++) {
            put_access(lane, 1, RECORD_READ, INPUT, 0, 100)->worker = worker;
        }
    }
    for (unsigned lane = 0; lane < 2; lane++) {
        for (uint8_t worker = 0; worker < 2; worker++) {
            put_shuffle(lane, 1, 0, 0, 0, 101);
            record->entries[record->capacity - 1].worker = worker;
        }
    }
    for (uint8_t worker = 0; worker < 2; worker++) {
        put_stretch(0, 3, 3);
        record->entries[record->capacity - 1].worker = worker;
    }
    events = events_make(record);
    for (uint32_t run = 0; run < 2; run++) {
        assert_int_equal(find(EVENT_EXCHANGE, run)->run, run);
        assert_int_equal(find(EVENT_EXCHANGE, run)->lanes, 3);
        assert_int_equal(find(EVENT_EXCHANGE, run)->count, 2);
        assert_int_equal(find(EVENT_ACCESS, run)->run, run);
        assert_int_equal(find(EVENT_ACCESS, run)->lanes, 3);
    }
    assert_null(find(EVENT_EXCHANGE, 2));
    assert_null(find(EVENT_ACCESS, 2));
}

// An error names its block by the block's id.
static void mistake_belongs_to_its_block(void **state) {
    (void)state;
    put_launch(1, 2, 32, "kernel");
    put_block(0, 5);
    put_block(1, 6);
    put(RECORD_MISTAKE, (struct record_entry){.kind = 3, .pc = 100, .extra = 5});
    put(RECORD_DETAIL, (struct record_entry){.thread = 9, .address = INPUT});
    put(RECORD_MISTAKE, (struct record_entry){.kind = 4, .pc = 101});
    events = events_make(record);
    assert_int_equal(find(EVENT_MISTAKE, 0)->run, 0);
    assert_int_equal(find(EVENT_MISTAKE, 0)->count, 2);
    assert_int_equal(event_entry(events, find(EVENT_MISTAKE, 0), 1)->thread, 9);
    assert_int_equal(find(EVENT_MISTAKE, 1)->run, UINT32_MAX);
    assert_int_equal(find(EVENT_MISTAKE, 1)->count, 1);
}

// What memory holds before a launch: one event for each array.
static void contents_are_grouped_by_array(void **state) {
    (void)state;
    put_array(RECORD_INPUT, INPUT, 32, "d_in");
    put_array(RECORD_GLOBAL, OUTPUT, 16, "d_out");
    for (unsigned i = 0; i < 3; i++) {
        put(RECORD_CONTENTS,
            (struct record_entry){
                .kind = i < 2, .bytes = 16, .address = i < 2 ? INPUT + 16 * i : OUTPUT, .extra = 0xffff});
    }
    events = events_make(record);
    assert_int_equal(events->count, 2);
    assert_int_equal(find(EVENT_SET, 0)->array, 0);
    assert_int_equal(find(EVENT_SET, 0)->count, 2);
    assert_int_equal(find(EVENT_SET, 1)->array, 1);
}

// The latest array at an address counts: memory is freed, and allocated again.
static void latest_array_is_found(void **state) {
    (void)state;
    put_array(RECORD_GLOBAL, INPUT, 64, "first");
    put_array(RECORD_GLOBAL, INPUT, 32, "second");
    events = events_make(record);
    struct record_entry near = {.type = RECORD_ACCESS, .address = INPUT + 28};
    struct record_entry far = {.type = RECORD_ACCESS, .address = INPUT + 60};
    struct record_entry below = {.type = RECORD_ACCESS, .address = INPUT - 4};
    assert_int_equal(events_array(events, &near, 0), 1);
    assert_int_equal(events_array(events, &far, 0), 0);
    assert_int_equal(events_array(events, &below, 0), TRACE_NO_ARRAY);
}

// The recording is the student's: nothing in it is trusted.
static void forged_entries_are_ignored(void **state) {
    (void)state;
    put_block(0, 1);                              // in no launch
    put_access(0, 1, RECORD_READ, INPUT, 0, 100); // in no block
    put(RECORD_BARRIER, (struct record_entry){0});
    put(RECORD_LAUNCH_END, (struct record_entry){0});
    put_shuffle(0, 1, 0, 0, 0, 101);
    put(200, (struct record_entry){0}); // of no type
    put_launch(1, 1, 32, "a\nb\"c");
    put_block(0, 1);
    put_access(1024, 1, RECORD_READ, INPUT, 0, 100);
    put_access(0, 1, RECORD_READ, INPUT, 0, 102)->bytes = 17;
    put_shuffle(1024, 1, 0, 0, 0, 101);
    put_stretch(0, 0, 0);
    record->count = record->capacity + 5;
    events = events_make(record);
    assert_non_null(events);
    assert_null(find(EVENT_ACCESS, 0));
    assert_null(find(EVENT_BARRIER, 0));
    assert_null(find(EVENT_EXCHANGE, 0));
    assert_int_equal(events->run_count, 1);
    assert_string_equal(events->launches[0].kernel, "a?b\"c");
    assert_int_equal(events->left_out, 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(rows_become_instructions, begin_test, close_events),
        cmocka_unit_test_setup_teardown(lane_has_each_row_once, begin_test, close_events),
        cmocka_unit_test_setup_teardown(waits_belong_to_a_barrier, begin_test, close_events),
        cmocka_unit_test_setup_teardown(complete_barrier_has_no_list, begin_test, close_events),
        cmocka_unit_test_setup_teardown(workers_are_told_apart, begin_test, close_events),
        cmocka_unit_test_setup_teardown(mistake_belongs_to_its_block, begin_test, close_events),
        cmocka_unit_test_setup_teardown(contents_are_grouped_by_array, begin_test, close_events),
        cmocka_unit_test_setup_teardown(latest_array_is_found, begin_test, close_events),
        cmocka_unit_test_setup_teardown(forged_entries_are_ignored, begin_test, close_events),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
