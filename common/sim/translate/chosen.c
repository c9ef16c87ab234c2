// (flip ? s_a : s_b)[i / 2]   becomes   (SIM_CHOSEN(flip ? s_a : s_b))[i / 2]
//
// GCC makes this flip ? s_a[i / 2] : s_b[i / 2], and with its checks of shifts and conversions it computes i / 2 in the
// first branch only. SIM_CHOSEN is a call, which GCC leaves whole. Other indexes are left as they are.
#include "functions.h"

// Is there something in the index that GCC could compute in one branch only? A macro may have a division in it.
static int is_computed(const struct source *source, token_index open) {
    for (token_index i = open + 1; i < source->match[open]; i++) {
        if (is_character(source, i, '/') || is_character(source, i, '%') || is_character(source, i, '<') ||
            is_character(source, i, '>') || is_character(source, i, '(') || is_defined(source, i)) {
            return 1;
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
        } else if (is_character(source, i, '(') && close != NO_TOKEN &&
                   is_character(source, close + 1, '[') && source->match[close + 1] != NO_TOKEN &&
                   may_begin_expression(source, i) && is_computed(source, close + 1)) {
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
