// (flip ? s_a : s_b)[i / 2]   becomes   (SIM_CHOSEN(flip ? s_a : s_b))[i / 2]
//
// GCC makes this flip ? s_a[i / 2] : s_b[i / 2], and with its checks of shifts and conversions it computes i / 2 in the
// first branch only. SIM_CHOSEN is a call, which GCC leaves whole. Other indexes are left as they are.
//
// #define OLD (flip ? s_a : s_b)   with   OLD[i / 2]   likewise becomes   #define OLD (SIM_CHOSEN(flip ? s_a : s_b))
#include "source.h"

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

// Are the parentheses a macro's whole body, and is a use of the macro indexed so?
static int is_indexed_macro(const struct source *source, const struct node *node) {
    const struct node *part = node;
    while (part != NULL && part->kind != NODE_PART) {
        part = part->parent;
    }
    if (part == NULL || part->name == NO_TOKEN || part->first != node->first || part->end != node->end) {
        return 0;
    }
    for (token_index i = node->first; i < source->count; i++) {
        if (is_kind(source, i, TOKEN_IDENTIFIER) && same_word(source, i, part->name)) {
            const int call = is_character(source, i + 1, '(') && source->match[i + 1] != NO_TOKEN;
            if (is_indexed(source, call ? source->match[i + 1] : i)) {
                return 1;
            }
        }
    }
    return 0;
}

static int rewrite_parentheses(struct source *source, const struct node *node, int macro) {
    static const char *const left_out[] = {"assert", NULL}; // as in local_arrays.c
    const struct node *choice = node->kind == NODE_PARENTHESES ? node->child : NULL;
    while (choice != NULL && choice->kind == NODE_PARENTHESES) {
        choice = choice->child;
    }
    if (choice == NULL || choice->kind != NODE_CONDITIONAL ||
        !(is_indexed(source, node->end - 1) || (macro && is_indexed_macro(source, node)))) {
        return 0;
    }
    for (const struct node *around = node; around != NULL; around = around->parent) {
        if (around->kind == NODE_CALL && is_name(source, around->child, left_out)) {
            return 0;
        }
    }
    return source_insert(source, tree_begin(source->tree, choice), "SIM_CHOSEN(") != 0 ||
                   source_insert(source, tree_end(source->tree, choice), ")") != 0
               ? -1
               : 0;
}

int rewrite_chosen(struct source *source) {
    return source_visit(source, rewrite_parentheses);
}
