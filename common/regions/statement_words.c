#include "statement_words.h"

#include <string.h>

// The first letter of word number `i`; behind the last word '\0'.
static char words_letter(const struct words *words, size_t i) {
    return i < words->count ? words->structure->text[words->tokens[i].offset] : '\0';
}

bool words_open(const struct words *words, size_t i) {
    return word_is(words, i, "(") || word_is(words, i, "[");
}

bool words_close(const struct words *words, size_t i) {
    return word_is(words, i, ")") || word_is(words, i, "]");
}

size_t words_behind_bracket(const struct words *words, size_t i) {
    int depth = 0;
    do {
        depth += words_open(words, i) - words_close(words, i);
        i++;
    } while (depth > 0 && i < words->count);
    return i;
}

struct word_range words_statement(const struct words *words, int line) {
    struct word_range found = {0, 0};
    while (found.begin < words->count && words->tokens[found.begin].line < line) {
        found.begin++;
    }
    for (found.end = found.begin;
         found.end < words->count && !word_is(words, found.end, ";") && !word_is(words, found.end, "{");) {
        found.end = words_open(words, found.end) ? words_behind_bracket(words, found.end) : found.end + 1;
    }
    return found;
}

size_t words_equals(const struct words *words, struct word_range range) {
    for (size_t i = range.begin; i < range.end;
         i = words_open(words, i) ? words_behind_bracket(words, i) : i + 1) {
        bool comparison = word_is(words, i + 1, "=") ||
                          (i > 0 && strchr("=!<>", words_letter(words, i - 1)) != NULL &&
                           !(i > 1 && words_letter(words, i - 1) == words_letter(words, i - 2) &&
                             strchr("<>", words_letter(words, i - 1)) != NULL));
        if (word_is(words, i, "=") && !comparison) {
            return i;
        }
    }
    return range.end;
}
