// Where a wrong sum goes wrong. The lines of these programs are their places.
#include "program_check.h"

#include "check/trace/cause.h"

// ---- Debug information that says that line and address are the same ----

struct source *source_open(const char *executable) {
    (void)executable;
    return NULL;
}

void source_close(struct source *source) {
    (void)source;
}

bool source_find(const struct source *source, uint64_t pc, struct source_place *place) {
    (void)source;
    *place = (struct source_place){.file = "program.cu", .line = (int)pc};
    return true;
}

size_t source_inlined(const struct source *source, uint64_t pc, int *lines, size_t most) {
    (void)source, (void)pc, (void)lines, (void)most;
    return 0;
}

bool source_main_file(const struct source *source, char *path, size_t size) {
    (void)source, (void)path, (void)size;
    return false;
}

// ---- The question ----

static struct finding made;

// Asks for the cause of a wrong value. false: nothing is said.
static bool ask(program *run, enum lab_kind kind, size_t n, size_t wrong) {
    struct lab_part part = {.name = "part", .kind = kind, .elements_per_block = (unsigned)n};
    record_program(&(struct program_case){run, n, kind == LAB_REDUCE ? 1 : n}, 1);
    struct cause_question question = {
        .part = &part, .recording = &recording, .stride = 1, .n = n, .wrong = wrong};
    return cause_find(&question, &made);
}

static void expect(enum diagnostic_class class_, int line, const char *message) {
    assert_int_equal(made.diagnostic.class_, class_);
    assert_int_equal(made.places[0].line, line);
    assert_string_equal(made.diagnostic.message, message);
}

// ---- Reductions ----

static int here;
#define HERE (here = __LINE__)

static void skips_an_element(size_t n) {
    for (unsigned t = 0; t < n; t++) {
        set(t, t, load(t, t));
    }
    for (unsigned t = 1; t < n; t++) {
        if (t != 2) {
            int32_t left = get(0, 0);
            set(0, 0, left + get(0, t));
        }
    }
    store(0, 0, get(0, 0));
}

static void lost_word_is_named(void **state) {
    (void)state;
    assert_true(ask(skips_an_element, LAB_REDUCE, 4, 0));
    assert_int_equal(made.diagnostic.class_, DIAGNOSTIC_LOST_ELEMENT);
    assert_string_equal(
        made.diagnostic.message,
        "s_data[2], which thread 2 of block 0 writes here, contains d_in[2], but no thread reads it");
}

static void reads_for_nothing(size_t n) {
    for (unsigned t = 0; t < n; t++) {
        set(t, t, load(t, t));
    }
    int32_t left = get(0, 0);
    get(0, 1), HERE;
    store(0, 0, left);
}

static void unused_read_is_named(void **state) {
    (void)state;
    assert_true(ask(reads_for_nothing, LAB_REDUCE, 2, 0));
    expect(DIAGNOSTIC_LOST_ELEMENT, here,
           "thread 0 of block 0 reads s_data[1] here, which contains d_in[1], but nothing that it writes "
           "contains it");
}

static void overwrites(size_t n) {
    for (unsigned t = 0; t < n; t++) {
        set(t, t / 2, load(t, t)), HERE;
    }
    int32_t left = get(0, 0);
    store(0, 0, left + get(0, 1));
}

static void overwritten_word_is_named(void **state) {
    (void)state;
    assert_true(ask(overwrites, LAB_REDUCE, 4, 0));
    expect(DIAGNOSTIC_LOST_ELEMENT, here,
           "thread 1 of block 0 overwrites s_data[0], which nothing has read: d_in[0] is lost");
    assert_int_equal(made.places[1].line, here);
}

static void never_reads_the_last(size_t n) {
    int32_t sum = 0;
    for (size_t i = 0; i + 1 < n; i++) {
        sum += load(0, i), HERE;
    }
    store(0, 0, sum);
}

static void unread_element_is_named(void **state) {
    (void)state;
    assert_true(ask(never_reads_the_last, LAB_REDUCE, 4, 0));
    expect(DIAGNOSTIC_LOST_ELEMENT, here,
           "no thread reads d_in[3]; d_in[2] is read here, by thread 0 of block 0");
}

static void reads_twice(size_t n) {
    int32_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += load(0, i);
    }
    sum += load(1, 2), HERE;
    store(0, 0, sum);
}

static void second_read_is_named(void **state) {
    (void)state;
    assert_true(ask(reads_twice, LAB_REDUCE, 4, 0));
    expect(DIAGNOSTIC_ADDED_TWICE, here,
           "thread 1 of block 0 reads d_in[2] here, and thread 0 of block 0 has read it, too");
}

static void adds_a_sum_twice(size_t n) {
    for (unsigned t = 0; t < n; t++) {
        set(t, t, load(t, t));
    }
    int32_t one = get(0, 0), other = get(0, 1);
    set(0, 0, one + other);
    one = get(0, 0), other = get(0, 1);
    set(0, 0, one + other), HERE;
    store(0, 0, get(0, 0));
}

static void second_addition_is_named(void **state) {
    (void)state;
    assert_true(ask(adds_a_sum_twice, LAB_REDUCE, 2, 0));
    expect(DIAGNOSTIC_ADDED_TWICE, here,
           "thread 0 of block 0 adds s_data[0] and s_data[1] here, and both contain d_in[1]");
}

static void adds_a_number(size_t n) {
    int32_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += load(0, i);
    }
    store(0, 0, sum + 100000), HERE;
}

static void foreign_number_is_named(void **state) {
    (void)state;
    assert_true(ask(adds_a_number, LAB_REDUCE, 4, 0));
    expect(DIAGNOSTIC_FOREIGN_VALUE, here,
           "the value that thread 0 of block 0 writes to d_out[0] here contains 100000, which comes from no "
           "element");
}

static void drops_a_lane(size_t n) {
    int32_t own[4], got[4];
    for (unsigned lane = 0; lane < n; lane++) {
        own[lane] = load(lane, lane);
    }
    shuffle_down(4, 2, own, got);
    store(0, 0, own[0] + got[0]);
}

static void dropped_lane_is_named(void **state) {
    (void)state;
    assert_true(ask(drops_a_lane, LAB_REDUCE, 4, 0));
    assert_int_equal(made.diagnostic.class_, DIAGNOSTIC_LOST_ELEMENT);
    assert_non_null(strstr(made.diagnostic.message, "comes to this shuffle with d_in[1], but nothing"));
}

// ---- Scans ----

static void scans_one_too_far(size_t n) {
    for (size_t i = 0; i < n; i++) {
        int32_t sum = 0;
        for (size_t k = 0; k <= i; k++) {
            sum += load((unsigned)i, k);
        }
        sum += i == 2 ? load(2, 3) : 0, HERE;
        store((unsigned)i, i, sum);
    }
}

static void foreign_element_is_named(void **state) {
    (void)state;
    assert_true(ask(scans_one_too_far, LAB_INCLUSIVE_SCAN, 4, 2));
    expect(DIAGNOSTIC_WRONG_ELEMENT, here,
           "thread 2 of block 0 reads d_in[3] here, which does not belong in d_out[2]");
}

static void scan_without_the_first(size_t n) {
    for (size_t i = 0; i < n; i++) {
        int32_t sum = 0;
        for (size_t k = 1; k <= i; k++) {
            sum += load((unsigned)i, k);
        }
        store((unsigned)i, i, sum), HERE;
    }
}

static void lacking_write_is_named(void **state) {
    (void)state;
    assert_true(ask(scan_without_the_first, LAB_INCLUSIVE_SCAN, 4, 3));
    expect(DIAGNOSTIC_LOST_ELEMENT, here, "d_out[3] gets its last value here, and it lacks d_in[0]");
}

static void right(size_t n) {
    int32_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += load(0, i);
    }
    store(0, 0, sum);
}

static void nothing_is_made_up(void **state) {
    (void)state;
    assert_false(ask(right, LAB_REDUCE, 4, 0));
    free_recording(state);
    assert_false(ask(right, LAB_LOOP, 4, 0));
}

// Of operators that choose: the first write of a value that is no element.
static void value_is_found(void **state) {
    (void)state;
    struct lab_part part = {.name = "part", .kind = LAB_REDUCE};
    record_program(&(struct program_case){adds_a_number, 4, 1}, 1);
    struct cause_question question = {.part = &part, .recording = &recording, .stride = 1, .n = 4};
    int32_t value = ((const int32_t *)recording.output)[0];
    assert_true(cause_find_value(&question, value, "is no element", &made));
    expect(DIAGNOSTIC_FOREIGN_VALUE, here,
           "the value that thread 0 of block 0 writes to d_out[0] here is no element");
    assert_false(cause_find_value(&question, value + 1, "is no element", &made));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(lost_word_is_named, free_recording),
        cmocka_unit_test_teardown(unused_read_is_named, free_recording),
        cmocka_unit_test_teardown(overwritten_word_is_named, free_recording),
        cmocka_unit_test_teardown(unread_element_is_named, free_recording),
        cmocka_unit_test_teardown(second_read_is_named, free_recording),
        cmocka_unit_test_teardown(second_addition_is_named, free_recording),
        cmocka_unit_test_teardown(foreign_number_is_named, free_recording),
        cmocka_unit_test_teardown(dropped_lane_is_named, free_recording),
        cmocka_unit_test_teardown(foreign_element_is_named, free_recording),
        cmocka_unit_test_teardown(lacking_write_is_named, free_recording),
        cmocka_unit_test_teardown(nothing_is_made_up, free_recording),
        cmocka_unit_test_teardown(value_is_found, free_recording),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
