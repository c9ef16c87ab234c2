// Which accesses of other blocks are ordered before a thread's own: fence, flag written, flag read. Here the
// blocks of two workers alternate in ways that rarely occur in a run.
#include "cmocka_all.h"

#include "sim/race/happens_before.h"
#include "sim/race/releases.h"

enum { FLAG = 4096, OTHER_FLAG = 8192, THREADS = 64 };

// A running block and its running thread.
struct block {
    struct happens_before order;
    struct accessor who;
};
static struct block a, b, c;

static void begin(struct block *block, uint32_t block_id) {
    *block = (struct block){.who = {.block_id = block_id, .barrier_epoch = 1, .epoch = 1}};
    happens_before_begin_block(&block->order, THREADS);
}

static void fence(struct block *block, enum fence_kind kind) {
    block->who.epoch++;
    happens_before_fence(&block->order, &block->who, kind);
}

static uint32_t last_write; // its number

static void strong(struct block *block, uintptr_t flag, enum access_kind kind) {
    happens_before_strong(&block->order, &block->who, flag, kind);
    if (access_reads(kind) || kind == ACCESS_ATOMIC) {
        happens_before_read(&block->order, &block->who, flag, 0, false);
    }
    if (!access_reads(kind)) {
        last_write = happens_before_count_write();
    }
}

static bool knows(struct block *block, const struct access_record *earlier) {
    return happens_before_knows(&block->order, &block->who, earlier);
}

static bool lacks_fence(struct block *block, const struct access_record *earlier) {
    return happens_before_missing(&block->order, &block->who, earlier) == NO_FENCE;
}

static int begin_all(void **state) {
    (void)state;
    begin(&a, 1);
    begin(&b, 2);
    begin(&c, 3);
    return 0;
}

// Ends the launch, which discards what its blocks have published, and frees the workers' own memory.
static int end_all(void **state) {
    (void)state;
    happens_before_close(&a.order);
    happens_before_close(&b.order);
    happens_before_close(&c.order);
    happens_before_begin_launch();
    return 0;
}

static struct access_record write_of(const struct block *block) {
    return (struct access_record){
        .block_id = block->who.block_id, .epoch = block->who.epoch, .thread = block->who.thread};
}

static void publish(struct block *block, uintptr_t flag) {
    fence(block, FENCE_RELEASE);
    strong(block, flag, ACCESS_STRONG_WRITE);
}

static void look(struct block *block, uintptr_t flag) {
    strong(block, flag, ACCESS_STRONG_READ);
    fence(block, FENCE_ACQUIRE);
}

static void what_is_published_and_seen_is_known(void **state) {
    (void)state;
    struct access_record write = write_of(&a);
    publish(&a, FLAG);
    assert_false(knows(&b, &write));
    look(&b, FLAG);
    assert_true(knows(&b, &write));
    assert_false(knows(&c, &write));
}

static void without_a_fence_nothing_is_known(void **state) {
    (void)state;
    struct access_record write = write_of(&a);
    strong(&a, FLAG, ACCESS_STRONG_WRITE);
    look(&b, FLAG);
    assert_false(knows(&b, &write));
}

static void what_comes_after_the_fence_is_not_known(void **state) {
    (void)state;
    fence(&a, FENCE_BOTH);
    struct access_record write = write_of(&a);
    strong(&a, FLAG, ACCESS_STRONG_WRITE);
    look(&b, FLAG);
    assert_false(knows(&b, &write));
}

static void a_look_that_comes_too_early_says_nothing(void **state) {
    (void)state;
    publish(&a, OTHER_FLAG);
    look(&b, OTHER_FLAG);
    struct access_record write = write_of(&a);
    look(&b, FLAG);
    look(&b, OTHER_FLAG); // the read of FLAG is settled
    publish(&a, FLAG);
    assert_false(knows(&b, &write));
    look(&b, FLAG);
    assert_true(knows(&b, &write));
}

static void a_second_release_does_not_count_for_who_saw_the_first(void **state) {
    (void)state;
    publish(&a, FLAG);
    look(&b, FLAG);
    look(&b, OTHER_FLAG);
    struct access_record write = write_of(&a);
    publish(&a, FLAG);
    assert_false(knows(&b, &write));
    look(&c, FLAG);
    assert_true(knows(&c, &write));
}

// Reads the value before the write of this number.
static void look_before(struct block *block, uintptr_t flag, uint32_t number) {
    happens_before_strong(&block->order, &block->who, flag, ACCESS_STRONG_READ);
    happens_before_read(&block->order, &block->who, flag, number, false);
    fence(block, FENCE_ACQUIRE);
}

static void an_older_value_acquires_only_what_was_released_before(void **state) {
    (void)state;
    for (int i = 0; i < 20; i++) {
        publish(&a, FLAG); // only the last releases are kept
    }
    struct access_record writes[STRONG_WRITES_KEPT];
    uint32_t numbers[STRONG_WRITES_KEPT];
    for (int i = 0; i < STRONG_WRITES_KEPT; i++) {
        writes[i] = write_of(&a);
        publish(&a, FLAG);
        numbers[i] = last_write;
        strong(&a, OTHER_FLAG, ACCESS_STRONG_WRITE);
    }
    for (int missed = 0; missed < STRONG_WRITES_KEPT; missed++) {
        look_before(&b, FLAG, numbers[missed]);
        for (int i = 0; i < STRONG_WRITES_KEPT; i++) {
            assert_int_equal(knows(&b, &writes[i]), i < missed);
        }
    }
    look(&b, FLAG);
    assert_true(knows(&b, &writes[STRONG_WRITES_KEPT - 1]));
}

static void what_is_known_is_passed_on(void **state) {
    (void)state;
    struct access_record write = write_of(&a);
    publish(&a, FLAG);
    look(&b, FLAG);
    publish(&b, OTHER_FLAG);
    b.who.block_id = 4; // its block has ended
    happens_before_begin_block(&b.order, THREADS);
    look(&c, OTHER_FLAG);
    assert_true(knows(&c, &write));
}

static void a_look_counts_once_the_reader_has_fenced(void **state) {
    (void)state;
    struct access_record write = write_of(&a);
    publish(&a, FLAG);
    fence(&b, FENCE_ACQUIRE); // too early
    assert_false(lacks_fence(&b, &write));
    strong(&b, FLAG, ACCESS_STRONG_READ);
    assert_false(knows(&b, &write));
    assert_true(lacks_fence(&b, &write));
    fence(&b, FENCE_RELEASE); // for others
    assert_false(knows(&b, &write));
    fence(&b, FENCE_ACQUIRE);
    assert_true(knows(&b, &write));
}

static void an_acquire_releases_nothing(void **state) {
    (void)state;
    struct access_record write = write_of(&a);
    fence(&a, FENCE_ACQUIRE);
    strong(&a, FLAG, ACCESS_STRONG_WRITE);
    look(&b, FLAG);
    assert_false(knows(&b, &write));
}

// Lanes of the same warp must meet the reader after its fence.
static void other_lanes_know_after_a_fence_and_a_warp_barrier(void **state) {
    (void)state;
    struct access_record write = write_of(&a);
    publish(&a, FLAG);
    strong(&b, FLAG, ACCESS_STRONG_READ);
    b.who.full_epoch = ++b.who.epoch; // they meet
    b.who.thread = 7;
    assert_false(knows(&b, &write));
    b.who.thread = 0;
    fence(&b, FENCE_ACQUIRE);
    b.who.thread = 7;
    assert_false(knows(&b, &write));
    b.who.full_epoch = ++b.who.epoch;
    assert_true(knows(&b, &write));
    b.who.thread = 40;
    assert_false(knows(&b, &write));
}

static void other_threads_know_after_a_barrier(void **state) {
    (void)state;
    struct access_record write = write_of(&a);
    publish(&a, FLAG);
    strong(&b, FLAG, ACCESS_STRONG_READ);
    b.who.thread = 40;
    assert_false(knows(&b, &write));
    b.who.epoch = b.who.barrier_epoch = 2;
    assert_true(knows(&b, &write));
}

// Another thread of the block has fenced before the block's last barrier. Each release has its fence, too.
static void polling_by_an_atomic_releases_once(void **state) {
    (void)state;
    a.who.thread = 1;
    fence(&a, FENCE_RELEASE);
    a.who.thread = 0;
    a.who.barrier_epoch = ++a.who.epoch;
    for (int poll = 0; poll < 100; poll++) {
        strong(&a, FLAG, ACCESS_ATOMIC);
    }
    const struct word *word = releases_word(releases_add_word(FLAG));
    assert_int_equal(word->count, 1);
    assert_int_equal(word->releases[0].others_count, 1);
    assert_int_equal(word->releases[0].others[0].reach.thread, 1);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin_all, end_all)
    const struct CMUnitTest tests[] = {
        TEST(what_is_published_and_seen_is_known),
        TEST(without_a_fence_nothing_is_known),
        TEST(what_comes_after_the_fence_is_not_known),
        TEST(a_look_that_comes_too_early_says_nothing),
        TEST(a_second_release_does_not_count_for_who_saw_the_first),
        TEST(an_older_value_acquires_only_what_was_released_before),
        TEST(what_is_known_is_passed_on),
        TEST(a_look_counts_once_the_reader_has_fenced),
        TEST(an_acquire_releases_nothing),
        TEST(polling_by_an_atomic_releases_once),
        TEST(other_lanes_know_after_a_fence_and_a_warp_barrier),
        TEST(other_threads_know_after_a_barrier),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
