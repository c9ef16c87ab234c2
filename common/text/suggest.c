#define _GNU_SOURCE // strnlen, strncasecmp also under -std=c11

#include "text/suggest.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

enum { LETTERS = 40, LETTERS_OF_BEGINNING = 3 }; // longer words are compared by their first LETTERS letters

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

static bool same_letter(char a, char b) {
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

// The distance of Damerau and Levenshtein: apart[i][j] is that of the first i letters of `a` to the first j of `b`.
static size_t distance(const char *a, const char *b) {
    size_t a_length = strnlen(a, LETTERS), b_length = strnlen(b, LETTERS);
    size_t apart[LETTERS + 1][LETTERS + 1];
    for (size_t i = 0; i <= a_length; i++) {
        for (size_t j = 0; j <= b_length; j++) {
            if (i == 0 || j == 0) {
                apart[i][j] = i + j;
                continue;
            }
            size_t replaced = apart[i - 1][j - 1] + !same_letter(a[i - 1], b[j - 1]);
            apart[i][j] = smaller(smaller(apart[i - 1][j], apart[i][j - 1]) + 1, replaced);
            if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1])) {
                apart[i][j] = smaller(apart[i][j], apart[i - 2][j - 2] + 1);
            }
        }
    }
    return apart[a_length][b_length];
}

const char *suggest(const char *typed, const char *const *words, size_t count) {
    size_t letters = strnlen(typed, LETTERS);
    for (size_t i = 0; i < count && letters >= LETTERS_OF_BEGINNING; i++) {
        if (strncasecmp(typed, words[i], letters) == 0) {
            return words[i];
        }
    }
    size_t allowed = letters < 4 ? 1 : letters < 9 ? 2 : letters / 3;
    size_t least = allowed + 1;
    const char *nearest = NULL;
    for (size_t i = 0; i < count; i++) {
        size_t letters_apart = distance(typed, words[i]);
        if (letters_apart < least) {
            least = letters_apart;
            nearest = words[i];
        }
    }
    return nearest;
}
