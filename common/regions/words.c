#include "words.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

bool word_is(const struct words *words, size_t i, const char *word) {
    return i < words->count && token_is(words->structure->text, &words->tokens[i], word);
}

bool words_same(const struct words *words, const struct token *a, const struct token *b) {
    const char *text = words->structure->text;
    return a->length == b->length && memcmp(text + a->offset, text + b->offset, a->length) == 0;
}

bool word_is_assigned(const struct words *words, size_t i) {
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

// The words from line `begin` to line `end`.
static bool read_lines(const struct structure *structure, int begin, int end, struct words *words) {
    struct tokenizer tokenizer;
    struct token token;
    *words = (struct words){.structure = structure};
    tokenizer_start(&tokenizer, structure->text, structure->length);
    for (token = token_next(&tokenizer); token.kind != TOKEN_END && token.line <= end;
         token = token_next(&tokenizer)) {
        if (token_is_space(&token) || token.line < begin) {
            continue;
        }
        if ((words->count & (words->count - 1)) == 0) { // 0, or a power of two
            struct token *more =
                realloc(words->tokens, (words->count > 0 ? 2 * words->count : 1) * sizeof(*more));
            if (more == NULL) {
                free(words->tokens);
                return false;
            }
            words->tokens = more;
        }
        words->tokens[words->count++] = token;
    }
    return true;
}

bool words_read(const struct structure *structure, int line, struct words *words) {
    const struct block *function = structure_function(structure, line);
    *words = (struct words){.structure = structure};
    return function != NULL && read_lines(structure, function->begin, function->end, words);
}

bool words_read_file(const struct structure *structure, struct words *words) {
    return read_lines(structure, 1, INT_MAX, words);
}
