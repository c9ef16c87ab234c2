// The lines under an error that decide what it is about (check/report/deciding_lines.h), in the student's language.
#define _GNU_SOURCE // mkdtemp, setenv, open_memstream under -std=c11
#include "language_check.h"

#include "check/report/deciding_lines.h"

static const char source[] = "__device__ int next(const int *at, int i) {\n" // 1
                             "    return at[i + 1];\n"
                             "}\n"
                             "__global__ void scan(const int *in, int *out, int n) {\n"
                             "    const int2 *pairs = (const int2 *)(in + 1);\n" // 5
                             "    int limit = 2 * n;\n"
                             "    int sum = 0;\n"
                             "    for (int i = 0; i < limit; i++) {\n"
                             "        const int2 pair = pairs[i];\n" // 9
                             "        sum += pair.x;\n"
                             "    }\n"
                             "    out[0] = sum;\n" // 12
                             "    int first = n;\n"
                             "    out[1] = next(in, first);\n" // 14
                             "    int at = 3 * first;\n"
                             "    if (at < limit) {\n"
                             "        out[2] = in[at];\n" // 17
                             "    }\n"
                             "}\n";

typedef void report_function(const struct terminal *, const struct finding *, struct shown_lines *);

// What the function prints about this line.
static void expect(report_function *report, int line, int called, const char *expected) {
    char path[200], *text = NULL;
    size_t size = 0;
    struct finding finding = {.called = called, .places = {{.line = line}}};
    struct shown_lines shown = {.count = 0};
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    snprintf(path, sizeof(path), "%s/source.cu", folder);
    snprintf(finding.places[0].file, sizeof(finding.places[0].file), "%s", path);
    const struct terminal terminal = {.out = out};
    report(&terminal, &finding, &shown);
    fclose(out);
    if (strstr(text, expected) == NULL) {
        print_error("%s is not in: %s\n", expected, text);
    }
    assert_non_null(strstr(text, expected));
    free(text);
}

static void calls(void **state) {
    (void)state;
    expect(report_called, 2, 14, "source.cu:14: CALLED");
    expect(report_called, 2, 14, "source.cu:13: ARGUMENT");
}

static void indices(void **state) {
    (void)state;
    expect(report_pointer, 9, 0, "source.cu:5: POINTER");
    expect(report_limit_origin, 17, 0, "source.cu:6: LIMIT");
}

static void values(void **state) {
    (void)state;
    expect(report_value_loop, 12, 0, "source.cu:8: LOOP");
}

static int open_messages(void **state) {
    static const char catalogue[] = "msgid \"called from here\"\nmsgstr \"CALLED\"\n\n"
                                    "msgid \"this sets its argument\"\nmsgstr \"ARGUMENT\"\n\n"
                                    "msgid \"the pointer comes from here\"\nmsgstr \"POINTER\"\n\n"
                                    "msgid \"the limit comes from here\"\nmsgstr \"LIMIT\"\n\n"
                                    "msgid \"this loop makes its value\"\nmsgstr \"LOOP\"\n";
    const int failed = open_language(state, catalogue);
    write_file("source.cu", source);
    return failed;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls),
        cmocka_unit_test(indices),
        cmocka_unit_test(values),
    };
    return cmocka_run_group_tests(tests, open_messages, close_language);
}
