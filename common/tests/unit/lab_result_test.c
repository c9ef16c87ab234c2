// Which tasks the first error of a part names.
#define _GNU_SOURCE // mkstemp under -std=c11
#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/judge/lab_result.h"

static const struct lab_part whole = {.name = "whole", .todos = {1, 2, 3, 4}};

static struct region regions[4];
static struct judgement failure;
static struct finding finding;
static struct part_result part;
static struct lab_result result;

// TODO(k) is at the lines 10 k to 10 k + 9.
static int set_up(void **state) {
    (void)state;
    memset(&result, 0, sizeof(result));
    memset(regions, 0, sizeof(regions));
    for (int i = 0; i < 4; i++) {
        regions[i].number = i + 1;
        regions[i].begin_line = 10 * (i + 1);
        regions[i].end_line = regions[i].begin_line + 9;
        regions[i].filled = 1;
    }
    result.todos.known = true;
    strcpy(result.todos.path, "lab/starter.cu");
    result.todos.regions.regions = regions;
    result.todos.regions.count = 4;
    finding = (struct finding){.count = 1};
    failure = (struct judgement){
        .verdict = VERDICT_FAIL, .findings = &finding, .finding_count = 1, .error_count = 1};
    part =
        (struct part_result){.part = &whole, .verdict = VERDICT_FAIL, .judgements = &failure, .run_count = 1};
    return 0;
}

static void put(struct source_place *place, int line) {
    strcpy(place->file, "lab/starter.cu");
    place->line = line;
}

// Expects that the error names these tasks, such as "2 1".
static void expect_tasks(const char *numbers) {
    const struct region *tasks[TASKS_NAMED_MAX];
    const size_t count = part_named_tasks(&result, &part, tasks);
    char text[40] = "";
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(text);
        snprintf(text + length, sizeof(text) - length, i == 0 ? "%d" : " %d", tasks[i]->number);
    }
    assert_string_equal(text, numbers);
}

static void both_places_count(void **state) {
    (void)state;
    put(&finding.places[0], 23);
    expect_tasks("2");
    put(&finding.places[1], 12); // the reader may be wrong, or what should have written
    expect_tasks("2 1");
    put(&finding.places[1], 24);
    expect_tasks("2");
    result.todos.held[2] = true; // it is as it was when the part passed
    expect_tasks("");
}

static void so_do_the_lines_behind(void **state) {
    (void)state;
    put(&finding.places[0], 43);
    put(&finding.behind[0].place, 5); // in no task
    put(&finding.behind[1].place, 13);
    finding.behind_count = 2;
    expect_tasks("4 1");
    put(&finding.behind[2].place, 22);
    put(&finding.behind[3].place, 33);
    finding.behind_count = 4;
    expect_tasks("4 1 2"); // at most TASKS_NAMED_MAX
}

static void so_does_the_call(void **state) {
    (void)state;
    put(&finding.places[0], 12); // in a function of the first task
    finding.called = 25;
    expect_tasks("1 2");
}

static void a_swapped_launch_counts_first(void **state) {
    (void)state;
    static const struct lab_part sized = {
        .name = "whole", .todos = {1, 2, 3, 4}, .elements_per_block = 256, .block_size = 256};
    struct case_launch launch = {.record = {.grid = {256, 1, 1}, .block = {2, 1, 1}}};
    part.part = &sized;
    failure.what.n = 512;
    failure.run.launches = &launch;
    failure.run.launch_count = 1;
    finding.diagnostic.launch = 1;
    put(&finding.places[0], 12);
    put(&finding.call, 33);
    expect_tasks("3 1");
    bool certain;
    assert_int_equal(part_blamed_task(&result, &part, &certain)->number, 3);
    launch.record.grid[0] = 2;
    launch.record.block[0] = 256;
    expect_tasks("1");
    assert_int_equal(part_blamed_task(&result, &part, &certain)->number, 1);
}

// An error of that class in TODO(2), with another place in `other_line`. Is TODO(2) certain to have the mistake?
static bool is_certain(enum diagnostic_class class_, int other_line) {
    bool certain;
    finding.diagnostic.class_ = class_;
    put(&finding.places[0], 23);
    put(&finding.places[1], other_line);
    assert_int_equal(part_blamed_task(&result, &part, &certain)->number, 2);
    return certain;
}

static void only_some_errors_are_where_the_mistake_is(void **state) {
    (void)state;
    assert_false(is_certain(DIAGNOSTIC_RACE_SHARED, 24)); // what sets its index may be in TODO(1)
    assert_false(is_certain(DIAGNOSTIC_UNSET_READ, 24));
    assert_false(is_certain(DIAGNOSTIC_LOST_ELEMENT, 24));
    assert_true(is_certain(DIAGNOSTIC_LAUNCH, 24));
    assert_true(is_certain(DIAGNOSTIC_BARRIER, 24));
    assert_false(is_certain(DIAGNOSTIC_BARRIER, 12)); // two tasks are named
    result.todos.held[1] = result.todos.held[3] = result.todos.held[4] = true;
    assert_true(is_certain(DIAGNOSTIC_RACE_SHARED, 24)); // no other task is left
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(both_places_count, set_up),
        cmocka_unit_test_setup(so_do_the_lines_behind, set_up),
        cmocka_unit_test_setup(so_does_the_call, set_up),
        cmocka_unit_test_setup(a_swapped_launch_counts_first, set_up),
        cmocka_unit_test_setup(only_some_errors_are_where_the_mistake_is, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
