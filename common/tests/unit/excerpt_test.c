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
    return fclose(file);
}

static int remove_source(void **state) {
    (void)state;
    return remove(path);
}

static void expect(int line, int column, const char *expected) {
    char *text = NULL;
    size_t size = 0;
    struct terminal terminal = {.out = open_memstream(&text, &size), .width = 40};
    struct source_place place = {.line = line, .column = column};
    snprintf(place.file, sizeof(place.file), "%s", path);
    report_excerpt(&terminal, &place);
    fclose(terminal.out);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_deep_line_begins_with_its_code),
        cmocka_unit_test(a_wide_line_continues),
    };
    return cmocka_run_group_tests(tests, write_source, remove_source);
}
