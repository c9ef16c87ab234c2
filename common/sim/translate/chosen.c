// (flip ? s_a : s_b)[i / 2]   becomes   (SIM_CHOSEN(flip ? s_a : s_b))[i / 2]
//
// GCC makes this flip ? s_a[i / 2] : s_b[i / 2], and with its checks of shifts and conversions it computes i / 2 in the
// first branch only. SIM_CHOSEN is a call, which GCC leaves whole. Other indexes are left as they are.
//
// #define OLD (flip ? s_a : s_b)   with   OLD[i / 2]   likewise becomes   #define OLD (SIM_CHOSEN(flip ? s_a : s_b))
#include "functions.h"

#include <string.h>

// Does an index follow token i that GCC could compute in one branch only? A macro may have a division in it.
static int is_indexed(const struct source *source, token_index i) {
    const token_index open = i + 1;
    if (!is_character(source, open, '[') || source->match[open] == NO_TOKEN) {
        return 0;
    }
    for (i = open + 1; i < source->match[open]; i++) {
        if (is_character(source, i, '/') || is_character(source, i, '%') || is_character(source, i, '<') ||
            is_character(source, i, '>') || is_character(source, i, '(') || is_defined(source, i)) {
            return 1;
        }
    }
    return 0;
}

// Is the `(` at `open` the beginning of a macro's body, which ends with its `)`, and is a use of the macro indexed so?
static int is_indexed_macro(const struct source *source, token_index open) {
    if (open == 0 || !is_kind(source, open - 1, TOKEN_DIRECTIVE) ||
        !is_kind(source, source->match[open] + 1, TOKEN_DIRECTIVE_END)) {
        return 0;
    }
    const char *name = source->text + token_end(source, open - 1); // it is not among the tokens
    name += strspn(name, " \t");
    const size_t length = strcspn(name, "( \t\\");
    for (token_index i = open; i < source->count; i++) {
        const struct token *token = &source->tokens[i];
        if (token->kind == TOKEN_IDENTIFIER && token->length == length &&
            memcmp(source->text + token->offset, name, length) == 0) {
            const int call = is_character(source, i + 1, '(') && source->match[i + 1] != NO_TOKEN;
            if (is_indexed(source, call ? source->match[i + 1] : i)) {
                return 1;
            }
        }
    }
    return 0;
}

// Is what stands between the `(` at `open` and its `)` a choice, without a comma outside of it?
static int is_choice(const struct source *source, token_index open) {
    int choice = 0;
    for (token_index i = open + 1; i < source->match[open]; i++) {
        if (is_character(source, i, ',')) {
            return 0;
        }
        choice |= is_character(source, i, '?');
        if (source->match[i] != NO_TOKEN && source->match[i] > i) {
            i = source->match[i];
        }
    }
    return choice;
}

// Can an expression in parentheses begin at `open`? After a name, they are a call's or a condition's.
static int may_begin_expression(const struct source *source, token_index open) {
    static const char *const words[] = {"return", "else", "do", "case", "throw", NULL};
    return open == 0 || !is_kind(source, open - 1, TOKEN_IDENTIFIER) || is_one_of(source, open - 1, words);
}

int rewrite_chosen(struct source *source) {
    static const char *const left_out[] = {"assert", "asm", "__asm__", "__asm", NULL}; // as in local_arrays.c
    for (token_index i = 0; i < source->count; i++) {
        token_index close = source->match[i];
        if (is_one_of(source, i, left_out) && is_character(source, i + 1, '(') &&
            source->match[i + 1] != NO_TOKEN) {
            i = source->match[i + 1];
        } else if (is_character(source, i, '(') && close != NO_TOKEN && may_begin_expression(source, i) &&
                   (is_indexed(source, close) || is_indexed_macro(source, i))) {
            token_index open = i;
            while (is_character(source, open + 1, '(') && source->match[open + 1] + 1 == close) {
                open++;
                close--;
            }
            if (is_choice(source, open) &&
                (source_insert(source, token_end(source, open), "SIM_CHOSEN(") != 0 ||
                 source_insert(source, source->tokens[close].offset, ")") != 0)) {
                return -1;
            }
        }
    }
    return 0;
}
