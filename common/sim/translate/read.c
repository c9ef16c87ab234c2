// Reads a text into the tokens that matter.
#include "source.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int add_token(struct source *source, const struct token *token) {
    if (grow(&source->tokens, &source->capacity, source->count + 1, sizeof(*source->tokens)) != 0) {
        return source_out_of_memory(source);
    }
    source->tokens[source->count++] = *token;
    return 0;
}

// Skips a macro's name and parameters, which are never rewritten. Returns the first token of its body.
static struct token skip_macro_head(struct tokenizer *tokenizer) {
    struct token token = token_next_word(tokenizer);
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
    return token_is_space(&token) ? token_next_word(tokenizer) : token;
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
    struct token token = token_next_word(tokenizer), name = token;
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
        token = keep ? skip_macro_head(tokenizer) : token_next_word(tokenizer);
    }
    int includes = !was_dead && token_is(text, &name, "include");
    for (size_t i = 0; token.kind != TOKEN_DIRECTIVE_END; i++, token = token_next_word(tokenizer)) {
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
        token = token_next_word(&tokenizer);
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
