// The next task in a source with two: TODO(1) is done, TODO(2) is not.
#include "cmocka_all.h"

#include "check/plan/todo.h"

static const struct lab_part done = {.todos = {1}}, open = {.todos = {2}}, both = {.todos = {1, 2}},
                             none = {.name = "none"}, on_done = {.todos = {2}, .needs = {1}},
                             on_open = {.todos = {1}, .needs = {2}};

static void next_task(void **state) {
    (void)state;
    struct todo_list list;
    todo_read(&list, FAKE_SOURCE);
    assert_true(list.known);
    assert_int_equal(todo_next(&list)->number, 2);
    assert_null(todo_next_of(&list, &done));
    assert_int_equal(todo_next_of(&list, &open)->number, 2);
    assert_int_equal(todo_next_of(&list, &both)->number, 2);
    assert_null(todo_next_of(&list, &none));
    assert_int_equal(todo_next_of(&list, &on_done)->number, 2);
    assert_int_equal(todo_next_of(&list, &on_open)->number, 2);
    todo_free(&list);
}

static void what_has_not_been_started(void **state) {
    (void)state;
    struct todo_list list;
    todo_read(&list, FAKE_SOURCE);
    assert_false(todo_all_untouched(&list, &done));
    assert_true(todo_all_untouched(&list, &open));
    assert_false(todo_all_untouched(&list, &both));
    assert_false(todo_all_untouched(&list, &none));
    assert_true(todo_all_untouched(&list, &on_done)); // tasks of other parts do not count
    assert_false(todo_all_untouched(&list, &on_open));
    todo_free(&list);
}

static void what_the_solution_does(void **state) {
    (void)state;
    struct lab_part parts[] = {both, open, on_done};
    struct lab lab = {.parts = parts, .part_count = 3};
    struct todo_list list;
    char text[TODO_TEXT_SIZE];
    todo_read(&list, FAKE_SOURCE);
    const struct region *first = &list.regions.regions[0], *second = &list.regions.regions[1];
    assert_false(todo_is_done(&list, &lab, first)); // it is the student's
    assert_true(todo_is_done(&list, &lab, second));
    assert_true(todo_some_done(&list, &lab, &open)); // for the part `both`
    lab.parts = &parts[1];
    lab.part_count = 2;
    assert_false(todo_is_done(&list, &lab, second)); // no part that is begun needs it
    assert_false(todo_text(&list, &both, false, text));
    assert_string_equal(text, "TODO(1)");
    assert_ptr_equal(todo_only_doubtful(&list, &both), first);
    for (size_t i = 0; i < list.regions.count; i++) {
        list.regions.regions[i].filled = 1;
    }
    assert_true(todo_text(&list, &both, false, text));
    assert_string_equal(text, "TODO(1) and TODO(2)");
    assert_true(todo_text(&list, &both, true, text));
    assert_string_equal(text, "TODO(1) or TODO(2)");
    assert_null(todo_only_doubtful(&list, &both));
    todo_free(&list);
}

// An error must come from a task that has not held yet, as long as the code of those that have is the same.
static void what_held_before(void **state) {
    (void)state;
    static const char path[] = "todo_test.held";
    struct todo_list list;
    char text[TODO_TEXT_SIZE];
    todo_read(&list, FAKE_SOURCE);
    const struct region *first = &list.regions.regions[0], *second = &list.regions.regions[1];
    list.regions.regions[1].filled = 1;
    const unsigned long long hash = regions_code_hash(&list.regions, first);
    const struct {
        const char *state;
        unsigned long long hash;
        bool held;
    } cases[] = {{"open", hash, false}, {"holds", hash + 1, false}, {"holds", hash, true}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fprintf(file, "123abc\n1 %s %llx\n99 holds 0\n", cases[i].state, cases[i].hash);
        fclose(file);
        todo_read_held(&list, path);
        assert_int_equal(todo_held(&list, first), cases[i].held);
        todo_text(&list, &both, true, text);
        assert_string_equal(text, cases[i].held ? "TODO(2)" : "TODO(1) or TODO(2)");
    }
    assert_ptr_equal(todo_only_doubtful(&list, &both), second);
    list.held[2] = true; // all of them held: then any may be wrong
    assert_true(todo_text(&list, &both, true, text));
    remove(path);
    todo_read_held(&list, path);
    todo_free(&list);
}

static void expect_line(const char *task, const char *expected) {
    char text[400], line[TODO_LINE_SIZE];
    snprintf(text, sizeof(text), "%s", task);
    todo_line(&(struct region){.text = text}, line);
    assert_string_equal(line, expected);
}

// As many sentences as fit; what is too short for a task, and "1, 2, 4, ...", is not a sentence.
static void one_line(void **state) {
    (void)state;
    expect_line("a short task.\nWith two lines.", "a short task. With two lines.");
    expect_line("s_partial[0] is the sum of all of s_partial. In steps of stride 1, 2, 4, ... every thread "
                "whose number is "
                "a multiple of 2 * stride adds.",
                "s_partial[0] is the sum of all of s_partial.");
    expect_line("the reduction phase. The last element of s_section is the sum of the whole section, the "
                "last element of "
                "the first half is the sum of that half.",
                "the reduction phase. The last element of s_section is the sum of the whole section, the "
                "last element of the "
                "first half is ...");
}

static void unknown_source(void **state) {
    (void)state;
    static const char *const paths[] = {"", FAKE_SOURCE "-that-is-not-there"};
    for (size_t i = 0; i < 2; i++) {
        struct todo_list list;
        todo_read(&list, paths[i]);
        assert_false(list.known);
        assert_null(todo_next(&list));
        assert_null(todo_next_of(&list, &open));
        assert_false(todo_all_untouched(&list, &open));
        todo_free(&list);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(next_task),
        cmocka_unit_test(what_has_not_been_started),
        cmocka_unit_test(what_the_solution_does),
        cmocka_unit_test(what_held_before),
        cmocka_unit_test(one_line),
        cmocka_unit_test(unknown_source),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
