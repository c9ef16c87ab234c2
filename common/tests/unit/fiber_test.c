// Fibers: each keeps its own stack, continues where it left off, and starts again after a restart.
#include "cmocka_all.h"

#include <fenv.h>
#include <string.h>

#include "sim/schedule/fiber.h"
#include "sim/base/limits.h"

enum { COUNT = 64, ROUNDS = 5 };

static struct fiber_pool pool;
static struct fiber scheduler;
static unsigned current;
static int trace[COUNT * ROUNDS], traced;

// In each round, fills a local array with its own value, leaves, and checks that the value is still there.
static void count_rounds(void *argument) {
    assert_ptr_equal(argument, &pool);
    unsigned self = current;
    unsigned char local[512];
    for (int round = 0;; round++) {
        memset(local, (int)(self + (unsigned)round), sizeof(local));
        trace[traced++] = (int)(self * 100) + round;
        fiber_switch(&pool.fibers[self], &scheduler);
        for (size_t i = 0; i < sizeof(local); i++) {
            assert_int_equal(local[i], (unsigned char)(self + (unsigned)round));
        }
        assert_int_equal(current, self);
    }
}

static void run(unsigned index) {
    current = index;
    fiber_switch(&scheduler, &pool.fibers[index]);
}

static int open_pool(void **state) {
    (void)state;
    fiber_settle_flags();
    pool = (struct fiber_pool){.entry = count_rounds, .argument = &pool};
    traced = 0;
    return fiber_pool_grow(&pool, COUNT);
}

static int close_pool(void **state) {
    (void)state;
    fiber_pool_free(&pool);
    return 0;
}

static void go_on_where_they_left(void **state) {
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < COUNT; i++) {
            run(i);
        }
    }
    for (int at = 0; at < COUNT * ROUNDS; at++) {
        assert_int_equal(trace[at], at % COUNT * 100 + at / COUNT);
    }
}

static void restart_forgets(void **state) {
    (void)state;
    run(3);
    run(3);
    fiber_pool_restart(&pool, COUNT);
    run(3);
    assert_int_equal(trace[1], 301);
    assert_int_equal(trace[2], 300);
}

static void stacks_do_not_meet(void **state) {
    (void)state;
    for (unsigned i = 0; i + 1 < COUNT; i++) {
        uintptr_t end = fiber_stack(&pool, i) + STACK_BYTES;
        assert_true(end <= fiber_stack(&pool, i + 1));
        assert_int_equal(fiber_guard(&pool, fiber_stack(&pool, i) - 1), i);
        assert_int_equal(fiber_guard(&pool, fiber_stack(&pool, i)), -1);
        assert_int_equal(fiber_guard(&pool, end - 1), -1);
    }
}

// A fiber switches directly to another one, as the lanes of a warp do.
static void hand_over(void *argument) {
    (void)argument;
    for (;;) {
        unsigned self = current;
        trace[traced++] = (int)self;
        if (self + 1 < COUNT) {
            current = self + 1;
            fiber_switch(&pool.fibers[self], &pool.fibers[self + 1]);
        } else {
            fiber_switch(&pool.fibers[self], &scheduler);
        }
    }
}

static void chain(void **state) {
    (void)state;
    fiber_pool_free(&pool);
    pool.entry = hand_over;
    assert_int_equal(fiber_pool_grow(&pool, COUNT), 0);
    run(0);
    assert_int_equal(traced, COUNT);
    run(0);
    assert_int_equal(traced, 2 * COUNT);
    assert_int_equal(trace[2 * COUNT - 1], COUNT - 1);
}

// The next launch has larger blocks, for whose stacks there were no addresses yet.
static void a_larger_pool_starts_again(void **state) {
    (void)state;
    fiber_pool_free(&pool);
    assert_int_equal(fiber_pool_grow(&pool, 2), 0);
    assert_int_equal(pool.capacity, 2);
    run(1);
    assert_int_equal(fiber_pool_grow(&pool, 3), 0);
    assert_int_equal(pool.count, 3);
    run(1);
    run(2);
    assert_int_equal(trace[1], 100);
    assert_int_equal(trace[2], 200);
    assert_int_equal(fiber_guard(&pool, fiber_stack(&pool, 2) - 1), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(go_on_where_they_left, open_pool, close_pool),
        cmocka_unit_test_setup_teardown(restart_forgets, open_pool, close_pool),
        cmocka_unit_test_setup_teardown(stacks_do_not_meet, open_pool, close_pool),
        cmocka_unit_test_setup_teardown(chain, open_pool, close_pool),
        cmocka_unit_test_setup_teardown(a_larger_pool_starts_again, open_pool, close_pool),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
