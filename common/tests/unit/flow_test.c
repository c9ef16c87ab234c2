// How values flow through a recorded run.
#include "program_check.h"

#include "check/trace/flow.h"
#include "check/trace/partner.h"

static struct flow flow;

static int close_flow(void **state) {
    flow_close(&flow);
    return free_recording(state);
}

static void follow(struct program_case what) {
    record_program(&what, 1);
    assert_true(flow_open(&flow, &recording, what.n));
}

// The slot of the access or exchange number `number` of a thread.
static size_t slot_of(unsigned thread, size_t number) {
    for (size_t i = 0; i < flow.count; i++) {
        const struct record_entry *entry = &recording.record->entries[i];
        if ((entry->type == RECORD_ACCESS || entry->type == RECORD_EXCHANGE) && entry->thread == thread &&
            number-- == 0) {
            return i * FLOW_WORDS;
        }
    }
    return FLOW_NO_SLOT;
}

static struct flow_value value_of(size_t slot) {
    return (struct flow_value){slot / FLOW_WORDS, flow_entry(&flow, slot)->thread, flow_set(&flow, slot)};
}

// Two threads load; thread 0 adds the two, and once more its own element.
static void adds_its_own_twice(size_t n) {
    (void)n;
    set(0, 0, load(0, 0));
    set(1, 1, load(1, 1));
    int32_t sum = get(0, 0) + get(0, 1);
    set(0, 0, sum + load(0, 0));
    store(0, 0, get(0, 0));
}

static void sources_make_a_value(void **state) {
    (void)state;
    follow((struct program_case){adds_its_own_twice, 2, 1});
    size_t sum = slot_of(0, 5), own = slot_of(0, 1), other = slot_of(1, 1);
    struct flow_value value = value_of(sum);
    assert_int_equal(flow_times(&flow, value.set, 0), 2);
    assert_int_equal(flow_times(&flow, value.set, 1), 1);
    assert_int_equal(flow_repeated(&flow, value.set), 0);
    struct flow_source sources[FLOW_SOURCES_MAX];
    assert_int_equal(flow_sources(&flow, &value, sources), 3); // the latest first
    assert_int_equal(sources[0].element, 0);
    assert_int_equal(sources[1].slot, slot_of(0, 3));
    assert_int_equal(flow_source_times(&flow, &sources[1], 1), 1);
    assert_int_equal(sources[2].slot, slot_of(0, 2));
    assert_false(flow_origin(&flow, &sources[0], &value)); // an element comes from nowhere
    assert_true(flow_origin(&flow, &sources[1], &value));
    assert_int_equal(value.entry, other / FLOW_WORDS);
    assert_int_equal(value.thread, 1);
    assert_true(flow_origin(&flow, &sources[2], &value));
    assert_int_equal(value.entry, own / FLOW_WORDS);
}

static void words_are_followed(void **state) {
    (void)state;
    follow((struct program_case){adds_its_own_twice, 2, 1});
    size_t first = slot_of(0, 1), read = slot_of(0, 2), again = slot_of(0, 5), last = slot_of(0, 6);
    assert_int_equal(flow.writers[read], first + 1);
    assert_int_equal(flow.writers[last], again + 1);
    assert_true(flow_same_word(&flow, first, again));
    assert_false(flow_same_word(&flow, first, slot_of(1, 1)));
    assert_int_equal(flow_next_access(&flow, first), read);
    assert_int_equal(flow_next_access(&flow, again), last);
    assert_int_equal(flow_next_access(&flow, last), FLOW_NO_SLOT);
    assert_int_equal(flow_last_write(&flow, OUTPUT), slot_of(0, 7));
    assert_int_equal(flow_last_write(&flow, OUTPUT + 4), FLOW_NO_SLOT);
}

static void sums_are_of_the_input(void **state) {
    (void)state;
    follow((struct program_case){adds_its_own_twice, 2, 1});
    uint32_t sum;
    assert_true(flow_sum(&flow, recording.contents->of_output[0], &sum));
    assert_int_equal(sum, 1000 + 1000 + 1003);
    assert_false(flow_sum(&flow, 0, &sum));
}

static void shuffles(size_t n) {
    int32_t own[4], got[4];
    for (unsigned lane = 0; lane < n; lane++) {
        own[lane] = load(lane, lane);
    }
    shuffle_down(4, 1, own, got);
    store(0, 0, own[0] + got[0]);
}

// What a lane gets was the value of another one.
static void lanes_give_values(void **state) {
    (void)state;
    follow((struct program_case){shuffles, 4, 1});
    struct flow_value value = value_of(slot_of(0, 2));
    struct flow_source sources[FLOW_SOURCES_MAX];
    assert_int_equal(flow_sources(&flow, &value, sources), 2);
    assert_int_equal(sources[0].slot, slot_of(0, 1));
    assert_true(flow_origin(&flow, &sources[0], &value));
    assert_int_equal(value.thread, 1);
    assert_int_equal(flow_sources(&flow, &value, sources), 1);
    assert_int_equal(sources[0].element, 1);
}

// Two workers' entries are in no order.
static void several_workers_are_refused(void **state) {
    (void)state;
    record_program(&(struct program_case){shuffles, 4, 1}, 1);
    recording.record->entries[recording.record->capacity - 1].worker = 1;
    assert_false(flow_open(&flow, &recording, 4));
}

// Thread 1 overwrites word 1 twice: first a value of its own, which only itself has read; then one that threads 0 and 2
// have read. Thread 2 reads its own word and that of thread 1.
static void shares_words(size_t n) {
    (void)n;
    for (unsigned thread = 0; thread < 3; thread++) {
        set(thread, thread, load(thread, thread));
    }
    set(1, 1, get(1, 1) + 1);
    int32_t sum = get(0, 1) + get(2, 2) + get(2, 1);
    set(1, 1, 7);
    store(0, 0, sum + get(2, 1));
}

static long partner(enum partner_kind kind, unsigned thread, unsigned turn) {
    return partner_find(&recording, 3, &(struct partner_question){kind, thread, turn});
}

static void partners_share_words(void **state) {
    (void)state;
    record_program(&(struct program_case){shares_words, 3, 1}, 1);
    assert_int_equal(partner(PARTNER_WRITER, 0, 1), 1);
    assert_int_equal(partner(PARTNER_WRITER, 0, 2), -1);
    assert_int_equal(partner(PARTNER_WRITER, 1, 1), -1); // it reads only its own
    assert_int_equal(partner(PARTNER_WRITER, 2, 1), 1);
    assert_int_equal(partner(PARTNER_WRITER, 2, 2), 1);
    assert_int_equal(partner(PARTNER_READER, 1, 1), 2); // the last of two
    assert_int_equal(partner(PARTNER_READER, 1, 2), -1);
    assert_int_equal(partner(PARTNER_READER, 2, 1), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(sources_make_a_value, close_flow),
        cmocka_unit_test_teardown(words_are_followed, close_flow),
        cmocka_unit_test_teardown(sums_are_of_the_input, close_flow),
        cmocka_unit_test_teardown(lanes_give_values, close_flow),
        cmocka_unit_test_teardown(several_workers_are_refused, close_flow),
        cmocka_unit_test_teardown(partners_share_words, free_recording),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
