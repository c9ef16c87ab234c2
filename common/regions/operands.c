#include "operands.h"

#include <stdio.h>
#include <string.h>

#include "statement_words.h"

// Does a function of that name, which is no kernel, return something?
static bool returns_value(const struct structure *structure, const char *name) {
    struct words words;
    for (size_t i = 0; i < structure->count; i++) {
        const struct block *function = &structure->blocks[i];
        if (!function->function || function->kernel || strcmp(function->name, name) != 0 ||
            !words_read(structure, function->begin, &words)) {
            continue;
        }
        for (size_t k = 0; k < words.count; k++) {
            if (word_is(&words, k, "return") && !word_is(&words, k + 1, ";")) {
                return true;
            }
        }
    }
    return false;
}

bool operands_index(const char *path, int line, const char *array, char function[48]) {
    const struct structure *structure = structure_of(path);
    struct words words;
    if (structure == NULL || !words_read(structure, line, &words)) {
        return false;
    }
    const struct word_range statement = words_statement(&words, line);
    for (size_t i = statement.begin; i + 1 < statement.end; i++) {
        if (!word_is(&words, i, array) || !word_is(&words, i + 1, "[")) {
            continue;
        }
        for (size_t k = i + 2, end = words_behind_bracket(&words, i + 1); k < end; k++) {
            const struct token *token = &words.tokens[k];
            snprintf(function, 48, "%.*s", (int)token->length, structure->text + token->offset);
            if (token->kind == TOKEN_IDENTIFIER && word_is(&words, k + 1, "(") &&
                returns_value(structure, function)) {
                return true;
            }
        }
    }
    return false;
}
