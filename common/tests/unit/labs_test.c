// Names of labs, and the record of progress.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "labs.h"
#include "progress.h"

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

// Each test runs in its own course folder, with two labs and some folders that are not labs.
static int make_course(void **state) {
    char folder[] = "/tmp/labs_test_XXXXXX";
    if (!mkdtemp(folder) || chdir(folder) != 0) {
        return -1;
    }
    mkdir("build", 0777);
    mkdir("lab02-second", 0777);
    mkdir("lab01-first", 0777);
    mkdir("lab03-no-cmake-file", 0777);
    mkdir("lab1-short", 0777);
    mkdir("lab02-second/uses", 0777);
    mkdir("lab02-second/beyond", 0777);
    write_file("lab02-second/uses/solution.cu", "");
    write_file("lab01-first/CMakeLists.txt", "");
    write_file("lab02-second/CMakeLists.txt", "");
    write_file("lab1-short/CMakeLists.txt", "");
    write_file("lab01-first/starter.cu", "int one;\n");
    *state = NULL;
    return 0;
}

static int remove_course(void **state) {
    (void)state;
    char folder[256], command[300];
    if (!getcwd(folder, sizeof(folder)) || chdir("/") != 0) {
        return -1;
    }
    snprintf(command, sizeof(command), "rm -rf '%s'", folder);
    return system(command);
}

static void test_names(void **state) {
    (void)state;
    struct lab lab;
    assert_int_equal(lab_named("lab01-naive-reduce", &lab), 0);
    assert_string_equal(lab.name, "lab01");
    assert_string_equal(lab.folder, "lab01-naive-reduce");
    assert_int_equal(lab_named("lab10-large-scan/uses", &lab), 0);
    assert_string_equal(lab.folder, "lab10-large-scan/uses");
    assert_string_equal(lab.name, "uses");
    assert_int_equal(lab_named("lab10-large-scan/", &lab), -1);
    assert_int_equal(lab_named("lab1-naive", &lab), -1);
    assert_int_equal(lab_named("lab012-naive", &lab), -1);
    assert_int_equal(lab_named("lab01", &lab), -1);
    assert_int_equal(lab_named("", &lab), -1);
    assert_int_equal(lab_named("lab01-0123456789012345678901234567890123456789012345678901234567890", &lab),
                     -1);
}

static void test_find(void **state) {
    (void)state;
    struct lab labs[LAB_MAX];
    assert_int_equal(labs_find(labs), 3);
    assert_string_equal(labs[0].folder, "lab01-first");
    assert_string_equal(labs[1].folder, "lab02-second");
    assert_string_equal(labs[2].folder, "lab02-second/uses");
    assert_string_equal(labs[2].name, "uses");
}

static void test_meant(void **state) {
    (void)state;
    static const char *const first[] = {"1",     "01",          "lab1",           "LAB01",
                                        "First", "lab01-first", "./lab01-first/", "lab01-first/starter.cu"};
    static const char *const none[] = {"", "0", "3", "001", "lab", "lab001", "fir", "lab03-no-cmake-file",
                                       "x"};
    struct lab lab;
    for (size_t i = 0; i < sizeof(first) / sizeof(first[0]); i++) {
        assert_int_equal(lab_meant(first[i], &lab, NULL), 0);
        assert_string_equal(lab.folder, "lab01-first");
    }
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        assert_int_equal(lab_meant(none[i], &lab, NULL), -1);
    }
    static const char *const uses[] = {"uses", "lab02/uses", "./lab02-second/uses/",
                                       "lab02-second/uses/solution.cu"};
    for (size_t i = 0; i < sizeof(uses) / sizeof(uses[0]); i++) {
        assert_int_equal(lab_meant(uses[i], &lab, NULL), 0);
        assert_string_equal(lab.folder, "lab02-second/uses");
    }
    assert_int_equal(lab_meant("lab02-second/beyond", &lab, NULL), 0);
    assert_string_equal(lab.folder, "lab02-second");
}

static void test_parts(void **state) {
    (void)state;
    const char *text =
        "#define LAB_PARTS(PART) \\\n    PART(REDUCE, tree, reduce_tree) PART(SCAN,up,scan_up)\nPART(, x";
    char part[PART_NAME_SIZE], function[PART_NAME_SIZE];
    assert_true(lab_next_part(&text, part, function));
    assert_string_equal(part, "tree");
    assert_string_equal(function, "reduce_tree");
    assert_true(lab_next_part(&text, part, function));
    assert_string_equal(part, "up");
    assert_string_equal(function, "scan_up");
    assert_false(lab_next_part(&text, part, function));
}

static void test_progress_is_of_this_very_file(void **state) {
    (void)state;
    struct lab lab;
    assert_int_equal(lab_named("lab01-first", &lab), 0);
    assert_false(progress_passed(&lab));
    unsigned long long hash;
    assert_int_equal(progress_starter_hash(&lab, &hash), 0);
    assert_int_equal(progress_record(&lab, hash), 0);
    assert_true(progress_passed(&lab));
    write_file("lab01-first/starter.cu", "int two;\n");
    assert_false(progress_passed(&lab));
    write_file("lab01-first/starter.cu", "int one;\n");
    assert_true(progress_passed(&lab));
}

static void test_damaged_progress_is_none(void **state) {
    (void)state;
    struct lab lab;
    assert_int_equal(lab_named("lab01-first", &lab), 0);
    mkdir("build/progress", 0777);
    write_file("build/progress/lab01", "");
    assert_false(progress_passed(&lab));
    write_file("build/progress/lab01", "passed");
    assert_false(progress_passed(&lab));
}

static void test_furthest_hint_is_kept(void **state) {
    (void)state;
    struct lab lab, other;
    assert_int_equal(lab_named("lab01-first", &lab), 0);
    assert_int_equal(lab_named("lab02-second", &other), 0);
    assert_int_equal(progress_hints(&lab, 2), 0);
    assert_int_equal(progress_record_hint(&lab, 2, 2), 0);
    assert_int_equal(progress_record_hint(&lab, 2, 1), 0);
    assert_int_equal(progress_record_hint(&lab, 13, 3), 0);
    assert_int_equal(progress_hints(&lab, 2), 2);
    assert_int_equal(progress_hints(&lab, 13), 3);
    assert_int_equal(progress_hints(&lab, 3), 0);
    assert_int_equal(progress_hints(&other, 2), 0);
    // A number beyond all tasks is not recorded.
    assert_int_equal(progress_record_hint(&lab, 100000, 1), 0);
    assert_int_equal(progress_hints(&lab, 100000), 0);
    // A damaged record: its readable lines count.
    write_file("build/progress/lab01.hints", "2 1\n5 3\n-7 2\nnonsense\n6 2\n");
    assert_int_equal(progress_hints(&lab, 5), 3);
    assert_int_equal(progress_hints(&lab, 6), 0);
    assert_int_equal(progress_record_hint(&lab, 6, 1), 0);
    assert_int_equal(progress_hints(&lab, 5), 3);
    assert_int_equal(progress_hints(&lab, 6), 1);
}

// If a record cannot be written, the old one stays.
static void test_unwritable_note(void **state) {
    (void)state;
    struct lab lab;
    assert_int_equal(lab_named("lab01-first", &lab), 0);
    assert_int_equal(progress_record_hint(&lab, 1, 1), 0);
    assert_int_equal(mkdir("build/progress/lab01.hints.new", 0777), 0);
    assert_int_equal(progress_record_hint(&lab, 1, 2), -1);
    assert_int_equal(progress_hints(&lab, 1), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_names, make_course, remove_course),
        cmocka_unit_test_setup_teardown(test_find, make_course, remove_course),
        cmocka_unit_test_setup_teardown(test_meant, make_course, remove_course),
        cmocka_unit_test(test_parts),
        cmocka_unit_test_setup_teardown(test_progress_is_of_this_very_file, make_course, remove_course),
        cmocka_unit_test_setup_teardown(test_damaged_progress_is_none, make_course, remove_course),
        cmocka_unit_test_setup_teardown(test_furthest_hint_is_kept, make_course, remove_course),
        cmocka_unit_test_setup_teardown(test_unwritable_note, make_course, remove_course),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
