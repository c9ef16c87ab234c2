// Refuses the launch of a function of this file that is not a kernel, as nvcc does; and lets the compiler refuse a
// launch in a kernel or device function:
//
//     __global__ void k() { ... }     becomes     __global__ void k() { SIM_IN_KERNEL ... }
//
// Compiled as plain C++, both would run.
#include "functions.h"

// The function that contains the node, or NULL.
static const struct function *enclosing(const struct functions *functions, const struct node *node) {
    for (size_t k = 0; k < functions->count; k++) {
        const struct function *function = &functions->list[k];
        if (function->body != NO_TOKEN && function->first < node->first && node->first < function->end) {
            return function;
        }
    }
    return NULL;
}

// Of the functions of this name, none of which is a kernel: one, preferably with a body. Otherwise NULL.
static const struct function *find_other(const struct source *source, const struct functions *functions,
                                         token_index name) {
    const struct function *found = NULL;
    for (size_t k = 0; k < functions->count; k++) {
        const struct function *function = &functions->list[k];
        if (function->of != NO_TOKEN || !same_word(source, function->name, name)) {
            continue;
        }
        if (function->is_kernel || function->is_unclear) {
            return NULL;
        }
        found = found == NULL || function->body != NO_TOKEN ? function : found;
    }
    return found;
}

static int check_launch(struct source *source, const struct functions *functions, const struct node *launch) {
    const struct node *kernel = launch->child;
    const token_index name = kernel->name;
    const struct function *caller = enclosing(functions, launch);
    if ((kernel->kind != NODE_NAME && kernel->kind != NODE_TEMPLATE_NAME) || caller == NULL ||
        find_declaration(source, caller->node, name, name) != NULL) {
        return 0;
    }
    const struct function *other = find_other(source, functions, name);
    const struct token *token = &source->tokens[name];
    return other == NULL
               ? 0
               : source_fail(source, token->line,
                             "%.*s is not a kernel, so it cannot be launched: write __global__ %s "
                             "its definition in line %d",
                             token->length < 60 ? (int)token->length : 60, source->text + token->offset,
                             other->for_device ? "instead of __device__ in" : "before",
                             source->tokens[other->name].line);
}

int contains_launch(const struct source *source, const struct node *root, int macros) {
    for (const struct node *node = root; node != NULL; node = tree_next(node, root)) {
        if (node->kind == NODE_LAUNCH) {
            return 1;
        }
    }
    for (const struct node *part = source->tree->parts; part != NULL && macros; part = part->next) {
        if (contains_launch(source, part, 0)) {
            return 1;
        }
    }
    return 0;
}

static int refuse_launches(struct source *source, const struct node *block) {
    return contains_launch(source, block, 1)
               ? source_insert(source, token_end(source, block->first), " SIM_IN_KERNEL")
               : 0;
}

int source_check_launches(struct source *source, const struct functions *functions) {
    static const char *const device[] = {"__device__", NULL}, *const host[] = {"__host__", NULL};
    const struct node *file = source->tree->file;
    for (const struct node *node = file; node != NULL; node = next_node(source, node, file)) {
        if (node->kind == NODE_LAUNCH && check_launch(source, functions, node) != 0) {
            return -1;
        }
    }
    for (size_t k = 0; k < functions->count; k++) {
        const struct function *function = &functions->list[k];
        if (function->body != NO_TOKEN && function->for_device && !function->for_host &&
            refuse_launches(source, function->block) != 0) {
            return -1;
        }
    }
    for (const struct node *node = file; node != NULL; node = next_node(source, node, file)) {
        if (node->kind == NODE_LAMBDA && node->last->kind == NODE_BLOCK &&
            own_word(source, node, device) != NO_TOKEN && own_word(source, node, host) == NO_TOKEN &&
            refuse_launches(source, node->last) != 0) { // [=] __device__ (int i) { ... }
            return -1;
        }
    }
    return 0;
}
