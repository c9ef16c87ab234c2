// Where two programs differ (regions/difference.h): as statements, expressions, operators, types and names.
#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "difference.h"

enum { PIECES_MAX = 12, SIZE = 800 };

// Two programs and their pieces, as find_pieces left them.
static struct {
    char own_text[SIZE], other_text[SIZE];
    struct regions own, other;
    struct piece pieces[PIECES_MAX];
    size_t count;
} pair;

enum { OUTSIDE = 1, SECOND = 1 << 2, REGIONS = 7 & ~OUTSIDE }; // what is compared

static int free_pair(void **state) {
    (void)state;
    regions_free(&pair.own);
    regions_free(&pair.other);
    return 0;
}

// The program with all pieces exchanged is the other one, as far as the regions that were compared.
static void exchange_all(unsigned wanted) {
    struct regions mixed;
    struct piece left[1];
    size_t length;
    char *text = pieces_exchange(&pair.own, &pair.other, pair.pieces, pair.count, &length);
    assert_non_null(text);
    assert_int_equal(regions_find(text, length, &mixed), 0);
    if (difference_find(&mixed, &pair.other, wanted, DIFFER_IN_EXPRESSIONS, left, 1) != 0 &&
        left[0].kind != PIECE_NOTHING) { // a function that only the own program has is left
        fail_msg("not exchanged: %.*s\n%s", (int)(left[0].other_end - left[0].other_begin),
                 pair.other_text + left[0].other_begin, text);
    }
    regions_free(&mixed);
    free(text);
}

// Finds the pieces of the programs in `own_text` and `other_text`.
static void find_pieces(unsigned wanted, enum difference_level level) {
    free_pair(NULL); // of the call before
    assert_int_equal(regions_find(pair.own_text, strlen(pair.own_text), &pair.own), 0);
    assert_int_equal(regions_find(pair.other_text, strlen(pair.other_text), &pair.other), 0);
    pair.count = difference_find(&pair.own, &pair.other, wanted, level, pair.pieces, PIECES_MAX);
    assert_in_range(pair.count, 0, PIECES_MAX);
    exchange_all(wanted);
}

// In two regions of a function.
static void compare(const char *own, const char *other, const char *own_second, const char *other_second,
                    enum difference_level level) {
    static const char format[] = "void k() {\n// TODO(1): one\n%s\n// END TODO(1)\nint between;\n"
                                 "// TODO(2): two\n%s\n// END TODO(2)\n}\n";
    snprintf(pair.own_text, SIZE, format, own, own_second);
    snprintf(pair.other_text, SIZE, format, other, other_second);
    find_pieces(REGIONS, level);
}

// Compares the code around a region, in which the programs differ, too.
static void compare_outside(const char *own, const char *other, const char *own_end, const char *other_end) {
    snprintf(pair.own_text, SIZE, "%s// TODO(1): one\nint y = 1;\n// END TODO(1)\n%s", own, own_end);
    snprintf(pair.other_text, SIZE, "%s// TODO(1): one\nint y = 2;\n// END TODO(1)\n%s", other, other_end);
    find_pieces(OUTSIDE, DIFFER_IN_EXPRESSIONS);
}

// Is the piece between the two @ of `marked`, the own code with marks?
static void check_piece(const struct piece *piece, const char *marked) {
    const char *begin = strchr(marked, '@'), *end = strchr(begin + 1, '@');
    char plain[SIZE];
    snprintf(plain, SIZE, "%.*s%.*s%s", (int)(begin - marked), marked, (int)(end - begin - 1), begin + 1,
             end + 1);
    const char *at = strstr(pair.own_text, plain);
    assert_non_null(at);
    if (pair.own_text + piece->begin != at + (begin - marked) ||
        pair.own_text + piece->end != at + (end - marked) - 1) {
        fail_msg("%s: the piece is \"%.*s\", byte %d", marked, (int)(piece->end - piece->begin),
                 pair.own_text + piece->begin, (int)(pair.own_text + piece->begin - at));
    }
}

// A single piece, which is marked in the own code; NULL: none. "" is no name.
static void one_piece(const char *marked, const char *other, enum piece_kind kind, const char *name) {
    char own[SIZE];
    size_t length = 0;
    for (const char *at = marked; *at != '\0'; at++) {
        own[length] = *at;
        length += *at != '@';
    }
    own[length] = '\0';
    compare(own, other, "", "", DIFFER_IN_EXPRESSIONS);
    if (pair.count != 1) {
        fail_msg("%zu pieces: %s", pair.count, marked);
    }
    assert_int_equal(pair.pieces[0].region, 1);
    check_piece(&pair.pieces[0], marked);
    if (pair.pieces[0].kind != kind || strcmp(pair.pieces[0].name, name) != 0) {
        fail_msg("%s: kind %d of \"%s\"", marked, (int)pair.pieces[0].kind, pair.pieces[0].name);
    }
}

static void test_statements(void **state) {
    (void)state;
    one_piece("x = 1; @y = 2;@ z = 3;", "x = 1; z = 3;", PIECE_NOTHING, "");
    one_piece("x = 1; @y = 2@; z = 3;", "x = 1; f(1); z = 3;", PIECE_CODE, "");
    one_piece("x = 1;@@ z = 3;", "x = 1; f(x); z = 3;", PIECE_CALL, "f");
    one_piece("x = 1;@@ z = 3;", "x = 1; CHECK(f(x)); z = 3;", PIECE_CALL, "f");
    one_piece("x = 1;@@ z = 3;", "x = 1; k<<<1, 2>>>(x); z = 3;", PIECE_LAUNCH, "k");
    one_piece("x = 1;@@ z = 3;", "x = 1; a[i] += f(2); z = 3;", PIECE_ASSIGNMENT, "a");
    one_piece("x = 1;@@ z = 3;", "x = 1; const int i = f(2); z = 3;", PIECE_DECLARATION, "i");
    one_piece("x = 1;@@ z = 3;", "x = 1; i++; z = 3;", PIECE_STATEMENT, "");
    one_piece("x = 1;@@ z = 3;", "x = 1; f(); g(); z = 3;", PIECE_STATEMENTS, "");
    one_piece("x = 1;@@\nz = 3;", "x = 1;\n#define A\nz = 3;", PIECE_CODE, "");
    one_piece("if (a) { b(); }@@ c();", "if (a) { b(); } __syncthreads(); c();", PIECE_BARRIER, "");
    one_piece("for (;;) {@@ b(); }", "for (;;) { block.sync(); b(); }", PIECE_BARRIER, "");
    one_piece("for (;;) { b();@@ }", "for (;;) { b(); __syncwarp(); }", PIECE_BARRIER, "");
    one_piece("for (;;) { b();@@ }", "for (;;) { b(); v = __shfl_sync(v); }", PIECE_ASSIGNMENT, "v");
    one_piece("@@x = 1;", "y = f(2); x = 1;", PIECE_ASSIGNMENT, "y");
    one_piece("f(1); @f(1);@ g();", "f(1); g();", PIECE_NOTHING, "");
    one_piece("if (a) { x = 1; } @else { y = 2; }@ z();", "if (a) { x = 1; } z();", PIECE_NOTHING, "");
    one_piece("if (a) { x = 1; }@@ z();", "if (a) { x = 1; } else { y = 2; } z();", PIECE_ELSE, "");
    // Another statement in place of one; the kind says only what is true of all that differs.
    one_piece("@(void)s, (void)lane;@", "if (lane == 0) { s[w] = v; } sync();", PIECE_CODE, "");
    one_piece("@x = 1; y = 2;@", "for (;;) { sync(); }", PIECE_CODE, "");
}

// An `if` or a loop around statements that are the same otherwise, and only then.
static void test_wrapped(void **state) {
    (void)state;
    one_piece("@@x = 1;", "if (i < n) { x = 1; }", PIECE_CONDITION, "");
    one_piece("y = 2; @@x = 1; z();", "y = 2; if (i < n) x = 1; z();", PIECE_CONDITION, "");
    one_piece("@@{ x = 1; y = 1; }", "if (i < n) { x = 1; y = 1; }", PIECE_CONDITION, "");
    one_piece("@x = 1; y = 1;@", "if (i < n) { x = 1; y = 1; }", PIECE_CONDITION, "");
    one_piece("@@x += a[0];", "for (int k = 0; k < 2; k++) { x += a[0]; }", PIECE_LOOP, "");
    one_piece("@x = 1;@", "if (i < n) { x = 2; }", PIECE_CODE, "");
    one_piece("@s[t] = combine(s[t], left);@", "if (t >= d) { s[t] = combine(left, s[t]); }", PIECE_CODE, "");
    one_piece("@@s[t] = combine(left, s[t]);", "if (t >= d) { s[t] = combine(left, s[t]); }", PIECE_CONDITION,
              "");
    one_piece("s[t] = @combine(s[t], left)@;", "s[t] = combine(left, s[t]);", PIECE_ARGUMENT_ORDER, "");
    one_piece("@if (i < n) { x = 1; }@", "x = 1;", PIECE_CODE, "");
    // A whole `if` that is missing: it does something, or keeps threads from what is there.
    one_piece("x = 1;@@ y = 2;", "x = 1; if (f(i) > n) { z = 1; } y = 2;", PIECE_IF, "");
    one_piece("x = 1;@@ y = 2;", "x = 1; if (i >= n) { return; } y = 2;", PIECE_CONDITION, "");
    one_piece("x = 1;@@ y = 2;", "x = 1; if ((i) >= n) return; y = 2;", PIECE_CONDITION, "");
    one_piece("@@for (; i < p; i += s) { f(i); }",
              "for (; i < p; i += s) { g(i); } for (; i < p; i += s) { f(i); }", PIECE_LOOP, "");
}

// What a block holds if it has braces only in one of the programs.
static void test_braces(void **state) {
    (void)state;
    compare("for (;;) if (a) b();", "for (;;) { if (a) { b(); } }", "{ b(); }", "b();",
            DIFFER_IN_EXPRESSIONS);
    assert_int_equal(pair.count, 0);
    one_piece("for (;;) if (a) b(@1@);", "for (;;) { if (a) { b(2); } }", PIECE_NUMBER, "");
    one_piece("for (;;) { if (a) { b(@1@); } }", "for (;;) if (a) b(2);", PIECE_NUMBER, "");
    one_piece("if (a) @b();@", "if (a) { b(); c(); }", PIECE_CODE, ""); // there is room for one statement
    one_piece("if (a) { b();@@ }", "if (a) { b(); c(); }", PIECE_CALL, "c");
    one_piece("if (a) { b(); @c();@ }", "if (a) b();", PIECE_NOTHING, "");
    one_piece("if (a) @b();@", "if (a) { if (c) { b(); } }", PIECE_CODE, "");
    one_piece("if (a) { @@b(); }", "if (a) { if (c) { b(); } }", PIECE_CONDITION, "");
    // The `else` would be that of another `if`.
    compare("if (a) { if (b) c(); } else d();", "if (a) if (b) c(); else d();", "", "",
            DIFFER_IN_EXPRESSIONS);
    assert_int_equal(pair.count, 2);
    assert_int_equal(pair.pieces[0].kind, PIECE_ELSE);
    check_piece(&pair.pieces[1], "} @else d();@");
}

static void test_expressions(void **state) {
    (void)state;
    one_piece("a[@31@] = 1;", "a[32] = 1;", PIECE_NUMBER, "");
    one_piece("a[@i@] = 1;", "a[tid] = 1;", PIECE_NAME, "");
    one_piece("@f@(1);", "g(1);", PIECE_NAME, "");
    one_piece("a[i + @n / 2@] = 1;", "a[i + stride] = 1;", PIECE_EXPRESSION, "");
    one_piece("if (a) { x = @i + 1@; }", "if (a) { x = 2 * j; }", PIECE_EXPRESSION, "");
    one_piece("x = @a - b@;", "x = b - a;", PIECE_OPERAND_ORDER, "");
    one_piece("x = @f(a, b)@;", "x = f(b, a);", PIECE_ARGUMENT_ORDER, "");
    one_piece("x = f(a, @b@);", "x = f(a, a);", PIECE_NAME, "");
    one_piece("x = f(a@@);", "x = f(a, b);", PIECE_ARGUMENTS, "");
    one_piece("x = f(a@, b@);", "x = f(a);", PIECE_NOTHING, "");
    one_piece("f(@a@);", "f();", PIECE_NOTHING, "");
    one_piece("k<<<1, 2@, 0, s@>>>(x);", "k<<<1, 2>>>(x);", PIECE_NOTHING, "");
    one_piece("x = @a@;", "x = f(1, a);", PIECE_CALL, "f");
    one_piece("@f@;", "f();", PIECE_CALL, "f");
    one_piece("x = @a[i]@;", "x = i < n ? a[i] : 0;", PIECE_CONDITION, "");
    one_piece("x = @a[i]@;", "x = i < n ? a[i + 1] : 0;", PIECE_EXPRESSION, "");
    one_piece("x = a@@;", "x = a + b * 2;", PIECE_OPERAND, "+");
    one_piece("x = @@a;", "x = b * a;", PIECE_OPERAND, "*");
    one_piece("x = a * b@@ * c;", "x = a * b * d * c;", PIECE_OPERAND, "*");
    one_piece("x = a@@;", "x = a * b + c;", PIECE_OPERANDS, "");
    one_piece("x = a * b @* c * 2@;", "x = a * b;", PIECE_NOTHING, "");
    one_piece("x = (int)@(float)@a;", "x = (int)a;", PIECE_NOTHING, "");
    one_piece("x = @(int)(float)@a;", "x = a;", PIECE_NOTHING, "");
    one_piece("x = a @* b@;", "x = a;", PIECE_NOTHING, "");
    one_piece("x = @2 *@ a;", "x = a;", PIECE_NOTHING, "");
    one_piece("if (a@@) {}", "if (a && b) {}", PIECE_OPERAND, "&&");
    one_piece("f(@&@x);", "f(x);", PIECE_NOTHING, "");
    one_piece("f(@@x);", "f(&x);", PIECE_SIGN, "");
    one_piece("f(x@@);", "f(x[1]);", PIECE_INDEX, "");
    one_piece("x = @@y;", "x = (size_t)y;", PIECE_CAST, "");
    one_piece("x = 2 - (@a - b@);", "x = 2 - ((a - b));", PIECE_PARENTHESES, "");
    // In the head of an `if` or a loop.
    one_piece("if (@i@) { x = 1; }", "if (f(j) + 1 < n) { x = 1; }", PIECE_IN_CONDITION, "");
    one_piece("for (i = 0; i < @n@;) {}", "for (i = 0; i < m / 2;) {}", PIECE_IN_LOOP, "");
}

static void test_operators(void **state) {
    (void)state;
    one_piece("if (i @<=@ n) {}", "if (i < n) {}", PIECE_COMPARISON, "");
    one_piece("if (i @!=@ n) {}", "if (i == n) {}", PIECE_COMPARISON, "");
    one_piece("x = a @-@ b;", "x = a + b;", PIECE_OPERATOR, "");
    one_piece("x = a @<<@ b;", "x = a < b;", PIECE_OPERATOR, "");
    one_piece("x @=@ a;", "x += a;", PIECE_OPERATOR, "");
    one_piece("if (@x = a@) {}", "if (x == a) {}", PIECE_IN_CONDITION, "");
}

static void test_declarations(void **state) {
    (void)state;
    one_piece("@float@ a;", "int a;", PIECE_TYPE, "");
    one_piece("@size_t@ a = 1;", "value_t a = 1;", PIECE_TYPE, "");
    one_piece("@@int a[2];", "__shared__ int a[2];", PIECE_SPECIFIER, "__shared__");
    one_piece("@static@ int a[2];", "int a[2];", PIECE_NOTHING, "");
    one_piece("int a@@;", "int a = f();", PIECE_INITIAL, "");
    one_piece("int a @= 2@;", "int a;", PIECE_NOTHING, "");
    one_piece("int @a@ = 2;", "int b = 2;", PIECE_NAME, "");
    one_piece("@f(v);@", "int v = f(v);", PIECE_CODE, "");
}

// What the tree cannot read is exchanged as whole statements, and what is no whole statement, as the whole region.
static void test_broken(void **state) {
    (void)state;
    one_piece("x = 1; @y = (2;@ z();", "x = 1; y = 2; z();", PIECE_CODE, "");
    one_piece("@#define A(x) x + 1\n@y = 1;", "#define A(x) x + 2\ny = 1;", PIECE_CODE, "");
    one_piece("@} void g() { x = 1;@", "x = 1;", PIECE_CODE, "");
    one_piece("#if A\nx = 1;\n#endif\ny = @1@;", "#if A\nx = 1;\n#endif\ny = 2;", PIECE_NUMBER, "");
}

// Several pieces, each as small as possible.
static void test_several(void **state) {
    (void)state;
    compare("if (i <= n) { x = 1; } y(); z();", "if (i < n) { x = 2; } z();", "w = 1;", "w = 2;",
            DIFFER_IN_EXPRESSIONS);
    assert_int_equal(pair.count, 4);
    check_piece(&pair.pieces[0], "if (i @<=@ n)");
    check_piece(&pair.pieces[1], "x = @1@;");
    check_piece(&pair.pieces[2], "@y();@ z();");
    check_piece(&pair.pieces[3], "w = @1@;");
    assert_int_equal(pair.pieces[3].region, 2);
    compare("if (left <= SIZE) { f(left); }", "if (left < blockDim.x) { f(left); }", "", "",
            DIFFER_IN_EXPRESSIONS);
    assert_int_equal(pair.count, 2);
    check_piece(&pair.pieces[1], "left <= @SIZE@");
}

// Larger pieces: whole statements and heads.
static void test_levels(void **state) {
    (void)state;
    static const char own[] = "w(); for (i = 1; i < 1; i++) { x = 1; y = 1; if (a) b(1); } v();",
                      other[] = "w(); for (i = 2; i < 2; i++) { x = 2; y = 1; if (a) b(2); } v();";
    compare(own, other, "", "", DIFFER_IN_EXPRESSIONS);
    assert_int_equal(pair.count, 4);
    compare(own, other, "", "", DIFFER_IN_STATEMENTS);
    assert_int_equal(pair.count, 3);
    check_piece(&pair.pieces[0], "for @(i = 1; i < 1; i++)@ {");
    assert_int_equal(pair.pieces[0].kind, PIECE_IN_LOOP);
    check_piece(&pair.pieces[1], "@x = 1;@");
    check_piece(&pair.pieces[2], "@b(1);@");
}

// Blanks and comments do not count; neither does an empty region, or one that is not wanted.
static void test_none(void **state) {
    (void)state;
    compare("x=1; // one", "x = 1;", "", "y = 2;", DIFFER_IN_EXPRESSIONS);
    assert_int_equal(pair.count, 0);
    compare("x = 1;", "x = 2;", "y = 1;", "y = 2;", DIFFER_IN_EXPRESSIONS);
    assert_int_equal(pair.count, 2);
    find_pieces(SECOND, DIFFER_IN_EXPRESSIONS);
    assert_int_equal(pair.count, 1);
    assert_int_equal(pair.pieces[0].region, 2);
}

// The code around the regions; what only the own program has is a piece in a function, but not between functions.
static void test_outside(void **state) {
    (void)state;
    compare_outside("int x = 1; int own;\nvoid f() { g(); h(); }\n", "int x = 2;\nvoid f() { h(); }\n",
                    "int z = 1;\n", "int z = 2;\n");
    assert_int_equal(pair.count, 3);
    check_piece(&pair.pieces[0], "int x = @1@;");
    check_piece(&pair.pieces[1], "{ @g();@ h(); }");
    check_piece(&pair.pieces[2], "int z = @1@;");
    assert_int_equal(pair.pieces[1].kind, PIECE_NOTHING);
    assert_int_equal(pair.pieces[0].region, 0);
    // A function with a region in it is not exchanged as a whole.
    compare_outside("void f() {\na(1);\n", "void f() {\na(2);\n", "b();\n}\n", "c(1); b();\n}\n");
    assert_int_equal(pair.count, 2);
    check_piece(&pair.pieces[0], "a(@1@)");
    assert_string_equal(pair.pieces[1].name, "c");
}

static void test_links(void **state) {
    (void)state;
    static const struct {
        const char *own, *other;
        bool linked;
    } rows[] = {
        // One sets what the other one uses, on the same line as the piece,
        {"i = 1;\na[i] = 2;", "i = 2;\na[i] = 3;", true},
        {"i = 1;\na[k] = 2;", "i = 2;\na[k] = 3;", false},
        {"i = 1;\na[ii] = 2;", "i = 2;\na[ii] = 3;", false},
        {"f(i, 1);\ni = 1;", "f(i, 2);\ni = 2;", true},   // in any order,
        {"i += 1;\nf(i, 1);", "i += 2;\nf(i, 2);", true}, // in any way
        {"i >>= 1;\nf(i, 1);", "i >>= 2;\nf(i, 2);", true},
        {"i <<= 1;\nf(i, 1);", "i <<= 2;\nf(i, 2);", true},
        {"--i, f(1);\nf(i, 1);", "--i, f(2);\nf(i, 2);", true},
        {"a[1]++;\nf(a, 1);", "a[2]++;\nf(a, 2);", true},
        {"a[k[1]] = 1;\nf(a, 1);", "a[k[2]] = 1;\nf(a, 2);", true},
        // and not only compares it.
        {"if (i == 1) {}\nf(i, 1);", "if (i == 2) {}\nf(i, 2);", false},
        {"if (i <= 1) {}\nf(i, 1);", "if (i <= 2) {}\nf(i, 2);", false},
        {"f(i >= 1);\nf(i, 1);", "f(i >= 2);\nf(i, 2);", false},
        {"f(i >> 1);\nf(i, 1);", "f(i >> 2);\nf(i, 2);", false},
        {"f(k - -i, 1);\nf(i, 1);", "f(k - -i, 2);\nf(i, 2);", false},
        {"f(i, 1);\ng(i, 1);", "f(i, 2);\ng(i, 2);", false},
        // What a block sets or uses counts for its head, and only for that.
        {"i = 1;\nif (n < 1) {\na[i] = 0;\n}", "i = 2;\nif (n < 2) {\na[i] = 0;\n}", true},
        {"i = 1;\nif (n < 1) {\na[k] = 0;\n}\na[i] = 0;", "i = 2;\nif (n < 2) {\na[k] = 0;\n}\na[i] = 0;",
         false},
        // In either source.
        {"f(0);", "k = 1; f(k);", true},
        {"f(0);", "j = 1; f(k);", false},
        // A statement that is missing has nothing to do with the line where it is missing.
        {"i = 1;\nk = 3;\nf(i);", "i = 2;\nk = 3;\ng(); f(i);", false},
        {"i = 1;\nk = 3;\nf(i);", "i = 2;\nk = 3;\ng(i); f(i);", true},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        compare(rows[i].own, rows[i].other, "", "", DIFFER_IN_EXPRESSIONS);
        if (pair.count != 2) {
            fail_msg("%zu pieces: %s", pair.count, rows[i].own);
        }
        for (int first = 0; first < 2; first++) {
            if (difference_links(&pair.own, &pair.other, &pair.pieces[first], &pair.pieces[1 - first]) !=
                rows[i].linked) {
                fail_msg("row %zu, with piece %d first: %s", i, first, rows[i].own);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_statements), cmocka_unit_test(test_wrapped),
        cmocka_unit_test(test_braces),     cmocka_unit_test(test_expressions),
        cmocka_unit_test(test_operators),  cmocka_unit_test(test_declarations),
        cmocka_unit_test(test_broken),     cmocka_unit_test(test_several),
        cmocka_unit_test(test_levels),     cmocka_unit_test(test_none),
        cmocka_unit_test(test_outside),    cmocka_unit_test(test_links),
    };
    return cmocka_run_group_tests(tests, NULL, free_pair);
}
