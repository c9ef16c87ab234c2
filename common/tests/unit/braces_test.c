// Braces around bodies that are single statements (regions/braces.h).
#include "cmocka_all.h"

#include <stdio.h>
#include <string.h>

#include "braces.h"

enum { SIZE = 4000 };

// Inserts braces into a program, which must be the other text then.
static void becomes(const char *program, const char *other) {
    struct regions plain;
    struct braced braced;
    assert_int_equal(regions_find(program, strlen(program), &plain), 0);
    assert_true(braces_insert(&plain, &braced));
    assert_string_equal(braced.regions.source, other);
    assert_int_equal(braced.regions.length, strlen(other));
    assert_int_equal(strlen(program) + braced.count, strlen(other));
    braces_free(&braced);
    regions_free(&plain);
}

static void stays(const char *program) {
    becomes(program, program);
}

static void test_bodies(void **state) {
    (void)state;
    becomes("void f() { if (a) x = 1; }", "void f() { if (a){ x = 1;} }");
    becomes("if (f(a)) x = g(1); // one\ny = 2;", "if (f(a)){ x = g(1);} // one\ny = 2;");
    becomes("if (a) x = 1; else y = 2; z;", "if (a){ x = 1;} else{ y = 2;} z;");
    becomes("for (i = 0; i < n; i++) x += a[i];", "for (i = 0; i < n; i++){ x += a[i];}");
    becomes("while (a) x++; y;", "while (a){ x++;} y;");
    becomes("do x++; while (a); y;", "do{ x++;} while (a); y;");
    becomes("if constexpr (a) x = 1;", "if constexpr (a){ x = 1;}");
    becomes("for (;;)\n    if (a)\n        x = 1;\n", "for (;;){\n    if (a){\n        x = 1;}}\n");
    // An `else` belongs to the nearest `if`, and `else if` stays as it is.
    becomes("if (a) if (b) x; else y;", "if (a){ if (b){ x;} else{ y;}}");
    becomes("if (a) { x; } else if (b) y; else { z; }", "if (a) { x; } else if (b){ y;} else { z; }");
    becomes("if (a) do x; while (b); y;", "if (a){ do{ x;} while (b);} y;");
    becomes("if (a) return (int)x;", "if (a){ return (int)x;}");
    becomes("if (a) f<<<1, 2>>>(x);", "if (a){ f<<<1, 2>>>(x);}");
    becomes("if (a) switch (b) { case 1: if (c) x; break; default: y; }",
            "if (a){ switch (b) { case 1: if (c){ x;} break; default: y; }}");
    becomes("for (;;) { int x[] = {1, 2}; if (a) x[0] = 1; }",
            "for (;;) { int x[] = {1, 2}; if (a){ x[0] = 1;} }");
    becomes("for (;;) { f([&](int i) { if (i) return 1; return 2; }); if (a) x; }",
            "for (;;) { f([&](int i) { if (i){ return 1;} return 2; }); if (a){ x;} }");
    becomes("if (a)\n#pragma unroll\n    for (;;) x;\n", "if (a){\n#pragma unroll\n    for (;;){ x;}}\n");
}

// There are braces, or it is not certain where the body ends.
static void test_none(void **state) {
    (void)state;
    stays("if (a) { x; } else { y; } for (;;) { } do { x; } while (a); while (a) { }");
    stays("#define IF(a) if (a) b\n#define MORE \\\n    if (a) b\nint x;");
    stays("// if (a) b;\nchar *s = \"if (a) b;\";");
    stays("if (a) CHECK(x) y = 1;");
    stays("if (a) EACH(i, n) { x; } y;");
    stays("if (a) BEGIN { x; } y;");
    stays("#ifdef A\nif (a)\n#else\nif (b)\n#endif\n    x;\n");
    stays("if (a) }");
    stays("if (b) y; for (;;) { if (a) x;"); // the brackets do not match
    stays("do x; y;");
    becomes("for (;;) { CHECK(x) if (a) y; }", "for (;;) { CHECK(x) if (a){ y;} }");
}

// More statements in each other than are read.
static void test_depth(void **state) {
    (void)state;
    char program[SIZE] = "";
    for (int i = 0; i < 250; i++) {
        strcat(program, "do ");
    }
    strcat(program, "x;");
    for (int i = 0; i < 250; i++) {
        strcat(program, " while (a);");
    }
    stays(program);
}

// Places in the program with the braces, and the pieces there, in the one without them.
static void test_places(void **state) {
    (void)state;
    static const char program[] = "if (a)\n    if (b) // one\n        x;\ny;";
    struct regions plain;
    struct braced braced;
    assert_int_equal(regions_find(program, strlen(program), &plain), 0);
    assert_true(braces_insert(&plain, &braced));
    const char *with = braced.regions.source;
    assert_string_equal(with, "if (a){\n    if (b){ // one\n        x;}}\ny;");
    const size_t first = (size_t)(strstr(with, "{") - with), x = (size_t)(strstr(with, "x;") - with),
                 y = (size_t)(strstr(with, "y;") - with);
    assert_int_equal(braces_place(&braced, first), 6);
    assert_int_equal(braces_place(&braced, first + 1), 6);
    assert_int_equal(braces_place(&braced, x), strstr(program, "x;") - program);
    assert_int_equal(braces_place(&braced, y), strstr(program, "y;") - program);
    assert_int_equal(braces_place(&braced, braced.regions.length), strlen(program));
    const struct {
        size_t begin, end;
        const char *text;
        size_t length;
    } pieces[] = {
        {x, x + 1, "x;", 1},          // a word
        {first, y - 1, "if (b)", 24}, // with braces at both ends; the blanks before it do not count
        {y - 2, y + 2, "y;", 2},      // from a brace on
        {y - 1, y - 1, "\ny;", 0},    // a place
    };
    for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++) {
        const struct piece piece = {.begin = pieces[i].begin, .end = pieces[i].end, .kind = PIECE_NAME},
                           found = braces_piece(&braced, &plain, &piece);
        assert_int_equal(found.begin, strstr(program, pieces[i].text) - program);
        assert_int_equal(found.end - found.begin, pieces[i].length);
        assert_int_equal(found.kind, PIECE_NAME);
    }
    // Which places are within a body that has no braces in the program?
    for (size_t at = 0; at <= braced.regions.length; at++) {
        const struct piece place = {.begin = at, .end = at};
        const bool within = at == first + 1 || with[at] == '}' || (at > 0 && with[at - 1] == '{');
        assert_int_equal(braces_hold(&braced, &place), within);
    }
    const struct piece word = {.begin = x + 2, .end = x + 3};
    assert_false(braces_hold(&braced, &word));
    braces_free(&braced);
    regions_free(&plain);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bodies),
        cmocka_unit_test(test_none),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
