// #define KERNEL_ARGS(grid, block) <<< grid, block >>>
// kernel KERNEL_ARGS(8, 256)(d_in, n);
//     becomes
// kernel <<< 8, 256 >>>(d_in, n);
//
// as programs for Visual Studio write it, whose editor marks <<< as an error. The preprocessor would come too late: here
// the uses of macros that are a whole launch configuration are expanded before anything else is read. A use keeps its
// lines. Uses in directives and in headers are not expanded.
#include "source.h"

#include <stdlib.h>
#include <string.h>

enum { PARAMETERS_MAX = 8, MACROS_MAX = 64 };

struct part {
    size_t begin, end; // bytes of the text
};

struct macro {
    struct part name, body;
    struct part parameters[PARAMETERS_MAX];
    int count, has_parameters, is_variadic; // then the last one is `...`
};

struct macros {
    const char *text;
    size_t length;
    struct macro list[MACROS_MAX];
    int count;
};

static struct token next_of(struct tokenizer *tokenizer) {
    struct token token;
    do {
        token = token_next(tokenizer);
    } while (token_is_space(&token));
    return token;
}

static struct part part_of(const struct token *token) {
    return (struct part){token->offset, token->offset + token->length};
}

static int same_part(const char *text, struct part a, struct part b) {
    return a.end - a.begin == b.end - b.begin && memcmp(text + a.begin, text + b.begin, a.end - a.begin) == 0;
}

static int is_sign(const struct macros *macros, const struct token *token, char c) {
    return token->kind == TOKEN_PUNCTUATION && macros->text[token->offset] == c;
}

// Reads the parameters after the name, if a `(` touches it. Returns 0 if there are too many.
static int read_parameters(const struct macros *macros, struct tokenizer *tokenizer, struct macro *macro) {
    struct tokenizer ahead = *tokenizer;
    struct token token = token_next(&ahead);
    if (!is_sign(macros, &token, '(')) {
        return 1;
    }
    macro->has_parameters = 1;
    for (token = next_of(&ahead); !is_sign(macros, &token, ')'); token = next_of(&ahead)) {
        if (token.kind == TOKEN_DIRECTIVE_END || macro->count == PARAMETERS_MAX) {
            return 0;
        }
        if (token.kind == TOKEN_IDENTIFIER) {
            macro->parameters[macro->count++] = part_of(&token);
        } else if (is_sign(macros, &token, '.') && !macro->is_variadic) {
            macro->parameters[macro->count++] = part_of(&token);
            macro->is_variadic = 1;
        }
    }
    *tokenizer = ahead;
    return 1;
}

// Reads the directive after its `#`, and adds its macro if the body is <<< ... >>>.
static void read_directive(struct macros *macros, struct tokenizer *tokenizer) {
    struct macro macro = {0};
    struct token token = next_of(tokenizer);
    if (!token_is(macros->text, &token, "define")) {
        return;
    }
    token = next_of(tokenizer);
    macro.name = part_of(&token);
    if (token.kind != TOKEN_IDENTIFIER || !read_parameters(macros, tokenizer, &macro)) {
        return;
    }
    int count = 0, opening = 0, closing = 0;
    for (token = next_of(tokenizer); token.kind != TOKEN_DIRECTIVE_END; token = next_of(tokenizer), count++) {
        macro.body.begin = count == 0 ? token.offset : macro.body.begin;
        macro.body.end = token.offset + token.length;
        opening += opening == count && is_sign(macros, &token, '<');
        closing = is_sign(macros, &token, '>') ? closing + 1 : 0;
    }
    if (opening == 3 && closing == 3 && macros->count < MACROS_MAX) {
        macros->list[macros->count++] = macro;
    }
}

static void find_macros(struct macros *macros) {
    struct tokenizer tokenizer;
    struct token token;
    tokenizer_start(&tokenizer, macros->text, macros->length);
    do {
        token = token_next(&tokenizer);
        if (token.kind == TOKEN_DIRECTIVE) {
            read_directive(macros, &tokenizer);
        }
    } while (token.kind != TOKEN_END);
}

static const struct macro *macro_of(const struct macros *macros, const struct token *token) {
    for (int i = 0; i < macros->count && token->kind == TOKEN_IDENTIFIER; i++) {
        if (same_part(macros->text, macros->list[i].name, part_of(token))) {
            return &macros->list[i];
        }
    }
    return NULL;
}

// Reads (a, f(b, c)) into the parts `a` and `f(b, c)`. Returns 0 unless they are as many as the parameters.
static int read_arguments(const struct macros *macros, const struct macro *macro, struct tokenizer *tokenizer,
                          struct part *arguments) {
    struct token token = next_of(tokenizer);
    int depth = 1, found = 0, count = macro->count > 0 ? macro->count : 1; // MACRO(): nothing is one, too
    if (!is_sign(macros, &token, '(')) {
        return 0;
    }
    arguments[0].begin = token.offset + 1;
    while (depth > 0) {
        token = next_of(tokenizer);
        if (token.kind == TOKEN_END || token.kind == TOKEN_DIRECTIVE) {
            return 0;
        }
        depth += is_sign(macros, &token, '(') - is_sign(macros, &token, ')');
        int rest = macro->is_variadic && found + 1 == count;
        if (depth > 0 && !(depth == 1 && is_sign(macros, &token, ',') && !rest)) {
            continue;
        }
        if (found == count) {
            return 0;
        }
        arguments[found++].end = token.offset;
        if (found < count) {
            arguments[found].begin = token.offset + 1;
        }
    }
    return found == count;
}

static int add_on_one_line(struct buffer *out, const struct macros *macros, struct part part);

// Adds a token of a macro's body, or the argument that it stands for.
static int add_token(struct buffer *out, const struct macros *macros, const struct macro *macro,
                     const struct part *arguments, const struct token *token) {
    for (int i = 0; i < macro->count; i++) {
        int is_rest = macro->is_variadic && i + 1 == macro->count;
        if (is_rest ? token_is(macros->text, token, "__VA_ARGS__")
                    : same_part(macros->text, macro->parameters[i], part_of(token))) {
            return add_on_one_line(out, macros, arguments[i]);
        }
    }
    return buffer_add(out, macros->text + token->offset, token->length);
}

// Adds the tokens of a part: `macro`, if it is not NULL, has parameters for which arguments stand. Blanks, newlines and
// comments become one blank.
static int add_tokens(struct buffer *out, const struct macros *macros, struct part part,
                      const struct macro *macro, const struct part *arguments) {
    struct tokenizer tokenizer;
    tokenizer_start(&tokenizer, macros->text, part.end);
    tokenizer.offset = part.begin;
    tokenizer.line_start = 0;
    int failed = 0;
    for (struct token token = token_next(&tokenizer); token.kind != TOKEN_END && !failed;
         token = token_next(&tokenizer)) {
        failed = token_is_space(&token) ? buffer_add_character(out, ' ')
                 : macro != NULL        ? add_token(out, macros, macro, arguments, &token)
                                        : buffer_add(out, macros->text + token.offset, token.length);
    }
    return failed;
}

static int add_on_one_line(struct buffer *out, const struct macros *macros, struct part part) {
    return add_tokens(out, macros, part, NULL, NULL);
}

// Adds the expansion of the macro whose name has just been read, and reads its arguments. Returns 1 if that is no use of
// it, -1 when memory is short.
static int expand(struct buffer *out, const struct macros *macros, const struct macro *macro,
                  struct tokenizer *tokenizer) {
    struct part arguments[PARAMETERS_MAX];
    struct tokenizer ahead = *tokenizer;
    if (macro->has_parameters && !read_arguments(macros, macro, &ahead, arguments)) {
        return 1;
    }
    int failed = add_tokens(out, macros, macro->body, macro, arguments);
    for (size_t at = tokenizer->offset; at < ahead.offset && !failed; at++) {
        failed = macros->text[at] == '\n' ? buffer_add_character(out, '\n') : 0;
    }
    *tokenizer = ahead;
    return failed;
}

static int expand_all(struct buffer *out, const struct macros *macros) {
    struct tokenizer tokenizer;
    struct token token;
    int failed = 0, directive = 0;
    tokenizer_start(&tokenizer, macros->text, macros->length);
    do {
        token = token_next(&tokenizer);
        directive = token.kind == TOKEN_DIRECTIVE || (directive && token.kind != TOKEN_DIRECTIVE_END);
        const struct macro *macro = directive ? NULL : macro_of(macros, &token);
        failed = macro != NULL ? expand(out, macros, macro, &tokenizer) : 1;
        if (failed == 1) { // not a use
            failed = buffer_add(out, macros->text + token.offset, token.length);
        }
    } while (token.kind != TOKEN_END && failed == 0);
    return failed;
}

int expand_launch_macros(const char *text, size_t length, struct buffer *out) {
    struct macros *macros = calloc(1, sizeof(*macros));
    if (macros == NULL) {
        return -1;
    }
    macros->text = text;
    macros->length = length;
    find_macros(macros);
    int result = macros->count > 0 ? expand_all(out, macros) : 0;
    free(macros);
    return result;
}
