// Which accesses of other blocks are ordered before what a thread does: fence, flag written, flag read.
// Blocks of two workers take turns here in ways that a run shows only now and then.
#include "cmocka_all.h"

#include <string.h>

#include "sim/race/happens_before.h"

enum { FLAG = 4096, OTHER_FLAG = 8192, THREADS = 64 };

static struct worker a, b, c;

static void begin(struct worker *worker, uint32_t serial) {
    memset(worker, 0, sizeof(*worker));
    worker->thread_count = THREADS;
    worker->serial = serial;
    worker->who = (struct accessor){.serial = serial, .barrier_tick = 1, .tick = 1};
    worker->warps[0].tick = worker->warps[1].tick = 1;
    order_begin_block(worker);
}

static int begin_all(void **state) {
    (void)state;
    begin(&a, 1);
    begin(&b, 2);
    begin(&c, 3);
    return 0;
}

// A launch's end forgets what its blocks have handed on; the workers, which otherwise live as long as the
// process, end.
static int end_all(void **state) {
    (void)state;
    order_end_worker(&a);
    order_end_worker(&b);
    order_end_worker(&c);
    order_begin_launch();
    return 0;
}

static struct access_record write_of(const struct worker *worker) {
    return (struct access_record){
        .serial = worker->serial, .tick = worker->who.tick, .thread = (uint16_t)worker->current};
}

static void publish(struct worker *worker, uintptr_t flag) {
    order_fence(worker, ORDER_RELEASE);
    order_strong(worker, flag, ACCESS_STRONG_WRITE);
}

static void look(struct worker *worker, uintptr_t flag) {
    order_strong(worker, flag, ACCESS_STRONG_READ);
    order_fence(worker, ORDER_ACQUIRE);
}

static void what_is_published_and_seen_is_known(void **state) {
    (void)state;
    struct access_record write = write_of(&a);
    publish(&a, FLAG);
    assert_false(order_knows(&b, &write));
    look(&b, FLAG);
    assert_true(order_knows(&b, &write));
    assert_false(order_knows(&c, &write));
}

static void without_a_fence_nothing_is_known(void **state) {
    (void)state;
    struct access_record write = write_of(&a);
    order_strong(&a, FLAG, ACCESS_STRONG_WRITE);
    look(&b, FLAG);
    assert_false(order_knows(&b, &write));
}

static void what_comes_after_the_fence_is_not_known(void **state) {
    (void)state;
    order_fence(&a, ORDER_BOTH);
    struct access_record write = write_of(&a);
    order_strong(&a, FLAG, ACCESS_STRONG_WRITE);
    look(&b, FLAG);
    assert_false(order_knows(&b, &write));
}

static void a_look_that_comes_too_early_says_nothing(void **state) {
    (void)state;
    publish(&a, OTHER_FLAG);
    look(&b, OTHER_FLAG);
    struct access_record write = write_of(&a);
    look(&b, FLAG);
    look(&b, OTHER_FLAG); // the look at FLAG is over
    publish(&a, FLAG);
    assert_false(order_knows(&b, &write));
    look(&b, FLAG);
    assert_true(order_knows(&b, &write));
}

static void a_second_release_does_not_count_for_who_saw_the_first(void **state) {
    (void)state;
    publish(&a, FLAG);
    look(&b, FLAG);
    look(&b, OTHER_FLAG);
    struct access_record write = write_of(&a);
    publish(&a, FLAG);
    assert_false(order_knows(&b, &write));
    look(&c, FLAG);
    assert_true(order_knows(&c, &write));
}

static void what_is_known_is_passed_on(void **state) {
    (void)state;
    struct access_record write = write_of(&a);
    publish(&a, FLAG);
    look(&b, FLAG);
    publish(&b, OTHER_FLAG);
    b.serial = b.who.serial = 4; // its block has ended
    order_begin_block(&b);
    look(&c, OTHER_FLAG);
    assert_true(order_knows(&c, &write));
}

static void a_look_counts_once_the_reader_has_fenced(void **state) {
    (void)state;
    struct access_record write = write_of(&a);
    publish(&a, FLAG);
    order_fence(&b, ORDER_ACQUIRE); // too early
    assert_false(order_lacks_fence(&b, &write));
    order_strong(&b, FLAG, ACCESS_STRONG_READ);
    assert_false(order_knows(&b, &write));
    assert_true(order_lacks_fence(&b, &write));
    order_fence(&b, ORDER_RELEASE); // for others
    assert_false(order_knows(&b, &write));
    order_fence(&b, ORDER_ACQUIRE);
    assert_true(order_knows(&b, &write));
}

static void an_acquire_releases_nothing(void **state) {
    (void)state;
    struct access_record write = write_of(&a);
    order_fence(&a, ORDER_ACQUIRE);
    order_strong(&a, FLAG, ACCESS_STRONG_WRITE);
    look(&b, FLAG);
    assert_false(order_knows(&b, &write));
}

// Those of the same warp have to meet the reader behind its fence.
static void other_lanes_know_after_a_fence_and_a_warp_barrier(void **state) {
    (void)state;
    struct access_record write = write_of(&a);
    publish(&a, FLAG);
    order_strong(&b, FLAG, ACCESS_STRONG_READ);
    b.who.tick = b.who.full_tick = ++b.warps[0].tick; // they meet
    b.current = 7;
    assert_false(order_knows(&b, &write));
    b.current = 0;
    order_fence(&b, ORDER_ACQUIRE);
    b.current = 7;
    assert_false(order_knows(&b, &write));
    b.who.tick = b.who.full_tick = ++b.warps[0].tick;
    assert_true(order_knows(&b, &write));
    b.current = 40;
    assert_false(order_knows(&b, &write));
}

static void other_threads_know_after_a_barrier(void **state) {
    (void)state;
    struct access_record write = write_of(&a);
    publish(&a, FLAG);
    order_strong(&b, FLAG, ACCESS_STRONG_READ);
    b.current = 40;
    assert_false(order_knows(&b, &write));
    b.who.tick = b.who.barrier_tick = 2;
    assert_true(order_knows(&b, &write));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin_all, end_all)
    const struct CMUnitTest tests[] = {
        TEST(what_is_published_and_seen_is_known),
        TEST(without_a_fence_nothing_is_known),
        TEST(what_comes_after_the_fence_is_not_known),
        TEST(a_look_that_comes_too_early_says_nothing),
        TEST(a_second_release_does_not_count_for_who_saw_the_first),
        TEST(what_is_known_is_passed_on),
        TEST(a_look_counts_once_the_reader_has_fenced),
        TEST(an_acquire_releases_nothing),
        TEST(other_lanes_know_after_a_fence_and_a_warp_barrier),
        TEST(other_threads_know_after_a_barrier),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
