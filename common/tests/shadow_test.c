// The race rule, question by question: same thread, barrier, warp barrier, other block, other launch, atomics.
#include "cmocka_all.h"

#include "sim/shadow.h"

enum { BLOCK = 7, OTHER_BLOCK = 8 };

static struct shadow_cell cell;
static struct access_record suspects[SUSPECTS_MAX];
#define earlier suspects[0]

static int clear(void **state) {
    (void)state;
    cell = (struct shadow_cell){0};
    return 0;
}

// A thread of block BLOCK at this tick, in a launch of the blocks 5 to 14, with no barrier yet.
static struct accessor at(unsigned thread, uint32_t tick) {
    return (struct accessor){.serial = BLOCK, .barrier_tick = 1, .tick = tick, .pc = 100 + thread,
                             .thread = (uint16_t)thread, .first_serial = 5, .serial_count = 10};
}

static bool reads(struct accessor who) {
    return shadow_read(&cell, &who, ACCESS_READ, suspects) > 0;
}

static bool writes(struct accessor who) {
    return shadow_write(&cell, &who, ACCESS_WRITE, suspects) > 0;
}

static bool updates(struct accessor who) {
    return shadow_write(&cell, &who, ACCESS_ATOMIC, suspects) > 0;
}

static void own_accesses_never_race(void **state) {
    (void)state;
    assert_false(writes(at(3, 1)));
    assert_false(reads(at(3, 1)));
    assert_false(writes(at(3, 1)));
}

static void reads_never_race(void **state) {
    (void)state;
    for (unsigned thread = 0; thread < 100; thread++) {
        assert_false(reads(at(thread, 1)));
    }
}

static void read_after_write(void **state) {
    (void)state;
    assert_false(writes(at(40, 1)));
    assert_true(reads(at(3, 1)));
    assert_int_equal(earlier.thread, 40);
    assert_int_equal(earlier.kind, ACCESS_WRITE);
    assert_int_equal(earlier.pc, 140);
}

static void write_after_read(void **state) {
    (void)state;
    assert_false(reads(at(3, 1)));
    assert_true(writes(at(40, 1)));
    assert_int_equal(earlier.thread, 3);
    assert_int_equal(earlier.kind, ACCESS_READ);
}

static void write_after_write(void **state) {
    (void)state;
    assert_false(writes(at(3, 1)));
    assert_true(writes(at(40, 1)));
    assert_int_equal(earlier.thread, 3);
}

// Who writes has read before: the other reader is the one to tell of, in either order.
static void other_reader_is_found(void **state) {
    (void)state;
    assert_false(reads(at(3, 1)));
    assert_false(reads(at(40, 1)));
    assert_true(writes(at(40, 1)));
    assert_int_equal(earlier.thread, 3);
    clear(NULL);
    assert_false(reads(at(40, 1)));
    assert_false(reads(at(3, 1)));
    assert_true(writes(at(40, 1)));
    assert_int_equal(earlier.thread, 3);
    clear(NULL); // and within one warp, with the writer as the last reader
    assert_false(reads(at(3, 1)));
    assert_false(reads(at(4, 1)));
    assert_true(writes(at(4, 1)));
    assert_int_equal(earlier.thread, 3);
}

static void barrier_orders(void **state) {
    (void)state;
    struct accessor later = at(40, 2);
    later.barrier_tick = 2;
    assert_false(reads(at(3, 1)));
    assert_false(writes(at(3, 1)));
    assert_false(reads(later));
    assert_false(writes(later));
    later.thread = 41; // but only what is before it
    assert_true(writes(later));
}

static void warp_barrier_orders_its_warp_alone(void **state) {
    (void)state;
    struct accessor mate = at(4, 2), stranger = at(40, 2);
    mate.full_tick = stranger.full_tick = 2;
    assert_false(writes(at(3, 1)));
    assert_false(reads(mate));
    assert_true(reads(stranger));
    clear(NULL);
    assert_false(reads(at(3, 1)));
    assert_false(reads(at(5, 1)));
    assert_false(writes(mate));
    struct accessor after = at(5, 2); // two accesses behind the same barrier are not ordered by it
    after.full_tick = 2;
    assert_true(reads(after));
}

static void partial_warp_barrier_orders_its_lanes(void **state) {
    (void)state;
    uint32_t known[32] = {[3] = 2};
    struct accessor mate = at(4, 2);
    mate.known = known;
    assert_false(writes(at(3, 1)));
    assert_false(reads(mate));
    clear(NULL);
    assert_false(writes(at(9, 1)));
    assert_true(reads(mate));
    clear(NULL); // of two readers, the one that has not met the writer
    assert_false(reads(at(3, 1)));
    assert_false(reads(at(9, 1)));
    assert_true(writes(mate));
    assert_int_equal(earlier.thread, 9);
}

static void blocks_are_not_ordered(void **state) {
    (void)state;
    struct accessor other = at(3, 9);
    other.serial = OTHER_BLOCK;
    other.barrier_tick = 9;
    assert_false(writes(at(3, 1)));
    assert_true(reads(other));
    assert_int_equal(earlier.serial, BLOCK);
    clear(NULL);
    assert_false(reads(at(3, 1)));
    assert_true(writes(other));
}

static void launches_are_ordered(void **state) {
    (void)state;
    struct accessor next_launch = at(3, 1);
    next_launch.serial = next_launch.first_serial = 15;
    assert_false(writes(at(3, 1)));
    assert_false(reads(next_launch));
    assert_false(writes(next_launch));
}

// Shared memory: what an earlier block on the same memory did is nobody's business, in whatever order blocks run.
static void shared_memory_knows_one_block(void **state) {
    (void)state;
    struct accessor mine = at(3, 1);
    mine.first_serial = mine.serial;
    mine.serial_count = 1;
    for (int step = -1; step <= 1; step += 2) {
        struct accessor other = at(40, 1);
        other.serial = other.first_serial = (uint32_t)(BLOCK + step);
        other.serial_count = 1;
        clear(NULL);
        assert_false(writes(other));
        assert_false(reads(mine));
        assert_false(writes(mine));
    }
}

static void atomics_race_with_plain_accesses_only(void **state) {
    (void)state;
    assert_false(updates(at(3, 1)));
    assert_false(updates(at(40, 1)));
    assert_true(reads(at(41, 1)));
    clear(NULL);
    assert_false(updates(at(3, 1)));
    assert_true(writes(at(40, 1)));
    clear(NULL);
    assert_false(writes(at(3, 1)));
    assert_true(updates(at(40, 1)));
    clear(NULL);
    assert_false(reads(at(3, 1)));
    assert_true(updates(at(40, 1)));
}

static void unused_until_read(void **state) {
    (void)state;
    writes(at(3, 1));
    assert_true(cell.unused);
    reads(at(3, 1));
    assert_false(cell.unused);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(own_accesses_never_race, clear),
        cmocka_unit_test_setup(reads_never_race, clear),
        cmocka_unit_test_setup(read_after_write, clear),
        cmocka_unit_test_setup(write_after_read, clear),
        cmocka_unit_test_setup(write_after_write, clear),
        cmocka_unit_test_setup(other_reader_is_found, clear),
        cmocka_unit_test_setup(barrier_orders, clear),
        cmocka_unit_test_setup(warp_barrier_orders_its_warp_alone, clear),
        cmocka_unit_test_setup(partial_warp_barrier_orders_its_lanes, clear),
        cmocka_unit_test_setup(blocks_are_not_ordered, clear),
        cmocka_unit_test_setup(launches_are_ordered, clear),
        cmocka_unit_test_setup(shared_memory_knows_one_block, clear),
        cmocka_unit_test_setup(atomics_race_with_plain_accesses_only, clear),
        cmocka_unit_test_setup(unused_until_read, clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
