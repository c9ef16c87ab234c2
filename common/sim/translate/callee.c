// op(a, b)   becomes   SIM_CALLEE(op)(a, b)
//
// where op is a variable of a device function: by_value.c says why.
#include "by_value.h"
#include "functions.h"

// Is a variable of this name declared in the function: `auto op =`, `Operator op)`, `T (*op)(`?
static int is_variable(const struct source *source, const struct node *function, token_index name) {
    static const char *const types[] = {"typedef", NULL};
    const struct node *found = find_declaration(source, function, name, function->end);
    return found != NULL && found->kind != NODE_FUNCTION && !is_one_of(source, found->parent->first, types) &&
           tree_parent_of_kind(found, NODE_TEMPLATE) == NULL;
}

// May it be a pointer?
static int may_be_pointer(const struct source *source, const struct node *outer, const struct node *callee) {
    const struct node *inner = callee->child;
    return callee->kind == NODE_INDEX // table[i](a, b)
           || (callee->kind == NODE_PARENTHESES && inner != NULL &&
               (inner->kind == NODE_CONDITIONAL ||
                (inner->kind == NODE_UNARY && inner->sign[0] == '*'))) // (*op)(a, b)
           || (callee->kind == NODE_NAME && callee->first + 1 == callee->end &&
               !is_scalar(source, callee->name) && is_variable(source, outer, callee->name));
}

int rewrite_call(struct source *source, const struct node *outer, const struct node *call) {
    const struct node *callee = call->child;
    if (!may_be_pointer(source, outer, callee)) {
        return 0;
    }
    return source_insert(source, tree_begin(source->tree, callee), "SIM_CALLEE(") != 0
               ? -1
               : source_insert(source, tree_end(source->tree, callee), ")");
}
