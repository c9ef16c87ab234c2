#include "additions.h"

#include <stdbool.h>

#include "words.h"

// A name that the file declares with the word value_t.
enum declared {
    DECLARED_NOT,
    DECLARED_VALUE, // value_t name, also a function that returns one
    DECLARED_ARRAY, // value_t name[...], value_t *name: name[...] is a value
    DECLARED_OTHER  // an array of pointers
};

static enum declared declared(const struct words *words, size_t name) {
    enum declared as = DECLARED_NOT;
    for (size_t i = 0; i < words->count && as != DECLARED_OTHER; i++) {
        size_t at = i + 1, stars = 0;
        if (!word_is(words, i, "value_t")) {
            continue;
        }
        for (; word_is(words, at, "*") || word_is(words, at, "const") || word_is(words, at, "__restrict__");
             at++) {
            stars += word_is(words, at, "*");
        }
        if (at >= words->count || !words_same(words, &words->tokens[at], &words->tokens[name])) {
            continue;
        }
        stars += word_is(words, at + 1, "[");
        as = stars == 0 ? DECLARED_VALUE : stars == 1 ? DECLARED_ARRAY : DECLARED_OTHER;
    }
    return as;
}

// The `[` of the `]` at word `i`.
static size_t opening(const struct words *words, size_t i) {
    size_t depth = 0;
    do {
        depth += word_is(words, i, "]");
        depth -= word_is(words, i, "[");
    } while (depth > 0 && i-- > 0);
    return depth == 0 ? i : 0;
}

// Does a value end before word `i`: a variable or an element?
static bool value_before(const struct words *words, size_t i) {
    if (i == 0) {
        return false;
    }
    const bool element = word_is(words, i - 1, "]");
    const size_t behind = element ? opening(words, i - 1) : i; // the name
    return behind > 0 && words->tokens[behind - 1].kind == TOKEN_IDENTIFIER &&
           declared(words, behind - 1) == (element ? DECLARED_ARRAY : DECLARED_VALUE);
}

// Does a value begin at word `i`: a variable, an element or a call?
static bool value_at(const struct words *words, size_t i) {
    const bool element = word_is(words, i + 1, "[");
    return i < words->count && words->tokens[i].kind == TOKEN_IDENTIFIER &&
           (word_is(words, i, "combine") ||
            declared(words, i) == (element ? DECLARED_ARRAY : DECLARED_VALUE));
}

// Is the expression that begins at word `i` a sum? It has a `+` outside parentheses and brackets, and not in a
// condition.
static bool is_sum(const struct words *words, size_t i) {
    bool plus = false;
    for (int depth = 0; i < words->count && !word_is(words, i, ";"); i++) {
        depth += word_is(words, i, "(") || word_is(words, i, "[") || word_is(words, i, "{");
        depth -= word_is(words, i, ")") || word_is(words, i, "]") || word_is(words, i, "}");
        if (depth < 0 || (depth == 0 && word_is(words, i, ","))) {
            break;
        }
        plus |= depth == 0 && word_is(words, i, "+");
        plus &= depth != 0 || !word_is(words, i, "?");
    }
    return plus;
}

size_t additions_find(const char *path, int first, int last, int *lines, size_t max) {
    const struct structure *structure = structure_of(path);
    size_t count = 0;
    if (structure == NULL) {
        return 0;
    }
    const struct words words = words_of_file(structure);
    for (size_t i = 1; i + 1 < words.count && count < max; i++) {
        const int line = words.tokens[i].line;
        if (line < first || line > last || (count > 0 && lines[count - 1] == line)) {
            continue;
        }
        const bool adding = word_is(&words, i, "+") && word_is(&words, i + 1, "=");
        const bool setting = word_is(&words, i, "=") && !word_is(&words, i + 1, "=");
        if ((adding && (value_before(&words, i) || value_at(&words, i + 2))) ||
            (setting && value_before(&words, i) && is_sum(&words, i + 1))) {
            lines[count++] = line;
        }
    }
    return count;
}
