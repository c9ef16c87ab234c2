// The preprocessor: each case is a source, and the text that it becomes, or the refusal. What it must do was compared
// with what GCC does.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmocka_all.h"
#include "engine/preprocess.h"

static const char *source;

static char *read_file(const char *path, size_t *length) {
    const char *text = strcmp(path, "lab/a.cu") == 0    ? source
                       : strcmp(path, "lab/lab.h") == 0 ? "#pragma once\nint lab;\n"
                       : strcmp(path, "common/operator.h") == 0
                           ? "#ifndef O\n#define O\n#include \"lab.h\"\n#endif\n"
                       : strcmp(path, "common/again.h") == 0      ? "#include \"again.h\"\n"
                       : strcmp(path, "common/unfinished.h") == 0 ? "#if 1\n#define\n"
                                                                  : NULL;
    errno = ENOENT;
    *length = text != NULL ? strlen(text) : 0;
    return text != NULL ? strdup(text) : NULL;
}

static int run(const char *text, struct preprocessed *result, char *refusal, size_t size) {
    const char *const folders[] = {"lab", "common"}, *const definitions[] = {"OP=sum", "ONE=1"};
    const struct preprocess_request request = {.path = "lab/a.cu",
                                               .folders = folders,
                                               .folder_count = 2,
                                               .definitions = definitions,
                                               .definition_count = 2,
                                               .prelude = "#define NULL 0\n#define _Pragma(pragma)\n",
                                               .read = read_file};
    source = text;
    return preprocess(&request, result, refusal, size);
}

static void check(const char *text, const char *expected) {
    struct preprocessed result;
    char refusal[200] = "";
    const int failed = run(text, &result, refusal, sizeof(refusal));
    assert_string_equal(refusal, "");
    assert_int_equal(failed, 0);
    assert_string_equal(result.text, expected);
    assert_int_equal(result.length, strlen(expected));
    preprocessed_free(&result);
}

static void check_refusal(const char *text, const char *expected) {
    struct preprocessed result;
    char refusal[200] = "";
    assert_int_equal(run(text, &result, refusal, sizeof(refusal)), -1);
    assert_string_equal(refusal, expected);
}

static void test_words(void **state) {
    (void)state;
    check("", "");
    check("a /* b\n */ c // d\n  e\\\nf \"g\\\n\" + \\\n+\n", "a\nc\nef\n\"g\"\n+\n+");
    check("k<<<1, 2>>>(p->q+=R\"(\n#if)\");", "k<<<1, 2>>>(p->q+=R\"(\n#if)\");");
    check_refusal("\na = 'b;", "lab/a.cu:2: error: the closing ' is missing");
    check_refusal("a # b", "lab/a.cu:1: '#' is not at the beginning of its line");
    check_refusal("a\n/* b", "lab/a.cu:2: error: the comment does not end");
}

static void test_macros(void **state) {
    (void)state;
    check("OP ONE NULL", "sum 1 0");
    check("#define f(a, b) b-a\nf((1, 2),) f f(\n#ifdef f\n3\n#endif\n, 4)", "-(1, 2) f 4 - 3");
    check("#define a a b\n#define b a\na\n#undef a\na b", "a a\na a");
    check("#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)", "2 * 9 *g");
    check("#define f() 1 g\n#define g() f\nf()()()", "1 1 g");
    check("#define s(a) #a\n#define x(a) s(a)\ns( a  \"\\n\" /**/ '\"') x(OP OP)",
          "\"a \\\"\\\\n\\\" '\\\"'\" \"sum sum\"");
    check("#define c(a, b, d) a##b##d\nc(x,,1) c(,,) c(,y 2,3) c(<,<,=) c(-,>,)", "x1 y 23 <<= ->");
    check("#define v(a, ...) p(a, ## __VA_ARGS__) #__VA_ARGS__\nv(1) v(1,) v(1, 2, 3)",
          "p(1) \"\" p(1) \"\" p(1, 2, 3) \"2, 3\"");
    check("#define n -\n#define e\n-n-1 -e-1 n(x)>e>", "- - -1 - -1 -(x)> >");
    check("#define l __LINE__\n__FILE__ l", "\"lab/a.cu\" 2");
    check("#define u _Pragma(\"unroll\") a\nu", "a");
    check_refusal("#define f(a) a\nf(1, 2)", "lab/a.cu:2: macro f has 2 arguments instead of 1");
    check_refusal("#define f(a) a\n\nf((1)\n", "lab/a.cu:3: the arguments of macro f do not end");
    check_refusal("#define f(a) #b\n\nf(1)", "lab/a.cu:3: # is not before a parameter of the macro");
    check_refusal("#define f(a...) a\n", "lab/a.cu:1: the parameters of this macro are malformed");
}

static void test_conditions(void **state) {
    (void)state;
    static const char *const true_ones[] = {
        "1 + 2 * 3 == 7 && !(0x10 - 020)",
        "1 || 1 / 0",
        "defined OP && !defined(P) && P == 0 && true",
        "-7 / 2 == -3 && -8 >> 1 == -4 && 7 % -1 == 0",
        "1L << 62 == 0x4000000000000000ll && (2 | 5 & 4) == 6 && -(3) < +1",
        "1 - 1 - 1 < 0 && 1 << 2 + 1 == 8 && 2 != 3 && 3 >= 3 && 2 <= 3 && 3 > 2",
        "0 && 1 % 0 || 9223372036854775807 + 1 < 0"};
    char text[200];
    for (size_t i = 0; i < sizeof(true_ones) / sizeof(*true_ones); i++) {
        snprintf(text, sizeof(text), "#if %s\nyes\n#elif 1 / 0\n#else\nno\n#endif", true_ones[i]);
        check(text, "yes");
    }
    check("#if 0\ndon't\n#if 1\n#else\n#x\n#endif\n#elif ONE\na\n#else\nb\n#endif", "a");
    check_refusal("#if 1 / 0\n#endif", "lab/a.cu:1: the condition of this #if divides by zero");
    static const char *const unknown[] = {"1 +", "1 1", "(1",        "defined(A",           "1u",
                                          "1.5", "'a'", "1 ? 2 : 3", "9223372036854775808", ""};
    for (size_t i = 0; i < sizeof(unknown) / sizeof(*unknown); i++) {
        snprintf(text, sizeof(text), "#if %s\n#endif", unknown[i]);
        check_refusal(
            text, "lab/a.cu:1: the condition of this #if is malformed, or the interpreter does not know it");
    }
    check_refusal("#if 1\n#endif\n#else", "lab/a.cu:3: #else has no #if");
    check_refusal("\n#ifdef A\n", "lab/a.cu:2: #endif is missing");
    check_refusal("#ifndef A\n#error no A\n#endif", "lab/a.cu:2: #error no A");
    check_refusal("#define A\n#iff A", "lab/a.cu:2: error: unknown directive #iff");
}

static void test_files(void **state) {
    (void)state;
    check("#include <stdio.h>\n#include \"cuda_runtime.h\"\n#include \"operator.h\"\n#include \"lab.h\"\na",
          "int lab;\na");
    check("#define H \"operator.h\"\n#include H\n#include <operator.h>", "int lab;");
    check_refusal("\n#include <vector>",
                  "lab/a.cu:2: #include <vector>: the interpreter does not have this header");
    check_refusal("#include \"unfinished.h\"", "common/unfinished.h:2: the name of a macro is missing");
    check_refusal("#include \"again.h\"",
                  "common/again.h:1: the text with its headers and macros is too long");
}

// Without limits they would take forever, or all memory.
static void test_limits(void **state) {
    (void)state;
    char *text = calloc(1, 1 << 16);
    strcpy(text, "#define a0 x x\n");
    for (int i = 1; i < 64; i++) {
        sprintf(text + strlen(text), "#define a%d a%d a%d\n", i, i - 1, i - 1);
    }
    check_refusal(strcat(text, "a63"), "lab/a.cu:65: the text with its headers and macros is too long");
    strcpy(text, "#define f(a) a\n");
    for (int i = 0; i < 1000; i++) {
        strcat(text, "f(");
    }
    memset(text + strlen(text), ')', 1000);
    check_refusal(text, "lab/a.cu:2: macros are nested more than 200 deep");
    memcpy(text, "#if           \n", 15);
    memset(text + 4, '(', 1000);
    check_refusal(text,
                  "lab/a.cu:1: the condition of this #if is malformed, or the interpreter does not know it");
    memset(text, 'n', 1000);
    strcpy(text + 1000, "(x)");
    check(text, text);
    free(text);
}

static void check_place(const char *word, const char *file, int line, int column,
                        const struct preprocessed *result) {
    const char *at = strstr(result->text, word);
    assert_non_null(at);
    const struct engine_place place = preprocessed_place(result, (size_t)(at - result->text));
    assert_string_equal(place.file, file);
    assert_int_equal(place.line, line);
    assert_int_equal(place.column, column);
}

static void test_places_and_parts(void **state) {
    (void)state;
    struct preprocessed result;
    assert_int_equal(
        run("#include \"lab.h\"\n#define f(a) g(a); inner\n#define h f(\n/*\n*/ int i = f(\n  arg) + h 1);\n"
            "#define LAB_PARTS(PART) PART(REDUCE, a, b) \\\n  PART(SCAN, c, d)\n  last",
            &result, NULL, 0),
        0);
    check_place("lab", "lab/lab.h", 2, 5, &result);
    check_place("int i", "lab/a.cu", 5, 4, &result);
    check_place("arg", "lab/a.cu", 5, 12, &result); // as debug information has it
    check_place("inner", "lab/a.cu", 5, 12, &result);
    check_place("g(1", "lab/a.cu", 6, 10, &result);
    check_place("last", "lab/a.cu", 9, 3, &result);
    assert_string_equal(result.parts, "LAB_PART(REDUCE, a, b) LAB_PART(SCAN, c, d)");
    preprocessed_free(&result);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words), cmocka_unit_test(test_macros), cmocka_unit_test(test_conditions),
        cmocka_unit_test(test_files), cmocka_unit_test(test_limits), cmocka_unit_test(test_places_and_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
