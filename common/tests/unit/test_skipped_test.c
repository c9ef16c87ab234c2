// The reasons for which tests were skipped (common/cli/test_skipped.h).
#define _GNU_SOURCE // open_memstream, mkstemp
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cmocka_all.h"

#include "test_skipped.h"

#define TEST(kind, output)                                                                                   \
    "\t<testcase name=\"course.x\">\n" kind "\t\t<system-out>" output "</system-out>\n\t</testcase>\n"
#define SKIPPED "\t\t<skipped message=\"SKIP_RETURN_CODE=77\"/>\n"

// What is printed for this report.
static char *printed(const char *report) {
    char path[] = "/tmp/skipped.XXXXXX", *text = NULL;
    size_t size = 0;
    int file = mkstemp(path);
    assert_true(file >= 0);
    FILE *out = fdopen(file, "w");
    fputs(report, out);
    fclose(out);
    out = open_memstream(&text, &size);
    test_skipped_print(out, path);
    fclose(out);
    unlink(path);
    return text;
}

static void each_reason_once(void **state) {
    (void)state;
    char *text = printed(TEST("", "skipped: no moon\n") TEST(SKIPPED, "skipped: no moon\n")
                             TEST(SKIPPED, "lab01: skipped, because no moon\n")
                                 TEST(SKIPPED, "first\nno sun &lt;here&gt;\n")
                                     TEST(SKIPPED, "no sun &lt;here&gt;\n\n") TEST(SKIPPED, ""));
    assert_string_equal(text, "\n5 tests were skipped:\n"
                              "    2  no moon\n"
                              "    2  no sun <here>\n"
                              "    1  they do not say why\n");
    free(text);
}

static void nothing_to_say(void **state) {
    (void)state;
    char *text = printed(TEST("\t\t<failure message=\"\"/>\n", "no moon\n"));
    assert_string_equal(text, "");
    free(text);
    test_skipped_print(stdout, "/nowhere/tests.xml");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_reason_once),
        cmocka_unit_test(nothing_to_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
