// Reading hints.md: its contents, the errors in a damaged one, and its text on a terminal.
#define _GNU_SOURCE // open_memstream, mkstemp under -std=c11
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmocka_all.h"

#include "hints.h"

#define STEP(NUMBER, TITLE, TEXT)                                                                            \
    "<details><summary>" NUMBER ". " TITLE "</summary>\n\n" TEXT "\n\n</details>\n\n"

static char path[] = "/tmp/hints_test_XXXXXX";

static int read_text(const char *text, size_t length, struct hints *hints) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
    return hints_read(path, "lab01", hints);
}

static void expect_error(const char *text, int line, const char *part) {
    struct hints hints;
    assert_int_equal(read_text(text, strlen(text), &hints), -1);
    if (strstr(hints.error, part) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", hints.error, part);
    }
    assert_int_equal(hints.error_line, line);
    hints_free(&hints);
}

static void expect_printed(const struct hint *hint, bool joined, const char *expected) {
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    hint_print(hint, out, joined, &(const struct catalogue){.entries = NULL});
    assert_int_equal(fclose(out), 0);
    assert_string_equal(text, expected);
    free(text);
}

static void expect_print(const struct hint *hint, const char *expected) {
    expect_printed(hint, false, expected);
}

static void test_joined_paragraphs(void **state) {
    (void)state;
    static const char text[] = "# Hints for lab01\n\n## TODO(1)\n\n" STEP(
        "1", "A nudge",
        "one\ntwo\n\nthree:\n\n    code\n    more\n\n- four\n  five\n- six\n1. seven\n```\na\nb\n```\neight");
    struct hints hints;
    assert_int_equal(read_text(text, strlen(text), &hints), 0);
    expect_printed(
        hints_find(&hints, 1, 1), true,
        "one two\n\nthree:\n\n    code\n    more\n\n- four five\n- six\n1. seven\n    a\n    b\neight\n");
    hints_free(&hints);
}

// A paragraph and an item are found by their text in one row; code stays, and so does what is not translated.
static void test_translated_paragraphs(void **state) {
    (void)state;
    static const char text[] = "# Hints for lab01\n\n## TODO(1)\n\n" STEP(
        "1", "A nudge",
        "one\ntwo &lt;\n\n    one\n\n- three\n  four\n- five\n\n12. six\n"
        "```\nfive\n```");
    // Sorted by their English texts.
    struct catalogue_entry entries[] = {{.id = "five", .text = "5", .flags = ""},
                                        {.id = "one", .text = "1", .flags = ""},
                                        {.id = "one two &lt;", .text = "12 &lt; 3", .flags = ""},
                                        {.id = "six", .text = "6", .flags = " fuzzy"},
                                        {.id = "three four", .text = "34", .flags = ""}};
    const struct catalogue catalogue = {.entries = entries, .count = 5};
    struct hints hints;
    assert_int_equal(read_text(text, strlen(text), &hints), 0);
    for (int joined = 0; joined < 2; joined++) {
        char *printed = NULL;
        size_t length;
        FILE *out = open_memstream(&printed, &length);
        assert_non_null(out);
        hint_print(hints_find(&hints, 1, 1), out, joined != 0, &catalogue);
        assert_int_equal(fclose(out), 0);
        assert_string_equal(printed, "12 < 3\n\n    one\n\n- 34\n- 5\n\n12. six\n    five\n");
        free(printed);
    }
    hints_free(&hints);
}

static void test_sections_and_steps(void **state) {
    (void)state;
    static const char text[] = "# Hints for lab01\n\n## TODO(1)\n\n" STEP("1", "A nudge", "one")
        STEP("2", "The idea", "two\n\nthree") "## TODO(2)\n" STEP("1", "Other", "four");
    struct hints hints;
    assert_int_equal(read_text(text, strlen(text), &hints), 0);
    assert_int_equal(hints.count, 3);
    assert_int_equal(hints_steps(&hints, 1), 2);
    assert_int_equal(hints_steps(&hints, 2), 1);
    assert_int_equal(hints_steps(&hints, 3), 0);
    const struct hint *hint = hints_find(&hints, 1, 2);
    assert_non_null(hint);
    assert_int_equal(hint->title_length, strlen("The idea"));
    assert_memory_equal(hint->title, "The idea", hint->title_length);
    expect_print(hint, "two\n\nthree\n");
    expect_print(hints_find(&hints, 2, 1), "four\n");
    assert_null(hints_find(&hints, 2, 2));
    hints_free(&hints);
}

// Code may contain what would be markup elsewhere. Windows line ends do no harm, and the last line end may be
// missing.
static void test_plain_text(void **state) {
    (void)state;
    static const char text[] = "# Hints for lab01\r\n## TODO(1)\r\n<details><summary>1. x</summary>\r\n"
                               "a &lt; b &amp;&amp; c &gt; d, &amp;lt; &other;\r\n```c\r\nif (a &lt; b) "
                               "{\r\n</details>\r\n\r\n}\r\n```\r\n"
                               "- end</b>\r\n</details>";
    struct hints hints;
    assert_int_equal(read_text(text, strlen(text), &hints), 0);
    expect_print(hints_find(&hints, 1, 1),
                 "a < b && c > d, &lt; &other;\n    if (a &lt; b) {\n    </details>\n\n"
                 "    }\n- end</b>\n");
    hints_free(&hints);
}

static void test_damage_is_named(void **state) {
    (void)state;
    static const char zero[] = "# Hints for lab01\n\0";
    struct hints hints;
    expect_error("", 1, "the first line should be \"# Hints for lab01\"");
    expect_error("# Hints for lab02\n", 1, "the first line should be");
    expect_error("# Hints for lab01\n\n", 0, "no hints");
    expect_error("# Hints for lab01\n\n## TODO(2)\n", 3, "TODO(1) should come here, not TODO(2)");
    expect_error("# Hints for lab01\n## TODO(1)\n## TODO(2)\n", 2, "TODO(1) has no hints");
    expect_error("# Hints for lab01\n## TODO(1)\n" STEP("1", "x", "y") "## TODO(2)\n", 9,
                 "TODO(2) has no hints");
    expect_error("# Hints for lab01\n## TODO(1)\n" STEP("1", "x", "y") "## TODO(1)\n", 9,
                 "TODO(2) should come");
    expect_error("# Hints for lab01\nsome words\n", 2, "neither");
    expect_error("# Hints for lab01\n" STEP("1", "x", "y"), 2, "neither");
    expect_error("# Hints for lab01\n## TODO(1) words\n", 2, "neither");
    expect_error("# Hints for lab01\n## TODO(1\n", 2, "neither");
    expect_error("# Hints for lab01\n## TODO(1)\n<details>\n", 3, "neither");
    expect_error("# Hints for lab01\n## TODO(1)\n<details><summary>1. </summary>\n", 3, "neither");
    expect_error("# Hints for lab01\n## TODO(1)\n" STEP("2", "x", "y"), 3,
                 "hint 1 of TODO(1) should come here");
    expect_error("# Hints for lab01\n## TODO(1)\n" STEP("1", "x", " "), 3, "hint 1 of TODO(1) is empty");
    expect_error("# Hints for lab01\n## TODO(1)\n" STEP("1", "x", "```"), 3, "has no end");
    expect_error("# Hints for lab01\n## TODO(1)\n<details><summary>1. x</summary>\n", 3, "has no end");
    assert_int_equal(read_text(zero, sizeof(zero), &hints), -1);
    assert_string_equal(hints.error, "this is not a text file");
    hints_free(&hints);
    assert_int_equal(hints_read("/tmp/there is no such file", "lab01", &hints), -1);
    assert_int_equal(hints.error_line, 0);
    hints_free(&hints);
}

static int make_file(void **state) {
    (void)state;
    int file = mkstemp(path);
    return file < 0 ? -1 : close(file);
}

static int remove_file(void **state) {
    (void)state;
    return remove(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_joined_paragraphs),  cmocka_unit_test(test_translated_paragraphs),
        cmocka_unit_test(test_sections_and_steps), cmocka_unit_test(test_plain_text),
        cmocka_unit_test(test_damage_is_named),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
