// Refuses a launch in the arguments of a macro where its commas would separate arguments:
//
//     #define TIME(code) ...
//     TIME(kernel<<<blocks, threads>>>(d_a));       nvcc: macro "TIME" passed 2 arguments, but takes just 1
//     TIME((kernel<<<blocks, threads>>>(d_a)));     accepted
//
// The translated launch is one argument, because its commas are inside parentheses.
#include "source.h"

// The call whose arguments contain the launch, if the preprocessor sees no other parentheses between them. NULL: there
// is none.
static const struct node *enclosing_call(const struct node *launch) {
    const struct node *node = launch->parent, *inner = launch;
    while (node != NULL && node->kind != NODE_PARENTHESES && node->kind != NODE_HEAD &&
           (node->kind != NODE_CALL || node->child == inner)) {
        inner = node;
        node = node->parent;
    }
    return node != NULL && node->kind == NODE_CALL && node->child->kind == NODE_NAME ? node : NULL;
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

// The number of parameters of the macro that token `name` names. -1 if the file defines no such macro or several, or if
// it takes any number.
static int parameters_of(const struct source *source, token_index name) {
    const struct node *macro = macro_body(source, NULL, name);
    int count = 0;
    if (macro == NULL || macro_body(source, macro, name) != NULL || macro->first == macro->name + 1) {
        return -1;
    }
    for (token_index i = macro->name + 1; i < macro->first; i++) {
        if (is_character(source, i, '.')) {
            return -1;
        }
        count += is_kind(source, i, TOKEN_IDENTIFIER);
    }
    return count;
}

int source_check_macro_call(struct source *source, const struct node *launch) {
    const struct node *call = enclosing_call(launch);
    const token_index open = call != NULL ? call->child->end : NO_TOKEN;
    if (call == NULL || source->match[open] == NO_TOKEN) {
        return 0;
    }
    const int parameters = parameters_of(source, call->child->name), given = count_arguments(source, open);
    const struct token *name = &source->tokens[call->child->name];
    return parameters < 0 || given <= parameters
               ? 0
               : source_fail(
                     source, source->tokens[launch->first].line,
                     "the commas of this launch separate arguments of the macro %.*s, which takes %d: put "
                     "the launch in parentheses, (kernel<<<blocks, threads>>>(...))",
                     name->length < 60 ? (int)name->length : 60, source->text + name->offset, parameters);
}
