// Finding, emptying and comparing TODO regions.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "regions.h"

static const char solution[] = "int f(int x) {\n"                // 1
                               "    // TODO(1): y is twice x.\n" // 2
                               "    //   More of it.\n"          // 3
                               "    // And more.\n"              // 4
                               "    int y = 2 * x;\n"            // 5
                               "    // a comment of the solution\n"
                               "    // END TODO(1)\n" // 7
                               "    int z;\n"
                               "    // TODO(2): z is set.\n" // 9
                               "\n"
                               "    z = y;\n"
                               "    // END TODO(2)\n" // 12
                               "    return z;\n"
                               "}\n";
static const char starter[] = "int f(int x) {\n"
                              "    // TODO(1): y is twice x.\n"
                              "    //   More of it.\n"
                              "    // And more.\n"
                              "    // END TODO(1)\n"
                              "    int z;\n"
                              "    // TODO(2): z is set.\n"
                              "    // END TODO(2)\n"
                              "    return z;\n"
                              "}\n";

static struct regions find(const char *source) {
    struct regions regions;
    if (regions_find(source, strlen(source), &regions) != 0) {
        fail_msg("line %d: %s", regions.error_line, regions.error);
    }
    return regions;
}

static void fails(const char *source, int line, const char *words) {
    struct regions regions;
    assert_int_equal(regions_find(source, strlen(source), &regions), -1);
    assert_int_equal(regions.count, 0);
    if (regions.error_line != line || !strstr(regions.error, words)) {
        fail_msg("%s\nfailed otherwise: line %d: %s", source, regions.error_line, regions.error);
    }
    regions_free(&regions);
}

static void test_find(void **state) {
    (void)state;
    struct regions regions = find(solution);
    assert_int_equal(regions.count, 2);
    const struct region *first = &regions.regions[0], *second = &regions.regions[1];
    assert_int_equal(first->number, 1);
    assert_int_equal(first->begin_line, 2);
    assert_int_equal(first->end_line, 7);
    assert_string_equal(first->text, "y is twice x.\nMore of it.\nAnd more.");
    assert_true(first->filled);
    assert_int_equal(second->number, 2);
    assert_int_equal(second->begin_line, 9);
    assert_int_equal(second->end_line, 12);
    assert_string_equal(second->text, "z is set.");
    assert_null(regions_next(&regions));
    regions_free(&regions);

    regions = find(starter);
    assert_int_equal(regions.count, 2);
    assert_ptr_equal(regions_next(&regions), &regions.regions[0]);
    regions_free(&regions);
    regions = find("no regions // but a TODO(1) or TODO: something\n");
    assert_int_equal(regions.count, 0);
    assert_null(regions_next(&regions));
    regions_free(&regions);
}

// Does this code between TODO(1) and END TODO(1) fill the region?
static void filled(const char *code, int expected) {
    char source[200];
    snprintf(source, sizeof(source), "// TODO(1): a\n%s\n// END TODO(1)", code);
    struct regions regions = find(source);
    assert_int_equal(regions.count, 1);
    assert_int_equal(regions.regions[0].filled, expected);
    regions_free(&regions);
}

static void test_filled(void **state) {
    (void)state;
    filled("", 0);
    filled("// my thoughts\n\n\t// x = 1;\n/* y\n= 2; */ \\\n", 0);
    filled(";", 1);
    filled("#define A", 1);
    filled("/* a */ x // b", 1);
    filled("const char *s = R\"(\n// END TODO(1)\n)\";", 1);
}

static void test_recognition(void **state) {
    (void)state;
    struct regions regions = find("//TODO(1):a\r\n//  b \r\nx\r\n\t//  END TODO(1) as it is\r\n");
    assert_int_equal(regions.count, 1);
    assert_string_equal(regions.regions[0].text, "a\nb");
    assert_int_equal(regions.regions[0].end_line, 4);
    regions_free(&regions);
    // Strings and other comments contain no markers.
    regions = find("/* TODO(1): a */ \"// TODO(1): b\" R\"(\n// TODO(1): c\n)\" /*\n// TODO(1): d\n*/\n");
    assert_int_equal(regions.count, 0);
    regions_free(&regions);
    // A comment after code, or below a blank line, does not belong to the task's text.
    regions = find("// TODO(1):\nx; // a\n// END TODO(1)\n// TODO(2): b\n\n// c\n// END TODO(2)\n");
    assert_string_equal(regions.regions[0].text, "");
    assert_string_equal(regions.regions[1].text, "b");
    regions_free(&regions);
}

static void test_errors(void **state) {
    (void)state;
    fails("\n// TODO(1): a\n", 2, "does not end");
    fails("// TODO(1): a\n// TODO(2): b\n// END TODO(2)\n", 2, "TODO(2) begins before END TODO(1)");
    fails("// TODO(1): a\n// END TODO(1)\n// TODO(1): b\n", 3, "occurs twice, first at line 1");
    fails("// TODO(2): a\n// END TODO(2)\n", 1, "expected TODO(1)");
    fails("// TODO(1): a\n// END TODO(1)\n// TODO(3): b\n", 3, "expected TODO(2)");
    fails("// TODO(0): a\n", 1, "expected TODO(1)");
    fails("// TODO(4294967297): a\n", 1, "expected TODO(1)");
    fails("// TODO(1): a\n// END TODO(2)\n", 2, "expected END TODO(1)");
    fails("a\n// TODO(1) the colon is missing\n// END TODO(1)\n", 3, "END TODO(1) without");
    fails("/* a */ // TODO(1): a\n", 1, "alone on its line");
    fails("int x; // TODO(1): a\n", 1, "alone on its line");
    fails("// TODO(1): a\nx; // END TODO(1)\n", 2, "alone on its line");
}

static void emptied(const char *source, int kept, const char *expected) {
    struct regions regions = find(source);
    size_t length;
    char *text = regions_fill(&regions, kept, &length);
    assert_non_null(text);
    assert_string_equal(text, expected);
    assert_int_equal(length, strlen(expected));
    free(text);
    regions_free(&regions);
}

static void test_fill(void **state) {
    (void)state;
    emptied(solution, 0, starter);
    emptied(solution, 2, solution);
    emptied(solution, 1,
            "int f(int x) {\n"
            "    // TODO(1): y is twice x.\n"
            "    //   More of it.\n"
            "    // And more.\n"
            "    int y = 2 * x;\n"
            "    // a comment of the solution\n"
            "    // END TODO(1)\n"
            "    int z;\n"
            "    // TODO(2): z is set.\n"
            "    // END TODO(2)\n"
            "    return z;\n"
            "}\n");
    emptied("// TODO(1): a \\\n b\r\nx\r\n// END TODO(1)", 0, "// TODO(1): a \\\n b\r\n// END TODO(1)");
    emptied("", 0, "");
}

static void differ(const char *a, const char *b, int a_line, const char *a_text, int b_line,
                   const char *b_text) {
    struct regions a_regions = find(a), b_regions = find(b);
    struct source_line a_found, b_found;
    assert_int_equal(regions_differ(&a_regions, &b_regions, &a_found, &b_found), 1);
    assert_int_equal(a_found.number, a_line);
    assert_int_equal(b_found.number, b_line);
    assert_int_equal(a_found.length, strlen(a_text));
    assert_int_equal(b_found.length, strlen(b_text));
    if (a_found.length > 0) {
        assert_memory_equal(a_found.text, a_text, a_found.length);
    }
    if (b_found.length > 0) {
        assert_memory_equal(b_found.text, b_text, b_found.length);
    }
    regions_free(&a_regions);
    regions_free(&b_regions);
}

static void mix(const char *own, const bool *done, const char *path, const char *expected) {
    struct regions solved = find(solution), regions = find(own);
    size_t length;
    char *text = regions_mix(&regions, &solved, done, path, &length);
    assert_string_equal(text, expected);
    assert_int_equal(length, strlen(expected));
    free(text);
    regions_free(&regions);
    regions_free(&solved);
}

static void test_mix(void **state) {
    (void)state;
    const bool none[2] = {false, false}, second[2] = {false, true}, first[2] = {true, false};
    mix(starter, none, "a", starter);
    const char own[] =
        "// TODO(1): y is twice x.\nmine\n// END TODO(1)\n// TODO(2): z.\n\n// END TODO(2)\nrest";
    mix(own, second, "/a \"b\"\\c",
        "// TODO(1): y is twice x.\nmine\n// END TODO(1)\n// TODO(2): z.\n\n#line 1 \"TODO(2), done for "
        "you\"\n\n"
        "    z = y;\n#line 6 \"/a \\\"b\\\"\\\\c\"\n// END TODO(2)\nrest");
    mix("// TODO(1): a\n// END TODO(1)\n", first, "s",
        "// TODO(1): a\n#line 1 \"TODO(1), done for you\"\n    int y = 2 * x;\n    // a comment of the "
        "solution\n"
        "#line 2 \"s\"\n// END TODO(1)\n");
    assert_int_equal(regions_done_number("TODO(2), done for you"), 2);
    assert_int_equal(regions_done_number("/a/TODO(13), done for you"), 13);
    assert_int_equal(regions_done_number("/a/TODO(13), done for you/b"), 0);
    assert_int_equal(regions_done_number("starter.cu"), 0);
    assert_int_equal(regions_done_number(""), 0);
}

static void test_differ(void **state) {
    (void)state;
    struct regions a = find(starter), b = find(solution);
    struct source_line a_line, b_line;
    assert_int_equal(regions_differ(&a, &b, &a_line, &b_line), 0);
    regions_free(&a);
    regions_free(&b);
    const char open[] = "// TODO(1): a\nx\n// END TODO(1)\n", more[] = "// TODO(1): a\n// END TODO(1)\ny\n";
    differ(open, more, 0, "", 3, "y");
    differ("a\nb\n", "a\nc\n", 2, "b", 2, "c");
    differ("// TODO(1): a\nx\n// END TODO(1)\nb", "// TODO(1): a\n// END TODO(1)\nc", 4, "b", 3, "c");
    differ("// TODO(1): a\n// END TODO(1)\n", "// TODO(1): b\nx\n// END TODO(1)\n", 1, "// TODO(1): a", 1,
           "// TODO(1): b");
    differ("a\n", "a", 1, "a", 1, "a");
    differ("a\r\n", "a\n", 1, "a", 1, "a");
    // The code of a region does not count as the other file's code.
    differ("x\n", "// TODO(1): a\nx\n// END TODO(1)\n", 1, "x", 1, "// TODO(1): a");
}

static void test_read(void **state) {
    (void)state;
    char path[] = "/tmp/regions_test_XXXXXX";
    struct regions regions;
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, solution, strlen(solution)), (ssize_t)strlen(solution));
    close(descriptor);
    assert_int_equal(regions_read(path, &regions), 0);
    assert_int_equal(regions.count, 2);
    regions_free(&regions);
    unlink(path);
    assert_int_equal(regions_read(path, &regions), -1);
    assert_int_equal(regions.error_line, 0);
    assert_non_null(strstr(regions.error, path));
    regions_free(&regions);
    assert_int_equal(regions_read("/", &regions), -1);
    regions_free(&regions);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_find),        cmocka_unit_test(test_filled),
                                       cmocka_unit_test(test_recognition), cmocka_unit_test(test_errors),
                                       cmocka_unit_test(test_fill),        cmocka_unit_test(test_differ),
                                       cmocka_unit_test(test_read),        cmocka_unit_test(test_mix)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
