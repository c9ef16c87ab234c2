// Files of edits: reading them, and making their changes to a program.
#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "edits.h"
#include "keep.h"
#include "text_file.h"

static const char program[] = "#define BODY { ( \\\n"              // 1
                              "    int x;\n"                       // 2
                              "int zero(void);\n"                  // 3
                              "struct alignas(zero(1)) pair {};\n" // 4
                              "int zero(void) {\n"                 // 5
                              "    wait();\n"                      // 6
                              "    return  0; // the  identity\n"  // 7
                              "}\n"                                // 8
                              "\n"                                 // 9
                              "int one(int zero) {\n"              // 10
                              "    for (;;) {\n"                   // 11
                              "        wait(); // for the others\n"
                              "    }\n" // 13
                              "    wait();\n"
                              "    // done\n" // 15
                              "    return 1;\n"
                              "}\n"; // 17

static void fails_to_parse(const char *text, int line, const char *words) {
    struct edits edits;
    assert_int_equal(edits_parse(text, strlen(text), &edits), -1);
    if (edits.error_line != line || strstr(edits.error, words) == NULL) {
        fail_msg("%s\nfailed otherwise: line %d: %s", text, edits.error_line, edits.error);
    }
    edits_free(&edits);
}

// Applies the edits of a mistake m. To be freed with its text.
static struct planted plant(const char *body) {
    struct edits edits;
    struct planted planted;
    char text[1000];
    snprintf(text, sizeof(text), "mistake m\n%s", body);
    if (edits_parse(text, strlen(text), &edits) != 0) {
        fail_msg("line %d: %s", edits.error_line, edits.error);
    }
    assert_non_null(edits_find(&edits, "m"));
    edits_plant(edits_find(&edits, "m"), program, strlen(program), &planted);
    edits_free(&edits);
    return planted;
}

// Lines [begin, end] of the program, from 1, are `expected` in the planted one.
static void changes(const char *body, int begin, int end, const char *expected) {
    struct planted planted = plant(body);
    const char *from = program, *behind;
    char all[1000];
    if (planted.text == NULL) {
        fail_msg("%s\nline %d: %s", body, planted.error_line, planted.error);
    }
    for (int line = 1; line < begin; line++) {
        from = strchr(from, '\n') + 1;
    }
    behind = from;
    for (int line = begin; line <= end; line++) {
        behind = strchr(behind, '\n') + 1;
    }
    snprintf(all, sizeof(all), "%.*s%s%s", (int)(from - program), program, expected, behind);
    assert_string_equal(planted.text, all);
    assert_int_equal(planted.length, strlen(all));
    free(planted.text);
}

static void fails(const char *body, int line, const char *words) {
    struct planted planted = plant(body);
    assert_null(planted.text);
    if (planted.error_line != line || strstr(planted.error, words) == NULL) {
        fail_msg("%s\nfailed otherwise: line %d: %s", body, planted.error_line, planted.error);
    }
}

static void test_parse(void **state) {
    (void)state;
    const char text[] = "# a file\n"
                        "mistake first\n"
                        "expect race: x at here\n"
                        "operators max affine\n"
                        "here a\n"
                        "f: #2\n"
                        "- b\n"
                        "-   c\n"
                        "+ d\n"
                        "# in between\n"
                        "-\n"
                        "\n\n"
                        "g: barrier twice #3\n"
                        "+ e\n"
                        "= because\n"
                        "=  it is";
    struct edits edits;
    assert_int_equal(edits_parse(text, strlen(text), &edits), 0);
    assert_int_equal(edits.entry_count, 2);
    assert_ptr_equal(edits_find(&edits, "first"), &edits.entries[0]);
    assert_null(edits_find(&edits, "second"));

    const struct entry *entry = &edits.entries[0];
    assert_int_equal(entry->number, 2);
    assert_int_equal(entry->fact_count, 2);
    assert_string_equal(entry->facts[0].text, "expect race: x at here");
    assert_int_equal(entry->facts[1].number, 4);
    assert_int_equal(entry->change_count, 2);
    assert_null(entry->changes[0].function);
    assert_int_equal(entry->changes[0].edits[0].kind, EDIT_HERE);
    const struct change *change = &entry->changes[1];
    assert_string_equal(change->function, "f");
    assert_int_equal(change->place, 2);
    assert_int_equal(change->edit_count, 2);
    assert_int_equal(change->edits[0].old_count, 2);
    assert_string_equal(change->edits[0].old_lines[1].text, "  c");
    assert_string_equal(change->edits[0].new_lines[0].text, "d");
    assert_int_equal(change->edits[1].number, 11);
    assert_string_equal(change->edits[1].old_lines[0].text, "");

    entry = &edits.entries[1];
    assert_null(entry->name);
    assert_string_equal(entry->changes[0].heading, "g: barrier twice #3");
    assert_string_equal(entry->changes[0].function, "g");
    assert_int_equal(entry->reason_count, 2);
    assert_string_equal(entry->reasons[1].text, "it is");
    edits_free(&edits);
}

static void test_parse_errors(void **state) {
    (void)state;
    fails_to_parse("mistake a\n\nmistake a\n", 3, "twice, first in line 1");
    fails_to_parse("mistake a\nmistake b\n", 2, "an empty line above");
    fails_to_parse("mistake a.b\n", 1, "lowercase letters");
    fails_to_parse("mistake a\n- x\nexpect y\n", 3, "further up");
    fails_to_parse("f: x\n- x\n= y\n+ z\n", 4, "further up");
    fails_to_parse("mistake a\n\n- x\nafterwards y\n", 4, "unknown line 'afterwards y'");
    fails_to_parse("mistake a\nf: #0\n", 2, "'#0'");
    fails_to_parse("mistake a\nf: #2nd\n", 2, "'#2nd'");
}

static void test_replace(void **state) {
    (void)state;
    // Blanks and a comment make no difference, unless the comment is asked for.
    changes("- return 0;\n+ return 1;\n", 7, 7, "    return 1;\n");
    changes("- return 0; // the identity\n", 7, 7, "");
    changes("- // done\n+ // Done.\n", 15, 15, "    // Done.\n");
    changes("- wait(); // for the others\n", 12, 12, "");
    // Several lines, with the indentation of the least indented.
    changes("-     wait();\n- }\n+ }\n+     twice();\n+\n", 12, 13, "    }\n        twice();\n\n");
    changes("- }\n-\n+ }\n", 8, 9, "}\n");
    // Two deletions, with a line between them that stays.
    changes("- for (;;) {\n...\n- // done\n", 11, 15,
            "        wait(); // for the others\n    }\n    wait();\n");
}

static void test_insert(void **state) {
    (void)state;
    changes("before return 1;\n+ a();\n+     b();\n", 16, 16, "    a();\n        b();\n    return 1;\n");
    changes("after return 1;\n+ a();\n", 16, 16, "    return 1;\n    a();\n");
    changes("after return 1;\n+ b();\nbefore return 1;\n+ a();\n- return 1;\n+ return 2;\n", 16, 16,
            "    a();\n    return 2;\n    b();\n");
}

static void test_here_and_facts(void **state) {
    (void)state;
    changes("here return 0;\n", 7, 7, "    return  0; // <-- here\n");
    changes("here for (;;) {\n", 11, 11, "    for (;;) { // <-- here\n");
    changes("expect race: x at here\npart a\n", 1, 0, "// expect: race: x at here\n// part: a\n");
}

static void test_function(void **state) {
    (void)state;
    // Not the declaration, the directive, the attribute or the parameter of that name.
    changes("zero:\n- wait();\n", 6, 6, "");
    changes("one: #1\n- wait();\n", 12, 12, "");
    changes("one: #2\n- wait();\n+ pause();\n", 14, 14, "    pause();\n");
    changes("one:\n- }\n- wait();\n", 13, 14, "");
    fails("three:\n- wait();\n", 2, "no function 'three'");
    fails("zero:\n- return 1;\n", 3, "no match in zero for 'return 1;'");
}

static void test_errors(void **state) {
    (void)state;
    fails("- wait()\n", 2, "no match in the program for 'wait()'");
    fails("- return 0;\n- wait();\n", 2, "and the lines below it");
    fails("- }\n- // the end\n", 2, "no match"); // past the last line
}

static void test_ambiguity(void **state) {
    (void)state;
    fails("- wait();\n", 2, "3 matches in the program, from line 6 to 14");
    fails("one:\nbefore wait();\n+ x();\n", 3, "2 matches in one, from line 12 to 14");
    fails("one: #3\n- wait();\n", 3, "no match #3 in one, only 2");
}

static void test_impossible(void **state) {
    (void)state;
    fails("+ x();\n", 2, "new lines need");
    fails("here return 0;\n+ x();\n", 3, "new lines need");
    fails("after return 0;\n", 2, "new lines are missing");
    fails("- return 0;\nhere return 0;\n", 3, "line 7 of the program is changed twice");
}

static void test_keep(void **state) {
    (void)state;
    char folder[] = "/tmp/edits_test_XXXXXX", path[64], backup[KEEP_PATH_SIZE], first[KEEP_PATH_SIZE];
    size_t length;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof(path), "%s/starter.cu", folder);
    assert_int_equal(keep_and_write(path, "a", 1, backup), KEEP_DONE);
    assert_string_equal(backup, "");
    assert_int_equal(keep_and_write(path, "a", 1, backup), KEEP_SAME);
    assert_int_equal(keep_and_write(path, "b", 1, first), KEEP_DONE);
    assert_int_equal(keep_and_write(path, "c", 1, backup), KEEP_DONE);
    assert_non_null(strstr(first, "/starter.cu.bak-1"));
    assert_non_null(strstr(backup, "/starter.cu.bak-2"));
    const char *const paths[] = {first, backup, path};
    for (int i = 0; i < 3; i++) {
        char *text = text_file_read(paths[i], &length);
        assert_int_equal(length, 1);
        assert_int_equal(text[0], 'a' + i);
        free(text);
        unlink(paths[i]);
    }
    rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse),          cmocka_unit_test(test_parse_errors),
        cmocka_unit_test(test_replace),        cmocka_unit_test(test_insert),
        cmocka_unit_test(test_here_and_facts), cmocka_unit_test(test_function),
        cmocka_unit_test(test_errors),         cmocka_unit_test(test_ambiguity),
        cmocka_unit_test(test_impossible),     cmocka_unit_test(test_keep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
