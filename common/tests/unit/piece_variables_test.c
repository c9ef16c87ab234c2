// Which pieces have to do with each other (regions/piece_variables.h).
#include "cmocka_all.h"

#include <stdio.h>
#include <string.h>

#include "piece_variables.h"

enum { PIECES_MAX = 8, SIZE = 400 };

static bool is_any(const void *context, int region) {
    (void)context;
    return region > 0;
}

// The only two pieces in which the code of a region differs.
struct pair {
    char own_text[SIZE], other_text[SIZE];
    struct regions own, other;
    struct piece pieces[PIECES_MAX];
};

static void find_two(struct pair *pair, const char *own, const char *other) {
    snprintf(pair->own_text, SIZE, "// TODO(1): one\n%s\n// END TODO(1)\n", own);
    snprintf(pair->other_text, SIZE, "// TODO(1): one\n%s\n// END TODO(1)\n", other);
    assert_int_equal(regions_find(pair->own_text, strlen(pair->own_text), &pair->own), 0);
    assert_int_equal(regions_find(pair->other_text, strlen(pair->other_text), &pair->other), 0);
    const size_t count =
        pieces_find(&pair->own, &pair->other, is_any, NULL, PIECES_MAX, pair->pieces, PIECES_MAX);
    if (count != 2) {
        fail_msg("%zu pieces: %s", count, own);
    }
}

static void free_pair(struct pair *pair) {
    regions_free(&pair->own);
    regions_free(&pair->other);
}

static void test_linked(void **state) {
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
        struct pair pair;
        find_two(&pair, rows[i].own, rows[i].other);
        for (int first = 0; first < 2; first++) {
            if (pieces_are_linked(&pair.own, &pair.other, &pair.pieces[first], &pair.pieces[1 - first]) !=
                rows[i].linked) {
                fail_msg("row %zu, with piece %d first: %s", i, first, rows[i].own);
            }
        }
        free_pair(&pair);
    }
}

static void test_uses_variable(void **state) {
    (void)state;
    static const struct {
        const char *own, *other;
        bool uses; // the second piece, what the first one sets
    } rows[] = {
        {"int b = 1; y;\nf(b);", "y;\nf(blockIdx.x);", true},
        {"int b; y;\nf(b);", "y;\nf(blockIdx.x);", false},         // it is not set
        {"int b = 1; y;\nf(bb);", "y;\nf(blockIdx.x);", false},    // another variable
        {"int b = 1; y;\nf(b);", "y;\nf(blockIdx.x + b);", false}, // the other source uses it, too
        {"x = b == 1; y;\nf(b);", "y;\nf(blockIdx.x);", false},    // a comparison
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct pair pair;
        find_two(&pair, rows[i].own, rows[i].other);
        if (piece_uses_variable(&pair.own, &pair.other, &pair.pieces[1], &pair.pieces[0]) != rows[i].uses) {
            fail_msg("row %zu: %s", i, rows[i].own);
        }
        free_pair(&pair);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_linked), cmocka_unit_test(test_uses_variable)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
