// The data in a note about an unused value, which the checker evaluates.
#include "unit/cmocka_all.h"

#include "runner/device.h"
#include "words/words.h"

void leave_in_shared(void), leave_in_global(void); // lost_kernels.cu

static struct diagnostic found;

static void take_diagnostic(const struct diagnostic *diagnostic) {
    if (diagnostic->class_ == DIAGNOSTIC_LOST_VALUE || diagnostic->class_ == DIAGNOSTIC_LOST_LANE) {
        found = *diagnostic;
    }
}

static void ignore_launch(const struct launch_record *launch, const struct counters *intervals,
                          const struct place_counters *lines) {
    (void)launch, (void)intervals, (void)lines;
}

static void call(void *function) {
    (*(void (**)(void))function)();
}

// Runs the function as a student's.
static void run(void (*function)(void)) {
    static const struct device_sink sink = {take_diagnostic, ignore_launch};
    struct case_result result = {.status = CASE_DONE};
    found = (struct diagnostic){.class_ = DIAGNOSTIC_CLASS_COUNT};
    device_case_begin(&sink);
    assert_int_equal(device_run(call, &function), CASE_DONE);
    device_case_end(&result);
    assert_int_equal(result.status, CASE_DONE);
}

static int open_device(void **state) {
    (void)state;
    struct said device;
    struct device_options options = {.endless_seconds = 60, .workers = 2};
    return device_open(&options, &device) == CASE_DONE ? 0 : -1;
}

static void in_shared_memory(void **state) {
    (void)state;
    char text[WORDS_SIZE];
    run(leave_in_shared);
    assert_int_equal(found.class_, DIAGNOSTIC_LOST_LANE);
    assert_string_equal(words_english(&found.message, text),
                        "s_left[39] is written here by thread 7 of block (1,1,0) and never read");
    assert_int_equal(found.lost.shared, 1);
    assert_int_equal(found.lost.index, 39);
    assert_int_equal(found.lost.block, 3);
}

static void in_global_memory(void **state) {
    (void)state;
    char text[WORDS_SIZE];
    run(leave_in_global);
    assert_int_equal(found.class_, DIAGNOSTIC_LOST_VALUE);
    assert_string_equal(words_english(&found.message, text), "d_left[3] is written here and never read");
    assert_int_equal(found.lost.shared, 0);
    assert_int_equal(found.lost.index, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_shared_memory),
        cmocka_unit_test(in_global_memory),
    };
    return cmocka_run_group_tests(tests, open_device, NULL);
}
