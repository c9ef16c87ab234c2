// Refuses a launch in the arguments of a macro where its commas would separate arguments:
//
//     #define TIME(code) ...
//     TIME(kernel<<<blocks, threads>>>(d_a));       nvcc: macro "TIME" passed 2 arguments, but takes just 1
//     TIME((kernel<<<blocks, threads>>>(d_a)));     accepted
//
// The translated launch is one argument, because its commas are inside parentheses.
#include "source.h"

#include <string.h>

// The `(` of the call whose arguments contain token i, if the preprocessor sees no other parentheses between them.
// NO_TOKEN if there is none.
static token_index enclosing_call(const struct source *source, token_index i) {
    while (i > 0) {
        i--;
        const int closes =
            is_character(source, i, ')') || is_character(source, i, '}') || is_character(source, i, ']');
        if (closes && source->match[i] != NO_TOKEN) {
            i = source->match[i];
        } else if (is_character(source, i, '(')) {
            return i > 0 && is_kind(source, i - 1, TOKEN_IDENTIFIER) ? i : NO_TOKEN;
        }
    }
    return NO_TOKEN;
}

// The number of arguments between the parenthesis at `open` and its partner.
static int count_arguments(const struct source *source, token_index open) {
    int count = source->match[open] > open + 1;
    for (token_index i = open + 1; i < source->match[open]; i++) {
        if (is_character(source, i, '(') && source->match[i] != NO_TOKEN) {
            i = source->match[i];
        }
        count += is_character(source, i, ',');
    }
    return count;
}

// The number of parameters in the parentheses that follow the tokenizer's place. -1 if there are none, or if the macro
// takes any number.
static int count_parameters(struct tokenizer *tokenizer) {
    const char *text = tokenizer->text;
    struct token token = token_next(tokenizer);
    int count = 0;
    if (!token_is(text, &token, "(")) {
        return -1;
    }
    while (!token_is(text, &token, ")")) {
        token = token_next_word(tokenizer);
        count += token.kind == TOKEN_IDENTIFIER;
        if (token_is(text, &token, ".") || token.kind == TOKEN_DIRECTIVE_END || token.kind == TOKEN_END) {
            return -1;
        }
    }
    return count;
}

// The number of parameters of the macro that token `name` names. -1 if the file defines no such macro or several, or if
// it takes any number.
static int parameters_of(const struct source *source, token_index name) {
    const struct token *wanted = &source->tokens[name];
    struct tokenizer tokenizer;
    struct token token;
    int parameters = -1, definitions = 0;
    tokenizer_start(&tokenizer, source->text, source->length);
    while (is_defined(source, name) && (token = token_next(&tokenizer)).kind != TOKEN_END) {
        if (token.kind != TOKEN_DIRECTIVE) {
            continue;
        }
        token = token_next_word(&tokenizer);
        if (!token_is(source->text, &token, "define")) {
            continue;
        }
        token = token_next_word(&tokenizer);
        if (token.length == wanted->length &&
            memcmp(source->text + token.offset, source->text + wanted->offset, token.length) == 0) {
            parameters = count_parameters(&tokenizer);
            definitions++;
        }
    }
    return definitions == 1 ? parameters : -1;
}

int source_check_macro_call(struct source *source, token_index launch) {
    const token_index open = enclosing_call(source, launch);
    if (open == NO_TOKEN || source->match[open] == NO_TOKEN) {
        return 0;
    }
    const int parameters = parameters_of(source, open - 1), given = count_arguments(source, open);
    const struct token *name = &source->tokens[open - 1];
    return parameters < 0 || given <= parameters
               ? 0
               : source_fail(
                     source, source->tokens[launch].line,
                     "the commas of this launch separate arguments of the macro %.*s, which takes %d: put "
                     "the launch in parentheses, (kernel<<<blocks, threads>>>(...))",
                     name->length < 60 ? (int)name->length : 60, source->text + name->offset, parameters);
}
