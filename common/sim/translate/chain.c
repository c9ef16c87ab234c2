// s_a[t] = s_b[t] = value;
//     becomes   s_a[t] = ({ auto &sim_l = s_b[t]; __typeof__(sim_l) sim_v = (value); ... sim_v; });
//
// in kernels and device functions, and s_b[t] += value likewise. The value of an assignment is its left side, which GCC
// reads again; nvcc's code does not, and a GPU's counters show no such load.
#include "functions.h"

#include <stdlib.h>
#include <string.h>

// Is it array[i], pointer->array[i], *pointer or *(array + i)?
static int is_element(const struct node *node) {
    const int is_index = node->kind == NODE_INDEX,
              is_target = node->kind == NODE_UNARY && node->sign[0] == '*';
    while (node->kind == NODE_UNARY && node->sign[0] == '*') {
        node = node->child;
    }
    if (is_target && node->kind == NODE_PARENTHESES) {
        return 1;
    }
    while (node->kind == NODE_INDEX || node->kind == NODE_MEMBER) {
        node = node->child;
    }
    return (is_index || is_target) && node->kind == NODE_NAME;
}

// Rewrites an assignment whose value is used. The innermost link of a chain comes first.
static int rewrite_link(struct source *source, const struct node *node) {
    const struct node *left = node->child, *value = left->next;
    if (value->kind == NODE_ASSIGNMENT && rewrite_link(source, value) != 0) {
        return -1;
    }
    if (!is_element(left) || value->kind == NODE_LIST || value->first == value->end) {
        return 0;
    }
    const size_t sign = token_begin(source, left->end), length = strlen(node->sign);
    struct buffer buffer = {0};
    int result = buffer_add_format(&buffer, "; __typeof__(sim_l) sim_v = %s%.*s(", length > 1 ? "sim_l " : "",
                                   (int)(length - 1), node->sign) != 0
                     ? source_out_of_memory(source)
                     : source_replace(source, sign, token_end(source, value->first - 1), &buffer);
    free(buffer.bytes);
    return result != 0 ||
                   source_insert(source, tree_end(source->tree, value), "); sim_l = sim_v; sim_v; })") != 0 ||
                   source_insert(source, tree_begin(source->tree, left), "({ auto &sim_l = ") != 0
               ? -1
               : 0;
}

int rewrite_chains(struct source *source, const struct functions *functions) {
    for (size_t k = 0; k < functions->count; k++) {
        const struct node *block = functions->list[k].for_device ? functions->list[k].block : NULL;
        for (const struct node *node = block; node != NULL; node = next_node(source, node, block)) {
            const struct node *value =
                node->kind == NODE_ASSIGNMENT || node->kind == NODE_DECLARATOR ? node->last : NULL;
            const int is_outer = node->parent->kind != NODE_ASSIGNMENT && value != NULL &&
                                 value->kind == NODE_ASSIGNMENT &&
                                 is_character(source, value->first - 1, '=');
            if (is_outer && rewrite_link(source, value) != 0) {
                return -1;
            }
        }
    }
    return 0;
}
