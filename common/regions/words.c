#include "words.h"

#include <string.h>

bool word_is(const struct words *words, size_t i, const char *word) {
    return i < words->count && token_is(words->structure->text, &words->tokens[i], word);
}

bool words_same(const struct words *words, const struct token *a, const struct token *b) {
    const char *text = words->structure->text;
    return a->length == b->length && memcmp(text + a->offset, text + b->offset, a->length) == 0;
}

// Is the variable at number `i` assigned to: `name = ...` or `name += ...`?
static bool word_is_assigned(const struct words *words, size_t i) {
    const bool shift =
        i + 2 < words->count && words_same(words, &words->tokens[i + 1], &words->tokens[i + 2]);
    const char sign = i + 1 < words->count ? words->structure->text[words->tokens[i + 1].offset] : '\0';
    if (sign == '=') {
        return !word_is(words, i + 2, "=");
    }
    return shift ? (sign == '<' || sign == '>') && word_is(words, i + 3, "=")
                 : sign != '\0' && strchr("+-*/%&|^", sign) != NULL && word_is(words, i + 2, "=");
}

bool word_is_set(const struct words *words, size_t i) {
    bool counts = (word_is(words, i + 1, "+") && word_is(words, i + 2, "+")) ||
                  (word_is(words, i + 1, "-") && word_is(words, i + 2, "-"));
    bool handed =
        i > 1 && word_is(words, i - 1, "&") && (word_is(words, i - 2, "(") || word_is(words, i - 2, ","));
    return word_is_assigned(words, i) || counts || handed;
}

bool words_read(const struct structure *structure, int line, struct words *words) {
    const struct block *function = structure_function(structure, line);
    const struct token *begin = structure->words, *end = begin + structure->word_count;
    *words = (struct words){.structure = structure};
    if (function == NULL) {
        return false;
    }
    while (begin < end && begin->line < function->begin) {
        begin++;
    }
    words->tokens = begin;
    while (begin + words->count < end && begin[words->count].line <= function->end) {
        words->count++;
    }
    return true;
}

struct words words_of_file(const struct structure *structure) {
    return (struct words){structure, structure->words, structure->word_count};
}
