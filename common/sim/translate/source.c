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
    for (; *words; words++) {
        if (is_word(source, i, *words)) {
            return 1;
        }
    }
    return 0;
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

int takes_parentheses(const struct source *source, token_index i) {
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

// The token after the matching bracket of bracket i, or i if it has none.
static token_index skip_brackets(const struct source *source, token_index i) {
    return source->match[i] == NO_TOKEN ? i : source->match[i] + 1;
}

token_index skip_attribute(const struct source *source, token_index i) {
    if (takes_parentheses(source, i) && is_character(source, i + 1, '(')) {
        token_index end = skip_brackets(source, i + 1);
        return end == i + 1 ? i : end;
    }
    return is_pair(source, i, "[[") ? skip_brackets(source, i) : i;
}

token_index skip_struct(const struct source *source, token_index i) {
    static const char *const words[] = {"struct", "class", "union", "enum", NULL};
    enum { HEAD_MAX = 256 }; // tokens from the name to the brace: bounds the time on malformed code
    token_index end = i, after;
    while (is_one_of(source, end, words)) { // two in `enum class`
        end++;
    }
    if (end == i) {
        return i;
    }
    while ((after = skip_attribute(source, end)) != end) {
        end = after;
    }
    // Without a body, this is the type's name and part of the declaration.
    token_index name = end, limit = end + HEAD_MAX;
    while (end < limit && !is_character(source, end, '{')) {
        int template_arguments = is_character(source, end, '<') && source->match[end] != NO_TOKEN;
        if (template_arguments) {
            end = source->match[end] + 1;
        } else if (is_kind(source, end, TOKEN_IDENTIFIER) || is_character(source, end, ':') ||
                   is_character(source, end, ',')) {
            end++;
        } else {
            return name;
        }
    }
    return is_character(source, end, '{') ? skip_brackets(source, end) : name;
}

token_index skip_directive(const struct source *source, token_index i) {
    if (!is_kind(source, i, TOKEN_DIRECTIVE)) {
        return i;
    }
    while (!is_kind(source, i, TOKEN_DIRECTIVE_END) && !is_kind(source, i, TOKEN_END)) {
        i++;
    }
    return i + 1;
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

int is_assignment(const struct source *source, token_index i) {
    static const char before[] = "=<>!+-*/%&|^";
    int part = is_character(source, i + 1, '=') && touches(source, i);
    for (const char *c = before; *c; c++) {
        part |= is_character(source, i - 1, *c) && touches(source, i - 1);
    }
    return is_character(source, i, '=') && !part;
}

int ends_assignment(const struct source *source, token_index i) {
    static const char before[] = "+-*/%&|^";
    if (!is_character(source, i, '=') || (touches(source, i) && is_character(source, i + 1, '='))) {
        return 0;
    }
    int compound = is_pair(source, i - 2, "<<") || is_pair(source, i - 2, ">>");
    for (const char *c = before; *c; c++) {
        compound |= is_character(source, i - 1, *c);
    }
    return is_assignment(source, i) || (compound && touches(source, i - 1));
}
