// The order between operations of streams, and which accesses to a word race: question by question.
#include "cmocka_all.h"

#include "sim/race/stream_words.h"

static uint32_t a, b, blocking, word;
static struct stream_clock moment;

static int begin(void **state) {
    (void)state;
    stream_order_begin_case();
    stream_words_begin_case();
    a = stream_order_add(false);
    b = stream_order_add(false);
    blocking = stream_order_add(true);
    word = 0;
    return 0;
}

static int end(void **state) {
    (void)state;
    stream_order_clear(&moment);
    return 0;
}

static uint32_t issue(uint32_t stream) {
    return stream_order_issue(stream, "kernel", TOPIC_NONE, 1);
}

// Does an operation of `stream` that begins now come after `earlier`?
static bool after(uint32_t earlier, uint32_t stream) {
    const struct operation operation = *stream_order_operation(earlier);
    issue(stream);
    return stream_order_before(&operation, stream);
}

// Does an access by a new operation of the stream race?
static bool races(uint32_t stream, enum access_kind kind, unsigned mask) {
    return stream_words_access(&word, issue(stream), kind, mask).operation != 0;
}

static void one_stream_is_ordered(void **state) {
    (void)state;
    assert_true(after(issue(a), a));
    assert_false(after(issue(a), b));
    assert_false(after(issue(b), a));
}

static void an_event_orders_what_came_before(void **state) {
    (void)state;
    uint32_t before = issue(a);
    stream_order_record(&moment, a);
    uint32_t afterwards = issue(a);
    stream_order_wait(b, &moment);
    assert_true(after(before, b));
    assert_false(after(afterwards, b));
    assert_false(after(before, blocking));
}

static void order_is_passed_on(void **state) {
    (void)state;
    uint32_t first = issue(a);
    stream_order_record(&moment, a);
    stream_order_wait(b, &moment);
    stream_order_record(&moment, b);
    stream_order_wait(blocking, &moment);
    assert_true(after(first, blocking));
}

static void the_legacy_stream_and_the_others(void **state) {
    (void)state;
    uint32_t in_blocking = issue(blocking), in_a = issue(a);
    assert_true(after(in_blocking, STREAM_LEGACY));
    assert_false(after(in_a, STREAM_LEGACY));
    uint32_t in_legacy = issue(STREAM_LEGACY);
    assert_true(after(in_legacy, blocking));
    assert_true(after(in_legacy, STREAM_PER_THREAD));
    assert_false(after(in_legacy, a));
    assert_true(after(in_blocking, STREAM_PER_THREAD)); // through the legacy stream
}

static void the_host_waits(void **state) {
    (void)state;
    uint32_t first = issue(a);
    stream_order_record(&moment, a);
    assert_false(stream_order_host_has(&moment));
    struct operation operation = *stream_order_operation(first), late = *stream_order_operation(issue(a));
    stream_order_host_wait(&moment);
    assert_true(stream_order_host_has(&moment));
    assert_true(stream_order_before_host(&operation));
    assert_false(stream_order_before_host(&late));
    assert_true(after(first, b));
    assert_false(stream_order_host_has_stream(a));
    stream_order_host_wait_stream(a);
    assert_true(stream_order_host_has_stream(a));
    stream_order_host_wait_all();
    assert_null(stream_order_operation(first));
}

// A stream that was given nothing has nothing to wait for.
static void the_host_waits_for_the_legacy_stream(void **state) {
    (void)state;
    const struct operation in_legacy = *stream_order_operation(issue(STREAM_LEGACY));
    assert_true(stream_order_host_has_stream(blocking));
    stream_order_host_wait_stream(blocking);
    stream_order_host_wait_stream(STREAM_PER_THREAD);
    assert_false(stream_order_before_host(&in_legacy));
    const struct operation after_it = *stream_order_operation(issue(blocking));
    stream_order_host_wait_stream(STREAM_LEGACY);
    assert_true(stream_order_before_host(&in_legacy));
    assert_true(stream_order_before_host(&after_it));
    const struct operation again = *stream_order_operation(issue(STREAM_LEGACY));
    stream_order_record(&moment, a);
    stream_order_wait(blocking, &moment);
    stream_order_host_wait_stream(blocking);
    assert_false(stream_order_before_host(&again)); // a wait is no operation
    issue(blocking);
    stream_order_host_wait_stream(blocking);
    assert_true(stream_order_before_host(&again));
}

static void only_conflicts_race(void **state) {
    (void)state;
    assert_false(races(a, ACCESS_READ, 15));
    assert_false(races(b, ACCESS_READ, 15));
    assert_true(races(b, ACCESS_WRITE, 15));
    word = 0;
    assert_false(races(a, ACCESS_ATOMIC, 15));
    assert_false(races(b, ACCESS_ATOMIC, 15));
    assert_false(races(a, ACCESS_STRONG_READ, 15));
    assert_true(races(a, ACCESS_READ, 15));
    word = 0;
    assert_false(races(a, ACCESS_STRONG_WRITE, 15));
    assert_true(races(b, ACCESS_STRONG_WRITE, 15));
    word = 0;
    assert_false(races(a, ACCESS_BLOCK_ATOMIC, 15));
    assert_true(races(b, ACCESS_ATOMIC, 15));
}

static void bytes_of_a_word(void **state) {
    (void)state;
    assert_false(races(a, ACCESS_WRITE, 3));
    assert_false(races(b, ACCESS_WRITE, 12));
    assert_true(races(b, ACCESS_READ, 2));
    assert_true(races(a, ACCESS_WRITE, 15));
}

// A later access in the same stream replaces an earlier one only if it conflicts with as much.
static void earlier_accesses_stay_known(void **state) {
    (void)state;
    assert_false(races(a, ACCESS_WRITE, 15));
    assert_false(races(a, ACCESS_READ, 15));
    assert_true(races(b, ACCESS_READ, 15));
    word = 0;
    assert_false(races(a, ACCESS_WRITE, 15));
    assert_false(races(a, ACCESS_WRITE, 3));
    assert_true(races(b, ACCESS_READ, 8));
}

static void nothing_races_with_what_the_host_waited_for(void **state) {
    (void)state;
    assert_false(races(a, ACCESS_WRITE, 15));
    assert_int_not_equal(stream_words_host(word, ACCESS_READ, 15).operation, 0);
    assert_int_equal(stream_words_host(word, ACCESS_READ, 0).operation, 0);
    stream_order_host_wait_stream(a);
    assert_int_equal(stream_words_host(word, ACCESS_WRITE, 15).operation, 0);
    assert_false(races(b, ACCESS_WRITE, 15));
}

// Words with the same accesses share a number, whatever their order was.
static void equal_sets_are_one(void **state) {
    (void)state;
    uint32_t other = 0, first = issue(a);
    stream_words_access(&word, first, ACCESS_READ, 15);
    stream_words_access(&word, first, ACCESS_ATOMIC, 15);
    stream_words_access(&other, first, ACCESS_ATOMIC, 15);
    stream_words_access(&other, first, ACCESS_READ, 15);
    assert_int_equal(word, other);
    stream_words_access(&other, first, ACCESS_READ, 15);
    assert_int_equal(word, other);
    stream_words_access(&word, first, ACCESS_WRITE, 15);
    stream_words_access(&other, first, ACCESS_WRITE, 15);
    assert_int_equal(word, other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_stream_is_ordered, begin, end),
        cmocka_unit_test_setup_teardown(an_event_orders_what_came_before, begin, end),
        cmocka_unit_test_setup_teardown(order_is_passed_on, begin, end),
        cmocka_unit_test_setup_teardown(the_legacy_stream_and_the_others, begin, end),
        cmocka_unit_test_setup_teardown(the_host_waits, begin, end),
        cmocka_unit_test_setup_teardown(the_host_waits_for_the_legacy_stream, begin, end),
        cmocka_unit_test_setup_teardown(only_conflicts_race, begin, end),
        cmocka_unit_test_setup_teardown(bytes_of_a_word, begin, end),
        cmocka_unit_test_setup_teardown(earlier_accesses_stay_known, begin, end),
        cmocka_unit_test_setup_teardown(nothing_races_with_what_the_host_waited_for, begin, end),
        cmocka_unit_test_setup_teardown(equal_sets_are_one, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
