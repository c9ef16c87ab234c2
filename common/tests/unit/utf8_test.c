// Texts that others have written, before they reach a terminal or a page.
#define _GNU_SOURCE // open_memstream
#include "cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "text/terminal.h"
#include "text/json_text.h"
#include "text/utf8.h"

// What utf8_put writes for a whole text.
static void put(const char *text, const char *expected) {
    char *written = NULL;
    size_t length;
    FILE *out = open_memstream(&written, &length);
    while (*text != '\0') {
        text += utf8_put(out, text);
    }
    fclose(out);
    assert_string_equal(written, expected);
    free(written);
}

static void test_put(void **state) {
    (void)state;
    put("Zo\u00eb \u674e \t\n", "Zo\u00eb \u674e \t\n");
    put("\xff\xc3", "\ufffd\ufffd");
    put("a\x1b[31mb\x7f", "a\ufffd[31mb\ufffd");
    put("a\xc2\x9b"
        "31m",
        "a\ufffd31m"); // the same command in one letter
    put("a\u202eb\u2066\u2028c", "a\ufffdb\ufffd\ufffdc");
}

// A report, and the page of a run.
static void test_json(void **state) {
    (void)state;
    char *written = NULL;
    size_t length;
    FILE *out = open_memstream(&written, &length);
    const char text[] = "Zo\u00eb\u202e\u2067\u200f\u061c\xc2\x9b\x1b\xff";
    json_text(out, text, strlen(text));
    fclose(out);
    assert_string_equal(written, "\"Zo\u00eb\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\u001b\\ufffd\"");
    free(written);
}

static void test_clean(void **state) {
    (void)state;
    char name[] = "\u00eb\xff\u202e\x1b";
    utf8_clean(name, '_');
    assert_string_equal(name, "\u00eb_____");
    char line[] = "\u00eb\x1b[31m\u202e\tx\n";
    utf8_clean_controls(line);
    assert_string_equal(line, "\u00eb [31m   \tx\n");
}

static void test_terminal(void **state) {
    (void)state;
    char *written = NULL;
    size_t length;
    struct terminal terminal = {.out = open_memstream(&written, &length)};
    const char text[] = "a\x1b\u202e\xc2\x9b"
                        "b\nc";
    terminal_foreign(&terminal, text, strlen(text), "> ");
    fclose(terminal.out);
    assert_string_equal(written, "> a???b\n> c\n");
    free(written);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_put), cmocka_unit_test(test_json),
                                       cmocka_unit_test(test_clean), cmocka_unit_test(test_terminal)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
