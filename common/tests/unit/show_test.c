// A recorded case as text.
#define _GNU_SOURCE // open_memstream under -std=c11
#include "record_check.h"

#include <stdio.h>

#include "check/plan/options.h"
#include "check/trace/json_writer.h"
#include "runner/device.h"

static char *text;
static int picture; // its number in options.h

static int free_text(void **state) {
    free(text);
    text = NULL;
    return end_test(state);
}

// Writes the recording of a case of n values.
static void write_case(int (*write)(FILE *, const struct traced *), enum operator_id id, size_t n,
                       size_t value_size) {
    const struct options options = {.program = "starter", .picture = picture};
    const struct lab_part part = {.name = "part"};
    const struct lab_result result = {.options = &options};
    const struct judgement judgement = {.what = {.n = n, .operator_id = id},
                                        .verdict = VERDICT_PASS,
                                        .recording = {.record = record, .value_size = value_size}};
    const struct traced traced = {.result = &result, .part = &part, .judgement = &judgement};
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(write(out, &traced), 0);
    fclose(out);
}

static unsigned element_bytes = 4; // of the array in shared memory

// Puts a launch of one block, whose thread 0 writes to the first words of shared memory.
static void put_shared_writes(unsigned number, const uint32_t *words, unsigned count) {
    put_launch(number, 1, 32, "kernel");
    put_block(0, number);
    for (unsigned i = 0; i < count; i++) {
        put_access(0, 1 + i, RECORD_WRITE | SHARED, 4 * i, words[i], 100);
    }
    put_stretch(0, 1, 1);
    put(RECORD_ARRAY, (struct record_entry){.kind = RECORD_SHARED, .extra = 1, .value = {64, element_bytes}});
    put_name("s_data");
    put(RECORD_BLOCK_END, (struct record_entry){0});
    put(RECORD_LAUNCH_END, (struct record_entry){.extra = number});
}

// Each launch has arrays of its own in shared memory.
static void shows_arrays_of_all_launches(void **state) {
    (void)state;
    enum { LAUNCHES = 40 };
    for (unsigned i = 0; i < LAUNCHES; i++) {
        put_shared_writes(1 + i, &(uint32_t){1000 + i}, 1);
    }
    write_case(trace_show, OPERATOR_SUM, 8, 4);
    assert_non_null(strstr(text, "[1000]"));
    assert_non_null(strstr(text, "[1039]"));
}

// A value may have several words.
static void shows_all_words_of_values(void **state) {
    (void)state;
    put_shared_writes(1, (const uint32_t[]){11, 12, 13, 14, 15, 16, 17}, 7);
    write_case(trace_show, OPERATOR_FARTHEST, 2, 12);
    assert_non_null(strstr(text, "the first 6 words"));
    assert_non_null(strstr(text, "[16]"));
    assert_null(strstr(text, "[17]"));
}

// What the block finds in global memory is shown, but not as written; unset memory is not.
static void shows_what_was_read(void **state) {
    (void)state;
    put_launch(1, 1, 32, "kernel");
    put_block(0, 1);
    put_access(0, 1, RECORD_READ, OUTPUT, 11, 100);
    put_access(0, 2, RECORD_READ, OUTPUT + 4, 12, 100);
    put_access(0, 3, RECORD_READ, OUTPUT + 8, DEVICE_POISON, 100);
    put_access(0, 4, RECORD_WRITE, OUTPUT, 23, 100);
    put_access(0, 5, RECORD_READ | SHARED, 4, 14, 100);
    put_access(0, 6, RECORD_WRITE | SHARED, 0, 35, 100);
    put_stretch(0, 1, 1);
    put_array(RECORD_GLOBAL, OUTPUT, 16, "d_data");
    put(RECORD_ARRAY, (struct record_entry){.kind = RECORD_SHARED, .extra = 1, .value = {64, element_bytes}});
    put_name("s_data");
    put(RECORD_BLOCK_END, (struct record_entry){0});
    put(RECORD_LAUNCH_END, (struct record_entry){.extra = 1});
    write_case(trace_show, OPERATOR_SUM, 4, 4);
    assert_non_null(strstr(text, "[23]   12     .     . \n"));
    assert_non_null(strstr(text, "[35]    .     .     . \n"));
}

// In a run with floats, a count is a tiny float. Negative 0 is no count.
static void shows_counts_among_floats(void **state) {
    (void)state;
    put_shared_writes(1, (const uint32_t[]){3, 0x80000000, 0x40200000}, 3);
    write_case(trace_show, OPERATOR_FLOAT_SUM, 3, 4);
    assert_non_null(strstr(text, "[3]"));
    assert_non_null(strstr(text, "[-0]"));
    assert_non_null(strstr(text, "[2.5]"));
}

// A double, two ints, and a pair that is a value of the operator.
static void shows_doubles(void **state) {
    (void)state;
    element_bytes = 8;
    put_shared_writes(1, (const uint32_t[]){0, 0x40040000, 12, 13}, 4);
    write_case(trace_show, OPERATOR_SUM, 4, 4);
    assert_non_null(strstr(text, "[2.5]"));
    assert_null(strstr(text, "1074003968"));
    assert_non_null(strstr(text, "[12]"));
    assert_non_null(strstr(text, "[13]"));
    free(text);
    write_case(trace_show, OPERATOR_AFFINE, 2, 8);
    assert_non_null(strstr(text, "[1074003968]"));
    element_bytes = 4;
}

static void json_has_counts_among_floats(void **state) {
    (void)state;
    size_t size;
    struct writer writer = {.out = open_memstream(&text, &size), .floats = true};
    assert_non_null(writer.out);
    put_value(&writer, 3);
    fputc(' ', writer.out);
    put_value(&writer, 0x80000000);
    fputc(' ', writer.out);
    put_value(&writer, 0x40200000);
    fclose(writer.out);
    assert_string_equal(text, "3 -0 2.5");
}

static void picture_without_blocks_says_so(void **state) {
    (void)state;
    write_case(trace_picture, OPERATOR_SUM, 0, 4);
    assert_string_equal(text, "    no block ran, so there is nothing to draw\n");
}

// The recording is the student's: no block has so many threads.
static void picture_of_forged_launch(void **state) {
    (void)state;
    enum { THREADS = 3 };
    put_launch(1, 1, 1u << 30, "kernel");
    put_block(0, 1);
    put_access(0, 1, RECORD_READ | SHARED, 0, 0, 100);
    put_access(0, 2, RECORD_WRITE | SHARED, 0, 0, 101);
    put_stretch(0, 1, 1);
    put(RECORD_ARRAY, (struct record_entry){.kind = RECORD_SHARED, .extra = 1, .value = {64, element_bytes}});
    put_name("s_data");
    put(RECORD_BLOCK_END, (struct record_entry){0});
    picture = THREADS;
    write_case(trace_picture, OPERATOR_SUM, 8, 4);
    picture = 0;
    assert_non_null(strstr(text, "\n    step 1       1    ."));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(shows_arrays_of_all_launches, begin_test, free_text),
        cmocka_unit_test_setup_teardown(shows_all_words_of_values, begin_test, free_text),
        cmocka_unit_test_setup_teardown(shows_what_was_read, begin_test, free_text),
        cmocka_unit_test_setup_teardown(shows_counts_among_floats, begin_test, free_text),
        cmocka_unit_test_setup_teardown(shows_doubles, begin_test, free_text),
        cmocka_unit_test_setup_teardown(json_has_counts_among_floats, begin_test, free_text),
        cmocka_unit_test_setup_teardown(picture_without_blocks_says_so, begin_test, free_text),
        cmocka_unit_test_setup_teardown(picture_of_forged_launch, begin_test, free_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
