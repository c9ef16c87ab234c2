// Reads a text into the tokens that matter, and answers questions about them.
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

static int add_token(struct source *source, const struct token *token) {
    if (grow(&source->tokens, &source->capacity, source->count + 1, sizeof(*source->tokens)) != 0) {
        return source_out_of_memory(source);
    }
    source->tokens[source->count++] = *token;
    return 0;
}

static struct token next_significant(struct tokenizer *tokenizer) {
    struct token token;
    do {
        token = token_next(tokenizer);
    } while (token_is_space(&token));
    return token;
}

// Skips a macro's name and parameters, which are never rewritten. Returns the first token of its body.
static struct token skip_macro_head(struct tokenizer *tokenizer) {
    struct token token = next_significant(tokenizer);
    if (token.kind != TOKEN_IDENTIFIER) {
        return token;
    }
    token = token_next(tokenizer);
    if (token.kind == TOKEN_PUNCTUATION && token_is(tokenizer->text, &token, "(")) {
        while (token.kind != TOKEN_DIRECTIVE_END && !token_is(tokenizer->text, &token, ")")) {
            token = token_next(tokenizer);
        }
        if (token.kind != TOKEN_DIRECTIVE_END) {
            token = token_next(tokenizer);
        }
    }
    return token_is_space(&token) ? next_significant(tokenizer) : token;
}

// Text between `#if 0` and its #else or #endif may be anything.
struct dead_text {
    int active;
    int depth; // of nested conditionals
};

static void follow_conditional(struct dead_text *dead, const char *text, const struct token *name, int zero) {
    int begins =
        token_is(text, name, "if") || token_is(text, name, "ifdef") || token_is(text, name, "ifndef");
    int branch = token_is(text, name, "else") || token_is(text, name, "elif") ||
                 token_is(text, name, "elifdef") || token_is(text, name, "elifndef");
    if (!dead->active) {
        dead->active = zero && token_is(text, name, "if");
        dead->depth = 0;
    } else if (begins) {
        dead->depth++;
    } else if (token_is(text, name, "endif")) {
        dead->active = dead->depth-- > 0;
    } else if (dead->depth == 0 && branch) {
        dead->active = 0;
    }
}

// Reads from after the `#` to the end of the directive.
static int read_directive(struct source *source, struct tokenizer *tokenizer, struct token hash,
                          struct dead_text *dead) {
    const char *text = source->text;
    struct token token = next_significant(tokenizer), name = token;
    int was_dead = dead->active, zero = 0;
    if (token.kind == TOKEN_DIRECTIVE_END) {
        name = hash;
    }
    name.kind = TOKEN_DIRECTIVE;
    int keep = !was_dead && token_is(text, &name, "define");
    if (!was_dead && add_token(source, &name) != 0) {
        return -1;
    }

    if (token.kind != TOKEN_DIRECTIVE_END) {
        token = keep ? skip_macro_head(tokenizer) : next_significant(tokenizer);
    }
    int includes = !was_dead && token_is(text, &name, "include");
    for (size_t i = 0; token.kind != TOKEN_DIRECTIVE_END; i++, token = next_significant(tokenizer)) {
        zero = i == 0 && token_is(text, &token, "0");
        if (includes && token.kind == TOKEN_HEADER && source_read_include(source, &name, &token) != 0) {
            return -1;
        }
        if (keep && add_token(source, &token) != 0) {
            return -1;
        }
    }
    follow_conditional(dead, text, &name, zero);
    if (was_dead && !dead->active) { // keep the #else or #endif that ends the dead text
        if (add_token(source, &name) != 0) {
            return -1;
        }
        was_dead = 0;
    }
    return was_dead ? 0 : add_token(source, &token);
}

int source_read(struct source *source, const char *text, size_t length) {
    struct tokenizer tokenizer;
    struct dead_text dead = {0};
    struct token token;
    source->text = text;
    source->length = length;
    tokenizer_start(&tokenizer, text, length);
    do {
        token = next_significant(&tokenizer);
        if (token.kind == TOKEN_DIRECTIVE) {
            if (read_directive(source, &tokenizer, token, &dead) != 0) {
                return -1;
            }
        } else if (!dead.active || token.kind == TOKEN_END) {
            if (add_token(source, &token) != 0) {
                return -1;
            }
        }
    } while (token.kind != TOKEN_END);
    return 0;
}

static const struct token *token_at(const struct source *source, token_index i) {
    return &source->tokens[i < source->count ? i : source->count - 1];
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

size_t token_end(const struct source *source, token_index i) {
    const struct token *token = token_at(source, i);
    return token->offset + token->length;
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
