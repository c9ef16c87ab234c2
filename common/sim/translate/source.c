// The source: its first error, room for more, and questions about its tokens.
#include "source.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int grow(void *array_pointer, size_t *capacity, size_t count, size_t size) {
    void *array;
    memcpy(&array, array_pointer, sizeof(array));
    if (count <= *capacity) {
        return 0;
    }
    size_t wanted = *capacity ? *capacity * 2 : 64;
    if (wanted < count) {
        wanted = count;
    }
    array = realloc(array, wanted * size);
    if (!array) {
        return -1;
    }
    memcpy(array_pointer, &array, sizeof(array));
    *capacity = wanted;
    return 0;
}

int source_fail(struct source *source, int line, const char *format, ...) {
    if (source->failed) {
        return -1;
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(source->error, sizeof(source->error), format, arguments);
    va_end(arguments);
    source->failed = 1;
    source->error_line = line;
    return -1;
}

int source_out_of_memory(struct source *source) {
    return source_fail(source, 0, "not enough memory to translate this file");
}

void source_free(struct source *source) {
    tree_free(source->tree);
    free(source->edits);
    free(source->defined.bytes);
    free(source->inserted.bytes);
}

static const struct token *token_at(const struct source *source, token_index i) {
    return &source->tokens[i >= 0 && i < source->count ? i : source->count - 1];
}

int is_kind(const struct source *source, token_index i, enum token_kind kind) {
    return token_at(source, i)->kind == kind;
}

int is_word(const struct source *source, token_index i, const char *word) {
    const struct token *token = token_at(source, i);
    return token->kind == TOKEN_IDENTIFIER && token_is(source->text, token, word);
}

int is_one_of(const struct source *source, token_index i, const char *const *words) {
    return tree_token_is_one_of(source->tree, i, words);
}

int is_character(const struct source *source, token_index i, char c) {
    const struct token *token = token_at(source, i);
    return token->kind == TOKEN_PUNCTUATION && source->text[token->offset] == c;
}

size_t token_begin(const struct source *source, token_index i) {
    return token_at(source, i)->offset;
}

size_t token_end(const struct source *source, token_index i) {
    const struct token *token = token_at(source, i);
    return token->offset + token->length;
}

int same_word(const struct source *source, token_index a, token_index b) {
    const struct token *left = token_at(source, a), *right = token_at(source, b);
    return left->length == right->length &&
           memcmp(source->text + left->offset, source->text + right->offset, left->length) == 0;
}

int touches(const struct source *source, token_index i) {
    return token_skip_continuations(source->text, source->length, token_end(source, i)) ==
           token_at(source, i + 1)->offset;
}

int is_pair(const struct source *source, token_index i, const char *pair) {
    return is_character(source, i, pair[0]) && is_character(source, i + 1, pair[1]) && touches(source, i);
}

static int takes_parentheses(const struct source *source, token_index i) {
    static const char *const words[] = {"alignas",
                                        "_Alignas",
                                        "__align__",
                                        "__attribute__",
                                        "__attribute",
                                        "__declspec",
                                        "decltype",
                                        "__typeof__",
                                        "typeof",
                                        "asm",
                                        "__launch_bounds__",
                                        "__maxnreg__",
                                        "__asm__",
                                        "__block_size__",
                                        "__cluster_dims__",
                                        NULL};
    return is_one_of(source, i, words);
}

token_index skip_attribute(const struct source *source, token_index i) {
    const token_index open = takes_parentheses(source, i) && is_character(source, i + 1, '(') ? i + 1
                             : is_pair(source, i, "[[")                                       ? i
                                                                                              : NO_TOKEN;
    return open == NO_TOKEN || source->match[open] == NO_TOKEN ? i : source->match[open] + 1;
}

token_index token_step(const struct source *source, token_index i) {
    return source->match[i] > i ? source->match[i] + 1 : i + 1;
}

token_index range_find(const struct source *source, struct range range, char c) {
    token_index i = range.begin;
    while (i < range.end && !is_character(source, i, c)) {
        i = token_step(source, i);
    }
    return i < range.end ? i : range.end;
}

int range_has(const struct source *source, struct range range, char c) {
    return range_find(source, range, c) < range.end;
}
