// Exchanging pieces of two programs, and the file of pieces.
#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pieces.h"

enum { PIECES_MAX = 8 };

// The own program is `own`, of whose bytes [begin, end) `other` takes the place.
static void one_exchange(const char *own, size_t begin, size_t end, const char *other, const char *mixed) {
    const struct regions own_source = {.source = own, .length = strlen(own)},
                         other_source = {.source = other, .length = strlen(other)};
    const struct piece piece = {.begin = begin, .end = end, .other_end = strlen(other)};
    size_t length;
    char *text = pieces_exchange(&own_source, &other_source, &piece, 1, &length);
    assert_non_null(text);
    assert_int_equal(strlen(text), length);
    assert_string_equal(text, mixed);
    free(text);
}

// Words and operators stay apart, and a directive has its own line.
static void test_exchange(void **state) {
    (void)state;
    one_exchange("x=a-b;", 4, 5, "-c", "x=a- -c;");
    one_exchange("else(y);", 4, 7, "y", "else y;");
    one_exchange("x = a;", 2, 3, "+=", "x += a;");
    one_exchange("f(1, 2);", 3, 6, "", "f(1);");
    one_exchange("x = 1;\ny = 2;\n", 6, 6, "#define A\n", "x = 1;\n#define A\n\ny = 2;\n");
    one_exchange("#define A\n#define B\n", 0, 10, "int a;", "int a;\n#define B\n");
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

static void test_line(void **state) {
    (void)state;
    static const char source[] = "ab\n\ncd\n";
    const struct regions regions = {.source = source, .length = sizeof(source) - 1};
    assert_int_equal(piece_line(&regions, 0), 1);
    assert_int_equal(piece_line(&regions, 2), 1);
    assert_int_equal(piece_line(&regions, 5), 3);
    assert_int_equal(piece_line(&regions, 100), 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exchange),
        cmocka_unit_test(test_file),
        cmocka_unit_test(test_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
