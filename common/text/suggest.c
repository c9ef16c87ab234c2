#define _GNU_SOURCE // strnlen also under -std=c11

#include "text/suggest.h"

#include <string.h>

enum { LETTERS = 40 }; // longer words are compared by their beginning

static size_t smallest(size_t a, size_t b, size_t c) {
    size_t least = a < b ? a : b;
    return least < c ? least : c;
}

// Levenshtein's distance, row by row: row[j] is that of the letters of `a` so far to the first j of `b`.
static size_t distance(const char *a, const char *b) {
    size_t a_length = strnlen(a, LETTERS), b_length = strnlen(b, LETTERS);
    size_t row[LETTERS + 1];
    for (size_t j = 0; j <= b_length; j++) {
        row[j] = j;
    }
    for (size_t i = 1; i <= a_length; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = smallest(row[j] + 1, row[j - 1] + 1, replaced);
        }
    }
    return row[b_length];
}

const char *suggest(const char *typed, const char *const *words, size_t count) {
    size_t letters = strnlen(typed, LETTERS);
    size_t allowed = letters < 4 ? 1 : letters < 9 ? 2 : letters / 3; // two letters exchanged count as two
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
