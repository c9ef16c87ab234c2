// The pieces in which the regions of two programs differ, and exchanging them.
#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pieces.h"

enum { PIECES_MAX = 8, SIZE = 600 };

// Two programs and their pieces, as find_pieces left them.
static struct {
    char own_text[SIZE], other_text[SIZE];
    struct regions own, other;
    struct piece pieces[PIECES_MAX];
    size_t count;
} pair;

// The region that is compared; NULL: all regions.
static bool is_wanted(const void *context, int region) {
    return context == NULL ? region > 0 : region == *(const int *)context;
}

static int free_pair(void **state) {
    (void)state;
    regions_free(&pair.own);
    regions_free(&pair.other);
    return 0;
}

// Finds the pieces of the programs in `own_text` and `other_text`.
static void find_pieces(const int *region, size_t region_max) {
    free_pair(NULL); // of the call before
    assert_int_equal(regions_find(pair.own_text, strlen(pair.own_text), &pair.own), 0);
    assert_int_equal(regions_find(pair.other_text, strlen(pair.other_text), &pair.other), 0);
    pair.count = pieces_find(&pair.own, &pair.other, is_wanted, region, region_max, pair.pieces, PIECES_MAX);
}

static void write_program(char text[SIZE], const char *first, const char *second) {
    snprintf(text, SIZE,
             "// TODO(1): one\n%s\n// END TODO(1)\nint between;\n// TODO(2): two\n%s\n// END TODO(2)\n",
             first, second);
}

// Compares programs of two regions.
static void compare_two(const char *own, const char *other, const char *own_second, const char *other_second,
                        size_t region_max) {
    write_program(pair.own_text, own, own_second);
    write_program(pair.other_text, other, other_second);
    find_pieces(NULL, region_max);
}

// Compares the code around a region, in which the programs differ, too.
static void compare_outside(const char *own, const char *other, const char *own_end, const char *other_end,
                            size_t region_max) {
    static const int outside = 0;
    snprintf(pair.own_text, SIZE, "%s// TODO(1): one\nint y = 1;\n// END TODO(1)\n%s", own, own_end);
    snprintf(pair.other_text, SIZE, "%s// TODO(1): one\nint y = 2;\n// END TODO(1)\n%s", other, other_end);
    find_pieces(&outside, region_max);
}

// In one region: a single piece of that kind, with these words of the own program, behind `before`.
static void one_piece(const char *own, const char *other, enum piece_kind kind, const char *before,
                      const char *words) {
    compare_two(own, other, "", "", PIECES_MAX);
    assert_int_equal(pair.count, 1);
    const struct piece *piece = &pair.pieces[0];
    const char *text = pair.own_text + piece->begin, *at = strstr(pair.own_text, before);
    assert_int_equal(piece->region, 1);
    assert_int_equal(piece->end - piece->begin, strlen(words));
    assert_memory_equal(text, words, strlen(words));
    assert_non_null(at);
    assert_ptr_equal(words[0] == '\0' ? text : at + strlen(before) + strspn(at + strlen(before), " \n"),
                     text);
    assert_int_equal(piece->kind, kind);
}

static void test_kinds(void **state) {
    (void)state;
    one_piece("a[i + n / 2] = 1;", "a[i + stride] = 1;", PIECE_CODE, "a[i +", "n / 2");
    one_piece("x = 1; y = 2; z = 3;", "x = 1; z = 3;", PIECE_NOTHING, "x = 1;", "y = 2;");
    one_piece("x = 1;", "if (i < n) { x = 1; }", PIECE_CONDITION, "one\n", "x = 1;");
    one_piece("x = a[i];", "x = i < n ? a[i] : 0;", PIECE_CONDITION, "x =", "a[i]");
    one_piece("x += a[0];", "for (int k = 0; k < 2; k++) { x += a[0]; }", PIECE_LOOP, "one\n", "x += a[0];");
    one_piece("if (a) { b(); }", "if (a) { b(); }\n__syncthreads();", PIECE_BARRIER, "b(); }", "");
    one_piece("x = 1; y = 2;", "for (;;) { sync(); }", PIECE_CODE, "one\n", "x = 1; y = 2;");
    one_piece("x = 1; z = 3;", "x = 1; f(x); z = 3;", PIECE_CALL, "x = 1;", "");
    one_piece("x = 1; z = 3;", "x = 1; y = 2; z = 3;", PIECE_STATEMENT, "x = 1;", "");
    one_piece("if (i < n) { x = 1; }", "if (f(i) + 1 < n) { x = 1; }", PIECE_IN_CONDITION, "if (", "i");
    one_piece("for (i = 0; i < n;) {}", "for (i = 0; i < n / 2;) {}", PIECE_IN_LOOP, "< n", "");
    one_piece("if (a) { x = i + 1; }", "if (a) { x = 2 * j; }", PIECE_CODE, "x = ", "i + 1");
    one_piece("a[31] = 1;", "a[32] = 1;", PIECE_NUMBER, "a[", "31");
    // One run of words rather than two that make the same difference.
    one_piece("if (b >= 5) { if (t < 2) { f(2); } }",
              "if (b >= 10) { if (t < 5) { f(5); } } if (b >= 5) { if (t < 2) { f(2); } }", PIECE_STATEMENT,
              "// TODO(1): one", "");
    // A condition is missing where it would keep threads from what is there.
    one_piece("x = 1; y = 2;", "x = 1; if (i >= n) { return; } y = 2;", PIECE_CONDITION, "x = 1;", "");
    one_piece("x = 1; y = 2;", "x = 1; if ((i) >= n) return; y = 2;", PIECE_CONDITION, "x = 1;", "");
    one_piece("x = 1; y = 2;", "x = 1; l = 2 * i; if (l < n) { f(l); } sync(); y = 2;", PIECE_CODE, "x = 1;",
              "");
    one_piece("x = 1; y = 2;", "x = 1; if (f(i) > n) { z = 1; } y = 2;", PIECE_STATEMENT, "x = 1;", "");
    // Where a statement begins.
    one_piece("for (; i < p; i += s) { f(i); }",
              "for (; i < p; i += s) { g(i); } for (; i < p; i += s) { f(i); }", PIECE_LOOP,
              "// TODO(1): one", "");
    // The beginning of a statement is missing before the rest of it, and not behind the statement above.
    one_piece("x = 1;\nf(v);", "x = 1;\nv = f(v);", PIECE_CODE, "x = 1;", "");
    assert_memory_equal(pair.own_text + pair.pieces[0].begin, "f(v)", 4);
    one_piece("for (;;) {\n unsigned i;\n}", "for (;;) {\n const unsigned i;\n}", PIECE_CODE, "{", "");
    assert_memory_equal(pair.own_text + pair.pieces[0].begin, "unsigned", 8);
    one_piece("x = 1;\nz = 3;", "x = 1;\ny = 2;\nz = 3;", PIECE_STATEMENT, "x = 1;", "");
    assert_memory_equal(pair.own_text + pair.pieces[0].begin, "\nz", 2);
    // Not cut by a word that both have by chance.
    one_piece("(void)s, (void)lane;", "if (lane == 0) { s[w] = v; }\nsync();", PIECE_CONDITION, "one\n",
              "(void)s, (void)lane");
    // Whole blocks, and not the end of one and the beginning of the next.
    one_piece("if (a) { f(); g(); } if (c) { f(); g(); }",
              "if (a) { f(); g(); } if (b) { f(); g(); } if (c) { f(); g(); }", PIECE_STATEMENT,
              "{ f(); g(); }", "");
    one_piece("copy(h, d, to_device);", "if (h == NULL) { abort(); }\nCHECK(copy(h, d, to_host));",
              PIECE_CODE, "one\n", "copy(h, d, to_device");
    one_piece("while (i < n) { x = 1; }", "if (i < n) { x = 1; }", PIECE_CODE, "one\n", "while");
    one_piece("f(g(a));", "f(g(a[0])); f(g(a[1]));", PIECE_CODE, "g(a", "");
    one_piece("a[i] = 1;", "a[tid] = 1;", PIECE_NAME, "a[", "i");
    one_piece("float a;", "int a;", PIECE_TYPE, "one\n", "float");
    one_piece("if (i <= n) {}", "if (i < n) {}", PIECE_COMPARISON, "i <", "=");
    one_piece("if (i < n) {}", "if (i > n) {}", PIECE_COMPARISON, "i ", "<");
    one_piece("if (i != n) {}", "if (i == n) {}", PIECE_COMPARISON, "i ", "!=");
    // Whole operators where the rest of one is not alone: `b > = 5` would not compile.
    one_piece("if (b > 5) {}", "if (b >= 10) {}", PIECE_IN_CONDITION, "b ", "> 5");
    one_piece("if (b >= 10) {}", "if (b > 5) {}", PIECE_IN_CONDITION, "b ", ">= 10");
    one_piece("x = i + 1;", "x = i++;", PIECE_CODE, "i ", "+ 1");
    one_piece("x = 1;", "y += 1;", PIECE_CODE, "one\n", "x =");
    one_piece("x += 1;", "y = 1;", PIECE_CODE, "one\n", "x +=");
    one_piece("x = a - b;", "x = a + b;", PIECE_OPERATOR, "a ", "-");
    one_piece("x = a;", "x += a;", PIECE_OPERATOR, "x", "");
    one_piece("f(&x);", "f(x);", PIECE_NOTHING, "f(", "&");
    one_piece("x = n;", "x = n * sizeof(int);", PIECE_CODE, "n", "");
}

// Blanks and comments do not count; neither does an empty region, or one that is not wanted.
static void test_none(void **state) {
    (void)state;
    compare_two("x=1; // one", "x = 1;", "", "y = 2;", PIECES_MAX);
    assert_int_equal(pair.count, 0);
    const int second = 2;
    compare_two("x = 1;", "x = 2;", "y = 1;", "y = 2;", PIECES_MAX);
    assert_int_equal(pair.count, 2);
    find_pieces(&second, PIECES_MAX);
    assert_int_equal(pair.count, 1);
    assert_int_equal(pair.pieces[0].region, 2);
}

// The code around the regions; what only the own program has is a piece in a function, but not between functions.
static void test_outside(void **state) {
    (void)state;
    compare_outside("int x = 1; int own;\nvoid f() { g(); h(); }\n", "int x = 2;\nvoid f() { h(); }\n",
                    "int z = 1;\n", "int z = 2;\n", PIECES_MAX);
    assert_int_equal(pair.count, 3);
    assert_int_equal(pair.pieces[1].kind, PIECE_NOTHING);
    assert_int_equal(pair.pieces[0].region, 0);
    assert_int_equal(pair.pieces[0].begin, strlen("int x = "));
    assert_int_equal(pair.pieces[2].begin, strlen(pair.own_text) - strlen("1;\n"));
}

// Many pieces between two regions become one in each function.
static void test_outside_in_functions(void **state) {
    (void)state;
    static const char own[] = "void f() { a(1); b(); c(1); }\nvoid g() { a(1); b(); c(1); }\n",
                      other[] = "void f() { a(2); b(); c(2); }\nvoid g() { a(2); b(); c(2); }\n",
                      whole[] = "a(1); b(); c(1);";
    compare_outside(own, other, "", "", 4);
    assert_int_equal(pair.count, 4);
    compare_outside(own, other, "", "", 3);
    assert_int_equal(pair.count, 2);
    assert_int_equal(pair.pieces[0].end - pair.pieces[0].begin, strlen(whole));
    assert_memory_equal(own + pair.pieces[0].begin, whole, strlen(whole));
    assert_int_equal(pair.pieces[1].begin, strstr(strstr(own, "g()"), "a(1)") - own);
}

// A piece contains both brackets of a pair, and where words repeat, whole statements.
static void test_whole(void **state) {
    (void)state;
    one_piece("if (a && b) { x = 1; }\ny = 2;", "if (a && b) { x = 1;\ny = 2; }", PIECE_CODE, "x = 1;",
              "}\ny = 2;");
    one_piece("f(1); f(2); g();", "f(1); g();", PIECE_NOTHING, "f(1);", "f(2);");
    one_piece("a; sync(); sync(); b;", "a; sync(); b;", PIECE_NOTHING, "a;", "sync();");
}

static void test_lines(void **state) {
    (void)state;
    compare_two("if (tid + 1 < stride) {\nx = 1; }", "if (left + 1 < n) {\nx = 2; }", "y = 1;", "y = 2;",
                PIECES_MAX);
    assert_int_equal(pair.count, 4);
    assert_int_equal(pieces_join_lines(&pair.own, pair.pieces, pair.count), 3);
    assert_int_equal(pair.pieces[0].kind, PIECE_IN_CONDITION);
    assert_int_equal(pair.pieces[0].end - pair.pieces[0].begin, strlen("tid + 1 < stride"));
    assert_int_equal(pair.pieces[1].kind, PIECE_NUMBER);
    // A statement that is missing belongs to the next line.
    compare_two("for (; i <= n;) {\nv = g(i); }", "for (; i < n;) {\nt = 1;\nv = g(i); }", "", "",
                PIECES_MAX);
    assert_int_equal(pair.count, 2);
    assert_int_equal(pieces_join_lines(&pair.own, pair.pieces, pair.count), 2);
}

// With too many pieces, a region has one, from the first of them to the last.
static void test_region(void **state) {
    (void)state;
    compare_two("w = 1; x = 1; y = 1; z = 1; w = 1;", "w = 1; x = 2; y = 2; z = 2; w = 1;", "y = 1;",
                "y = 2;", 2);
    assert_int_equal(pair.count, 2); // without the statements at both ends, which are the same
    assert_int_equal(pair.pieces[0].end - pair.pieces[0].begin, strlen("x = 1; y = 1; z = 1;"));
    assert_int_equal(pair.pieces[1].end - pair.pieces[1].begin, 1);
    assert_int_equal(pieces_find(&pair.own, &pair.other, is_wanted, NULL, 3, pair.pieces, 1), 4);
}

static void test_exchange(void **state) {
    (void)state;
    struct regions mixed;
    struct piece left[PIECES_MAX];
    size_t length;
    compare_two("if (i <= n) { x = 1; }", "if (i < n) { x = 2; }", "y(); z();", "z();", PIECES_MAX);
    assert_int_equal(pair.count, 3);
    char *text = pieces_exchange(&pair.own, &pair.other, pair.pieces + 1, 2, &length);
    assert_non_null(text);
    assert_int_equal(strlen(text), length);
    assert_int_equal(regions_find(text, length, &mixed), 0);
    assert_int_equal(pieces_find(&mixed, &pair.other, is_wanted, NULL, PIECES_MAX, left, PIECES_MAX), 1);
    assert_int_equal(left[0].kind, PIECE_COMPARISON);
    regions_free(&mixed);
    free(text);
}

// An operator stays whole, and words stay apart.
static void test_exchanged_words(void **state) {
    (void)state;
    size_t length;
    compare_two("x += 2; else(y);", "x *= 2; else y;", "", "", PIECES_MAX);
    char *text = pieces_exchange(&pair.own, &pair.other, pair.pieces, pair.count, &length);
    assert_non_null(text);
    assert_non_null(strstr(text, "x *= 2;"));
    assert_non_null(strstr(text, "else y;"));
    free(text);
    compare_two("if (b > 5) {}", "if (b >= 10) {}", "", "", PIECES_MAX);
    text = pieces_exchange(&pair.own, &pair.other, pair.pieces, pair.count, &length);
    assert_non_null(text);
    assert_non_null(strstr(text, "if (b >= 10) {}"));
    free(text);
    compare_two("x = 2; y = 1; v <<= 1; w < 1;", "x += 2; z += 1; v = 1; w <<= 1;", "", "", PIECES_MAX);
    text = pieces_exchange(&pair.own, &pair.other, pair.pieces, pair.count, &length);
    assert_non_null(text);
    assert_non_null(strstr(text, "x += 2; z += 1; v = 1; w <<= 1;"));
    free(text);
}

static void test_file(void **state) {
    (void)state;
    const struct piece pieces[] = {{.begin = 3, .end = 5, .other_begin = 7, .other_end = 8},
                                   {.begin = 5, .end = 5, .other_begin = 9, .other_end = 20}};
    static const char *const wrong[] = {"3 5 7",      "x",         "5 3 7 8\n",         "3 50 7 8\n",
                                        "3 5 7 80\n", "3 5 8 7\n", "5 6 0 1\n3 4 2 3\n"};
    struct piece back[PIECES_MAX];
    size_t count;
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_true(pieces_write(file, pieces, 2));
    rewind(file);
    assert_true(pieces_read(file, 10, 20, back, PIECES_MAX, &count));
    assert_int_equal(count, 2);
    assert_int_equal(back[0].begin, 3);
    assert_int_equal(back[1].other_end, 20);
    rewind(file);
    assert_false(pieces_read(file, 10, 20, back, 1, &count)); // there are more
    fclose(file);
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        file = tmpfile();
        assert_non_null(file);
        fputs(wrong[i], file);
        rewind(file);
        assert_false(pieces_read(file, 10, 20, back, PIECES_MAX, &count));
        fclose(file);
    }
}

static void test_place(void **state) {
    (void)state;
    static const char source[] = "ab\n\ncd\n";
    const struct regions regions = {.source = source, .length = sizeof(source) - 1};
    int line, column;
    piece_place(&regions, 0, &line, &column);
    assert_int_equal(line * 10 + column, 11);
    piece_place(&regions, 5, &line, &column);
    assert_int_equal(line * 10 + column, 32);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_none),
        cmocka_unit_test(test_whole),
        cmocka_unit_test(test_region),
        cmocka_unit_test(test_exchange),
        cmocka_unit_test(test_file),
        cmocka_unit_test(test_place),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_exchanged_words),
        cmocka_unit_test(test_outside),
        cmocka_unit_test(test_outside_in_functions),
    };
    return cmocka_run_group_tests(tests, NULL, free_pair);
}
