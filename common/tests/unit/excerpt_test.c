// Excerpts of the source: a wide line is shown in several rows, none of which is empty.
#define _GNU_SOURCE // open_memstream, mkstemp under -std=c11
#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/report/report.h"

static char path[] = "/tmp/excerpt_test_XXXXXX";

static int write_source(void **state) {
    (void)state;
    int descriptor = mkstemp(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (file == NULL) {
        return -1;
    }
    fprintf(file, "%*stotal = first + second;\n", 40, "");
    fprintf(file, "    total = first + second + the_third_of_them;\n");
    fprintf(file, "x%0999d\nx%01999d\n", 0, 0);
    fputs("x", file);
    for (int i = 0; i < 600; i++) {
        fputs("\u00e9", file); // two bytes: the cut falls between them
    }
    return fclose(file);
}

static int remove_source(void **state) {
    (void)state;
    return remove(path);
}

// The excerpt, to be freed. A width of 0: not on a terminal.
static char *excerpt(int line, int column, int width) {
    char *text = NULL;
    size_t size = 0;
    struct terminal terminal = {.out = open_memstream(&text, &size), .width = width};
    struct source_place place = {.line = line, .column = column};
    snprintf(place.file, sizeof(place.file), "%s", path);
    report_excerpt(&terminal, &place);
    fclose(terminal.out);
    return text;
}

static void expect(int line, int column, const char *expected) {
    char *text = excerpt(line, column, 40);
    assert_string_equal(text, expected);
    free(text);
}

static void a_deep_line_begins_with_its_code(void **state) {
    (void)state;
    expect(1, 0, "    1 | total = first + second;\n");
    expect(1, 49,
           "    1 | total = first + second;\n"
           "      |         ^\n");
}

static void a_wide_line_continues(void **state) {
    (void)state;
    expect(2, 0,
           "    2 |     total = first + second +\n"
           "      |         the_third_of_them;\n");
}

static void a_very_long_line_is_cut(void **state) {
    (void)state;
    const size_t margin = strlen("    3 | \n");
    for (int line = 3; line <= 5; line++) { // of 1,000 bytes, of 2,000, and of 1,201
        char *text = excerpt(line, 1500, 0);
        const char *rest = strstr(text, " ...\n");
        assert_int_equal(strlen(text), margin + (line < 5 ? 1000 : 999));
        assert_true(line == 3 ? rest == NULL : rest != NULL && strlen(rest) == strlen(" ...\n"));
        free(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_deep_line_begins_with_its_code),
        cmocka_unit_test(a_wide_line_continues),
        cmocka_unit_test(a_very_long_line_is_cut),
    };
    return cmocka_run_group_tests(tests, write_source, remove_source);
}
