// Finding the fewest pieces that pass (cli/trials.h).
#include "cmocka_all.h"

#include "trials.h"

enum { MANY = 100 };

// What is tried: sets of pieces, as bits.
struct tried {
    const unsigned *passing; // these sets pass, up to 0
    unsigned sets[MANY];
    size_t count;
};

static bool passes(void *context, unsigned set) {
    struct tried *tried = context;
    assert_true(tried->count < MANY);
    tried->sets[tried->count++] = set;
    for (const unsigned *passing = tried->passing; *passing != 0; passing++) {
        if (*passing == set) {
            return true;
        }
    }
    return false;
}

static struct trials trials_of(struct tried *tried, int left) {
    return (struct trials){.passes = passes, .context = tried, .left = left};
}

static const unsigned singles[] = {1, 2, 4, 8, 16, 32, 64, 128};

// Of `count` pieces, number 0 first: what is left of them?
static unsigned left_of(size_t count, const unsigned *passing, struct tried *tried, bool *need_all) {
    *tried = (struct tried){.passing = passing};
    struct trials trials = trials_of(tried, MANY);
    unsigned set = (1u << count) - 1;
    trials_note(&trials, set, true);
    set = trials_leave_out(&trials, set, singles, count);
    set = trials_alone(&trials, set, singles, count);
    *need_all = trials_need_all(&trials, set);
    assert_int_equal(trials.left, MANY - (int)tried->count);
    return set;
}

static void test_known_sets(void **state) {
    (void)state;
    static const unsigned passing[] = {5, 0};
    struct tried tried = {.passing = passing};
    struct trials trials = trials_of(&tried, 2);
    for (int again = 0; again < 2; again++) { // each set is tried once
        assert_true(trials_pass(&trials, 5));
        assert_false(trials_pass(&trials, 4));
        assert_int_equal(tried.count, 2);
    }
    assert_int_equal(trials.left, 0);
    assert_false(trials_pass(&trials, 6)); // none is left
    assert_int_equal(tried.count, 2);
    assert_true(trials_pass(&trials, 5)); // but this is known
}

static void test_rest(void **state) {
    (void)state;
    static const struct {
        size_t count;
        unsigned passing[8], rest;
        bool need_all;
    } rows[] = {
        {1, {1}, 1, true},
        {2, {3}, 3, true},       // both are needed
        {2, {3, 2}, 2, true},    // only the last one is
        {2, {3, 1}, 1, true},    // only the first one is
        {2, {3, 1, 2}, 2, true}, // either would do: the last one
        {3, {7, 4}, 4, true},
        {3, {7, 5}, 5, true}, // two of three
        {3, {7, 3}, 3, true}, // without the last one
        {3, {7, 1}, 1, true}, // a single one, although no two pass
        {3, {7}, 7, true},    // all
        {4, {15, 14, 6, 2}, 2, true},
        {4, {15, 13, 12}, 12, true}, // the first one may be left out only once the second one is
        {6, {63, 62, 60, 56, 48}, 48, true},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct tried tried;
        bool need_all;
        const unsigned rest = left_of(rows[i].count, rows[i].passing, &tried, &need_all);
        if (rest != rows[i].rest || need_all != rows[i].need_all) {
            fail_msg("row %zu: pieces %#x are left, %s", i, rest,
                     need_all ? "all needed" : "some not needed");
        }
        for (size_t k = 0; k < tried.count; k++) { // never nothing, and never a set twice
            assert_int_not_equal(tried.sets[k], 0);
            for (size_t l = 0; l < k; l++) {
                assert_int_not_equal(tried.sets[k], tried.sets[l]);
            }
        }
    }
}

// Groups stay together, and are left out in the order that is given; of those that pass alone, it is the last one.
static void test_groups(void **state) {
    (void)state;
    static const unsigned groups[] = {5, 2, 10}, passing[] = {2, 5, 8, 10, 13, 0};
    struct tried tried = {.passing = passing};
    struct trials trials = trials_of(&tried, MANY);
    assert_int_equal(trials_leave_out(&trials, 15, groups, 3), 8);
    assert_int_equal(tried.count, 2); // 10, 8
    assert_int_equal(trials_alone(&trials, 7, groups, 2), 2);
    assert_int_equal(trials_alone(&trials, 13, groups, 2), 5);
    assert_int_equal(trials_alone(&trials, 6, groups, 1), 6); // 4 fails
}

// Where no trial is left, the pieces that may not be needed stay, and nothing says that they are.
static void test_too_few_trials(void **state) {
    (void)state;
    static const unsigned passing[] = {7, 1, 0};
    struct tried tried = {.passing = passing};
    struct trials trials = trials_of(&tried, 2);
    assert_int_equal(trials_leave_out(&trials, 7, singles, 3), 7);
    assert_false(trials_need_all(&trials, 7));
    assert_int_equal(tried.count, 2);
    assert_true(trials_need_all(&trials, 1)); // without a single piece, the case fails
}

// A smaller set that is known to pass makes the larger one uncertain.
static void test_need(void **state) {
    (void)state;
    struct trials trials = {.left = 0};
    trials_note(&trials, 1, false);
    assert_false(trials_need_all(&trials, 3)); // of 2 nothing is known
    trials_note(&trials, 2, true);
    assert_false(trials_need_all(&trials, 3));
    trials.done_count = 1;
    trials_note(&trials, 2, false);
    assert_true(trials_need_all(&trials, 3));
}

// Halves of halves, the last ones first, until neither passes.
static void test_halves(void **state) {
    (void)state;
    static const unsigned groups[] = {128, 64, 32, 16, 8, 4, 2, 1};
    static const struct {
        unsigned passing[4], rest;
        size_t count, trials;
    } rows[] = {
        {{0x0f, 0x03, 0x01}, 0x01, 8, 3}, // the last one
        {{0xf0, 0xc0, 0x80}, 0x80, 8, 6}, // the first one
        {{0x0f}, 0x0f, 8, 3},             // in both halves
        {{0}, 0xff, 8, 2},
        {{0x80}, 0x80, 1, 0},
        {{0x60, 0x40}, 0x40, 3, 3}, // an odd number: the first one, and the other two
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct tried tried = {.passing = rows[i].passing};
        struct trials trials = trials_of(&tried, MANY);
        const unsigned all = 0xff & ~(0xffu >> rows[i].count);
        trials_note(&trials, all, true);
        assert_int_equal(trials_halve(&trials, all, groups, 8), rows[i].rest);
        assert_int_equal(tried.count, rows[i].trials);
    }
    struct tried tried = {.passing = rows[0].passing};
    struct trials trials = trials_of(&tried, 1);
    assert_int_equal(trials_halve(&trials, 0xff, groups, 8), 0x0f); // no more trials
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_sets),     cmocka_unit_test(test_rest), cmocka_unit_test(test_groups),
        cmocka_unit_test(test_too_few_trials), cmocka_unit_test(test_need), cmocka_unit_test(test_halves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
