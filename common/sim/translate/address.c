// Refuses host code that uses a device function by its address:
//
//     kernel<<<blocks, threads>>>(d_a, add);     operation op = &add;
//
// That is an address on the host, where nvcc puts another function in its place. Compiled as plain C++, the two would
// be one. With a function of both sides only the launch is refused. These are correct:
//
//     kernel<add><<<blocks, threads>>>(d_a);     __device__ operation d_op = add;
#include "functions.h"

// Is the name, which is one of a function, used as a value: as an argument, an initializer, or what is assigned?
// *is_launched: it is an argument of a launch.
static int is_value(const struct node *name, int *is_launched) {
    const struct node *node = name, *parent = name->parent;
    *is_launched = 0;
    if (name->kind != NODE_NAME || name->first != name->name) {
        return 0;
    }
    if (parent->kind == NODE_UNARY && parent->sign[0] == '&' && parent->sign[1] == '\0') {
        node = parent;
        parent = node->parent;
    }
    switch ((int)parent->kind) {
    case NODE_LAUNCH:
        *is_launched = node != parent->child;
        return *is_launched;
    case NODE_CALL:
    case NODE_CONDITIONAL:
    case NODE_ASSIGNMENT:
    case NODE_DECLARATOR:
        return node != parent->child;
    case NODE_PARENTHESES: // not (add)(1, 2)
        return parent->parent->kind != NODE_SIZEOF &&
               (parent->parent->kind != NODE_CALL || parent->parent->child != parent);
    case NODE_LIST:
    case NODE_RETURN:
    case NODE_COMMA:
        return 1;
    default:
        return 0;
    }
}

enum side { NO_FUNCTION, DEVICE_ONLY, BOTH, OTHER };

// For which side are the functions of the name at i? OTHER if the translator does not know.
static enum side side_of(const struct source *source, const struct functions *functions, token_index i) {
    enum side side = NO_FUNCTION;
    for (size_t k = 0; k < functions->count; k++) {
        const struct function *function = &functions->list[k];
        if (function->of == NO_TOKEN && same_word(source, function->name, i)) {
            const enum side own = !function->for_device || function->is_kernel || function->is_unclear ? OTHER
                                  : function->for_host                                                 ? BOTH
                                                       : DEVICE_ONLY;
            side = own > side ? own : side;
        }
    }
    return side;
}

int is_used_by_address(const struct source *source, const struct function *function) {
    for (token_index i = 0; i < source->count; i++) {
        if (i != function->name && same_word(source, i, function->name) &&
            !is_character(source, i + 1, '(')) { // a call takes no address
            int is_launched;
            const struct node *node = tree_at_byte(source->tree, token_begin(source, i), NODE_NAME);
            if (node != NULL && node->first == i && is_value(node, &is_launched)) {
                return 1;
            }
        }
    }
    return 0;
}

int source_check_addresses(struct source *source, const struct functions *functions) {
    for (size_t k = 0; k < functions->count; k++) {
        const struct function *function = &functions->list[k];
        const struct node *block = function->for_device || function->is_unclear ? NULL : function->block;
        for (const struct node *node = block; node != NULL; node = next_node(source, node, block)) {
            int is_launched;
            const enum side side =
                is_value(node, &is_launched) ? side_of(source, functions, node->name) : NO_FUNCTION;
            if ((side == DEVICE_ONLY || (side == BOTH && is_launched)) &&
                !is_declared(source, function, node->name)) {
                const struct token *token = &source->tokens[node->name];
                return source_fail(
                    source, token->line,
                    "the address of %.*s() in host code is not its address on the device: make the "
                    "function a template argument, or read its address from a __device__ variable",
                    token->length < 60 ? (int)token->length : 60, source->text + token->offset);
            }
        }
    }
    return 0;
}
