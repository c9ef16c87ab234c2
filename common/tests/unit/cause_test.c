// Where a wrong sum goes wrong. The lines of these programs are their places.
#include "program_check.h"

#include "check/trace/cause.h"
#include "words/words.h"

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

size_t source_variables(const struct source *source, uint64_t pc, const unsigned char *last, size_t count,
                        struct source_variable *variables, size_t most) {
    (void)source, (void)pc, (void)last, (void)count, (void)variables, (void)most;
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

// The finding's message, in English.
static const char *message_made(void) {
    static char text[WORDS_SIZE];
    return words_english(&made.diagnostic.message, text);
}

static void expect(enum diagnostic_class class_, int line, const char *message) {
    assert_int_equal(made.diagnostic.class_, class_);
    assert_int_equal(made.places[0].line, line);
    assert_string_equal(message_made(), message);
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
        message_made(),
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
    one = get(0, 0);
    set(0, 0, one + get(0, 1)), HERE;
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
    assert_non_null(strstr(message_made(), "comes to this shuffle with d_in[1], but nothing"));
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
            sum += load((unsigned)i, k), HERE;
        }
        store((unsigned)i, i, sum);
    }
}

static void element_not_read_by_the_thread_is_named(void **state) {
    (void)state;
    assert_true(ask(scan_without_the_first, LAB_INCLUSIVE_SCAN, 4, 3));
    expect(DIAGNOSTIC_LOST_ELEMENT, here,
           "thread 3 of block 0 reads d_in[1] here, but not d_in[0], which belongs in d_out[3]");
}

static void scan_of_none(size_t n) {
    store(0, 0, 0);
    for (size_t i = 1; i < n; i++) {
        store((unsigned)i, i, load((unsigned)i, 0)), HERE;
    }
}

static void thread_that_reads_nothing_is_named(void **state) {
    (void)state;
    assert_true(ask(scan_of_none, LAB_INCLUSIVE_SCAN, 4, 0));
    expect(DIAGNOSTIC_LOST_ELEMENT, here,
           "d_out[0] lacks d_in[0]: thread 0 of block 0, which writes it, reads nothing here; the first to "
           "do so "
           "is thread 1 of block 0");
}

// Each thread loads the element after its own, and copies it to the output.
static void loads_the_next(size_t n) {
    for (unsigned t = 0; t + 1 < n; t++) {
        set(t, t, load(t, t + 1)), HERE;
    }
    for (unsigned t = 0; t + 1 < n; t++) {
        store(t, t, get(t, t));
    }
}

static void read_of_a_copied_element_is_named(void **state) {
    (void)state;
    assert_true(ask(loads_the_next, LAB_EXCLUSIVE_SCAN, 4, 0));
    expect(DIAGNOSTIC_WRONG_ELEMENT, here,
           "thread 0 of block 0 reads d_in[1] here, and it comes to d_out[0], where it does not belong");
    assert_int_equal(made.places[1].line, here + 3);
}

// The scan is in the second half of the array, and the output is copied from the first half.
static void copies_the_other_half(size_t n) {
    int32_t sum = 0;
    for (unsigned t = 0; t < n; t++) {
        set(t, t, load(t, t));
    }
    for (unsigned t = 0; t < n; t++) {
        sum += get(t, t);
        set(t, (unsigned)n + t, sum);
    }
    for (unsigned t = 0; t < n; t++) {
        store(t, t, get(t, t)), HERE;
    }
}

static void word_with_all_that_belongs_is_named(void **state) {
    (void)state;
    assert_true(ask(copies_the_other_half, LAB_INCLUSIVE_SCAN, 4, 1));
    expect(DIAGNOSTIC_WRONG_ELEMENT, here,
           "thread 1 of block 0 reads s_data[1] for d_out[1] here, but s_data[5] contains exactly what "
           "belongs there");
    assert_int_equal(made.places[1].line, here - 3);
}

// s_data[0] has no element, s_data[1] the first three. The last thread takes the wrong one of them.
static void takes_the_wrong_word(size_t n) {
    (void)n;
    set(0, 0, 0);
    set(0, 1, load(0, 0) + load(0, 1) + load(0, 2));
    int32_t before = get(3, 0);
    HERE;
    store(3, 3, before + load(3, 3));
}

static void word_with_the_missing_elements_is_named(void **state) {
    (void)state;
    assert_true(ask(takes_the_wrong_word, LAB_INCLUSIVE_SCAN, 4, 3));
    expect(
        DIAGNOSTIC_LOST_ELEMENT, here - 1,
        "d_out[3] lacks d_in[0] to d_in[2]: s_data[1] contains exactly that, but thread 3 of block 0 reads "
        "s_data[0] here");
}

static void drops_the_right_word(size_t n) {
    (void)n;
    set(0, 1, load(0, 0) + load(0, 1) + load(0, 2));
    get(3, 1), HERE;
    store(3, 3, load(3, 3));
}

static void read_of_the_missing_elements_is_named(void **state) {
    (void)state;
    assert_true(ask(drops_the_right_word, LAB_INCLUSIVE_SCAN, 4, 3));
    expect(
        DIAGNOSTIC_LOST_ELEMENT, here,
        "thread 3 of block 0 reads s_data[1] here, which contains d_in[0] to d_in[2], but d_out[3] does not");
}

// The first step adds neighbours. The second one should add s_data[1] to s_data[2], too.
static void passes_a_word_by(size_t n) {
    for (unsigned t = 0; t < n; t++) {
        set(t, t, load(t, t));
    }
    for (unsigned t = 1; t < n; t += 2) {
        set(t, t, get(t, t - 1) + get(t, t));
    }
    set(3, 3, get(3, 1) + get(3, 3)), HERE;
    for (unsigned t = 0; t < n; t++) {
        store(t, t, get(t, t));
    }
}

static void step_that_passes_a_word_by_is_named(void **state) {
    (void)state;
    assert_true(ask(passes_a_word_by, LAB_INCLUSIVE_SCAN, 4, 2));
    expect(DIAGNOSTIC_LOST_ELEMENT, here,
           "nothing adds s_data[1] to s_data[2], so d_out[2] lacks d_in[0] to d_in[1]: thread 3 of block 0 "
           "first adds to s_data[3] here");
}

// Each thread loads two words, by two statements. The step ends its pairs one word too far on.
static void loads_twice_and_passes_a_word_by(size_t n) {
    for (unsigned t = 0; t < n / 2; t++) {
        set(t, t, load(t, t));
        set(t, t + 2, load(t, t + 2));
    }
    set(0, 2, get(0, 1) + get(0, 2)), HERE;
    for (unsigned t = 0; t < n; t++) {
        store(t, t, get(t, t));
    }
}

static void load_is_no_step_that_passes_by(void **state) {
    (void)state;
    assert_true(ask(loads_twice_and_passes_a_word_by, LAB_INCLUSIVE_SCAN, 4, 1));
    expect(
        DIAGNOSTIC_LOST_ELEMENT, here,
        "nothing adds s_data[0] to s_data[1], so d_out[1] lacks d_in[0]: thread 0 of block 0 first adds to "
        "s_data[2] here");
}

static void combines_with_a_gap(size_t n) {
    int32_t own[4], got[4];
    for (unsigned lane = 0; lane < n; lane++) {
        own[lane] = load(lane, lane);
    }
    shuffle_down(4, 2, own, got), HERE;
    store(0, 2, own[0] + got[0]);
}

static void gap_is_named(void **state) {
    (void)state;
    assert_true(ask(combines_with_a_gap, LAB_INCLUSIVE_SCAN, 4, 2));
    expect(DIAGNOSTIC_LOST_ELEMENT, here,
           "thread 0 of block 0 gets d_in[2] here and combines that with d_in[0], without d_in[1] between");
}

static void drops_what_a_lane_gets(size_t n) {
    int32_t own[4], got[4];
    for (unsigned lane = 0; lane < n; lane++) {
        own[lane] = load(lane, lane);
    }
    shuffle_down(4, 1, own, got), HERE;
    store(0, 1, own[0]);
}

static void dropped_value_of_a_lane_is_named(void **state) {
    (void)state;
    assert_true(ask(drops_what_a_lane_gets, LAB_INCLUSIVE_SCAN, 4, 1));
    expect(DIAGNOSTIC_LOST_ELEMENT, here,
           "thread 0 of block 0 gets a value with d_in[1] here, but d_out[1] lacks it");
}

// The last lanes of a shuffle get their own value. Here nothing adds that; the thread adds its own twice.
static void adds_its_own_value(size_t n) {
    int32_t own[4], got[4];
    for (unsigned lane = 0; lane < n; lane++) {
        own[lane] = load(lane, lane);
    }
    for (unsigned offset = 2; offset > 0; offset /= 2) {
        shuffle_down(4, offset, own, got);
        for (unsigned lane = 0; lane + offset < n; lane++) {
            own[lane] += got[lane];
        }
    }
    store(3, 3, 2 * own[3]), HERE;
}

static void value_of_the_last_lane_is_not_accused(void **state) {
    (void)state;
    assert_true(ask(adds_its_own_value, LAB_INCLUSIVE_SCAN, 4, 3));
    expect(DIAGNOSTIC_ADDED_TWICE, here,
           "d_out[3], which thread 3 of block 0 writes here, contains d_in[3] twice: both times from thread "
           "3 of "
           "block 0 itself");
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
    const struct foreign_values foreign = {.what = TOPIC_VALUE_IS_NO_ELEMENT};
    assert_true(cause_find_value(&question, value, &foreign, &made));
    expect(DIAGNOSTIC_FOREIGN_VALUE, here,
           "the value that thread 0 of block 0 writes to d_out[0] here is neither an element nor identity()");
    assert_false(cause_find_value(&question, value + 1, &foreign, &made));
}

// Counts the elements, in steps of 1002: then the count is the element that thread 1 has read.
static void counts(size_t n) {
    for (unsigned i = 0; i < n; i++) {
        add(i, 0, load(i, i) == 0 ? 0 : i == 0 ? 1 : 1002), here = __LINE__;
    }
}

// The value that an atomic addition leaves is no copy of an equal one that the thread has read.
static void atomic_update_is_no_copy(void **state) {
    (void)state;
    struct lab_part part = {.name = "part", .kind = LAB_LOOP, .outputs = 1};
    record_program(&(struct program_case){counts, 2, 1}, 1);
    assert_int_equal(((const int32_t *)recording.output)[0], program_elements[1]);
    struct cause_question question = {.part = &part, .recording = &recording, .stride = 1, .n = 2};
    assert_true(cause_find_write(&question, &made));
    expect(DIAGNOSTIC_WRONG_ELEMENT, here, "thread 1 of block 0 changes d_out[0] from 1 to 1003 here");
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
        cmocka_unit_test_teardown(element_not_read_by_the_thread_is_named, free_recording),
        cmocka_unit_test_teardown(thread_that_reads_nothing_is_named, free_recording),
        cmocka_unit_test_teardown(read_of_a_copied_element_is_named, free_recording),
        cmocka_unit_test_teardown(word_with_all_that_belongs_is_named, free_recording),
        cmocka_unit_test_teardown(word_with_the_missing_elements_is_named, free_recording),
        cmocka_unit_test_teardown(read_of_the_missing_elements_is_named, free_recording),
        cmocka_unit_test_teardown(step_that_passes_a_word_by_is_named, free_recording),
        cmocka_unit_test_teardown(load_is_no_step_that_passes_by, free_recording),
        cmocka_unit_test_teardown(gap_is_named, free_recording),
        cmocka_unit_test_teardown(dropped_value_of_a_lane_is_named, free_recording),
        cmocka_unit_test_teardown(value_of_the_last_lane_is_not_accused, free_recording),
        cmocka_unit_test_teardown(nothing_is_made_up, free_recording),
        cmocka_unit_test_teardown(atomic_update_is_no_copy, free_recording),
        cmocka_unit_test_teardown(value_is_found, free_recording),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
