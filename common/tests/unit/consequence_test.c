// Which parts fail because of another one.
#include "cmocka_all.h"

#include <string.h>

#include "check/judge/consequence.h"

static const struct lab_part scan = {.name = "scan", .todos = {1, 2}, .elements_per_block = 256},
                             use = {.name = "use", .todos = {3}, .needs = {1, 2}, .elements_per_block = 256},
                             other = {.name = "other", .todos = {4}, .elements_per_block = 256},
                             small = {
                                 .name = "small", .todos = {5}, .needs = {1, 2}, .elements_per_block = 128};

static const struct lab_limit warps = {.counter = "warps"}, sectors = {.counter = "sectors"};

static struct lab_result result;
static struct judgement needed_cases[2], failures[1];
static struct part_result needed, part;

// The scan passes `passed` elements, if that is not 0, and fails with `failed`; the part fails with n.
static void plan(const struct lab_part *of, size_t passed, size_t failed, size_t n) {
    memset(&result, 0, sizeof(result));
    memset(needed_cases, 0, sizeof(needed_cases));
    memset(failures, 0, sizeof(failures));
    needed = (struct part_result){.part = &scan, .judgements = needed_cases, .run_count = 2};
    part = (struct part_result){.part = of, .judgements = failures, .run_count = 1};
    needed_cases[0].what.n = passed;
    needed_cases[1].what.n = failed;
    needed_cases[1].verdict = VERDICT_FAIL;
    failures[0].what.n = n;
    failures[0].verdict = VERDICT_FAIL;
}

static void a_part_fails_with_code_that_it_needs(void **state) {
    (void)state;
    plan(&use, 0, 8, 8);
    assert_int_equal(consequence_of(&result, &part, &needed), CONSEQUENCE_NEEDED_CODE);
    plan(&use, 0, 8, 4); // the first case has 8 elements
    assert_int_equal(consequence_of(&result, &part, &needed), CONSEQUENCE_NEEDED_CODE);
    plan(&use, 256, 257, 1000);
    assert_int_equal(consequence_of(&result, &part, &needed), CONSEQUENCE_NEEDED_CODE);
    plan(&other, 256, 257, 1000);
    assert_int_equal(consequence_of(&result, &part, &needed), CONSEQUENCE_NONE);
    assert_true(consequence_is_needed(&use, &scan));
    assert_false(consequence_is_needed(&scan, &use));
    assert_false(consequence_is_needed(&other, &scan));
}

static void what_holds_for_as_many_elements_is_no_cause(void **state) {
    (void)state;
    plan(&use, 256, 257, 31);
    assert_int_equal(consequence_of(&result, &part, &needed), CONSEQUENCE_NONE);
    plan(&small, 255, 256, 128); // one block of each
    assert_int_equal(consequence_of(&result, &part, &needed), CONSEQUENCE_NEEDED_CODE);
    plan(&use, 256, 257, 31);
    failures[0].what.operator_id = OPERATOR_AFFINE; // nothing is known about that
    assert_int_equal(consequence_of(&result, &part, &needed), CONSEQUENCE_NEEDED_CODE);
}

static void what_holds_is_known_before_all_cases_have_run(void **state) {
    (void)state;
    plan(&use, 256, 0, 31);
    needed.run_count = 1;
    assert_true(consequence_holds_so_far(&needed, &part, &failures[0].what));
    failures[0].what.n = 257;
    assert_false(consequence_holds_so_far(&needed, &part, &failures[0].what));
    needed.run_count = 0;
    failures[0].what.n = 0;
    assert_false(consequence_holds_so_far(&needed, &part, &failures[0].what));
}

static void slow_code_makes_no_part_wrong(void **state) {
    (void)state;
    plan(&use, 0, 8, 8);
    needed_cases[1].limit = &warps;
    needed_cases[1].holds[ASPECT_RESULT] = needed_cases[1].holds[ASPECT_MEMORY] = true;
    assert_int_equal(consequence_of(&result, &part, &needed), CONSEQUENCE_NONE);
    failures[0].limit = &sectors;
    failures[0].holds[ASPECT_RESULT] = failures[0].holds[ASPECT_MEMORY] = true;
    assert_int_equal(consequence_of(&result, &part, &needed), CONSEQUENCE_NONE);
    failures[0].limit = &warps;
    assert_int_equal(consequence_of(&result, &part, &needed), CONSEQUENCE_NEEDED_CODE);
}

static void the_same_line(void **state) {
    (void)state;
    struct finding one = {.diagnostic.class_ = DIAGNOSTIC_RACE_SHARED}, two = one;
    strcpy(one.places[0].file, "starter.cu");
    one.places[0].line = 30;
    plan(&other, 256, 257, 31);
    two = one;
    needed_cases[1].findings = &one;
    failures[0].findings = &two;
    needed_cases[1].finding_count = needed_cases[1].error_count = 1;
    failures[0].finding_count = failures[0].error_count = 1;
    assert_int_equal(consequence_of(&result, &part, &needed), CONSEQUENCE_SAME_LINE);
    two.diagnostic.class_ = DIAGNOSTIC_OUT_OF_BOUNDS; // of other code there
    assert_int_equal(consequence_of(&result, &part, &needed), CONSEQUENCE_NONE);
    part.part = &use;
    assert_int_equal(consequence_of(&result, &part, &needed), CONSEQUENCE_SAME_LINE);
    two.places[0].line = 31;
    assert_int_equal(consequence_of(&result, &part, &needed), CONSEQUENCE_NONE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_fails_with_code_that_it_needs),
        cmocka_unit_test(what_holds_for_as_many_elements_is_no_cause),
        cmocka_unit_test(what_holds_is_known_before_all_cases_have_run),
        cmocka_unit_test(slow_code_makes_no_part_wrong),
        cmocka_unit_test(the_same_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
