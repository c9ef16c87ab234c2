#include "functions.h"

#include <stdlib.h>
#include <string.h>

#include "signature.h"

// Is token i a macro of the file that says for which side a function is? Its meaning is known.
static int is_side_macro(const struct source *source, token_index i) {
    static const char *const sides[] = {"__global__", "__device__", "__host__", NULL};
    const struct node *part = NULL;
    while ((part = macro_body(source, part, i)) != NULL) {
        if (has_word(source, part->first, part->end, sides)) {
            return 1;
        }
    }
    return 0;
}

// The struct or class, in no other one, whose member the function is. NULL if there is none, or it has no name.
static const struct node *struct_of(const struct source *source, const struct node *node) {
    const struct node *type = node->parent->kind == NODE_MEMBERS ? node->parent->parent : NULL;
    const struct node *around = type != NULL ? tree_parent_of_kind(type, NODE_DECLARATION) : NULL;
    return around != NULL && around->parent->kind != NODE_MEMBERS && type->name != NO_TOKEN &&
                   !is_word(source, type->first, "union")
               ? type
               : NULL;
}

static int add_function(struct function **list, size_t *count, size_t *capacity, struct source *source,
                        const struct node *node, const struct node *type) {
    const token_index of = type != NULL ? type->name : NO_TOKEN;
    const struct node *block = node->kind == NODE_MACRO ? node->last : tree_child_of_kind(node, NODE_BLOCK),
                      *parameters =
                          node->kind == NODE_MACRO ? node->child : tree_child_of_kind(node, NODE_PARAMETERS);
    struct function function = {.node = node,
                                .first = node->first,
                                .end = node->end,
                                .parameters = node->kind == NODE_MACRO ? node->name + 1 : parameters->first,
                                .name = node->name,
                                .body = NO_TOKEN,
                                .of = of,
                                .is_kernel = node->kernel,
                                .for_device = node->kernel || node->device,
                                .for_host = node->host,
                                .is_template = node->child->kind == NODE_TEMPLATE};
    if (is_kind(source, function.parameters - 1, TOKEN_IDENTIFIER)) { // operator float4()
        function.name = function.parameters - 1;
    }
    if (source->match[function.parameters] == NO_TOKEN) {
        return 0;
    }
    if (block != NULL && source->match[block->first] != NO_TOKEN) {
        function.block = block;
        function.body = block->first;
    }
    function.is_symbol =
        is_word(source, function.name, "operator") && !is_pair(source, function.name + 1, "()");
    for (token_index i = function.first; i < function.name; i = token_step(source, i)) {
        function.is_unclear |=
            may_be_macro(source, i, function.name, of != NO_TOKEN && same_word(source, of, function.name)) &&
            !is_side_macro(source, i);
    }
    if (grow(list, capacity, *count + 1, sizeof(**list)) != 0) {
        return source_out_of_memory(source);
    }
    (*list)[(*count)++] = function;
    return 0;
}

// Adds the constant arrays of a declaration at file scope that are in the host's memory.
static int add_host_tables(struct source *source, struct functions *functions, const struct node *node) {
    static const char *const constant[] = {"const", "constexpr", NULL}, *const others[] = {
                                                                            "extern", "__device__",
                                                                            "__constant__", "__managed__",
                                                                            NULL};
    const struct node *type = node->child;
    if (type == NULL || type->kind != NODE_TYPE || type->first > node->first ||
        own_word(source, type, constant) == NO_TOKEN || own_word(source, type, others) != NO_TOKEN ||
        tree_child_of_kind(type, NODE_STRUCT) != NULL) {
        return 0;
    }
    for (const struct node *variable = type->next; variable != NULL; variable = variable->next) {
        if (variable->kind != NODE_DECLARATOR || variable->name == NO_TOKEN ||
            !is_character(source, variable->name + 1, '[')) {
            continue;
        }
        if (grow(&functions->host_tables, &functions->table_capacity, functions->table_count + 1,
                 sizeof(*functions->host_tables)) != 0) {
            return source_out_of_memory(source);
        }
        functions->host_tables[functions->table_count++] = variable->name;
    }
    return 0;
}

// Is it the definition of a function by a macro?
static int is_function_macro(const struct node *node) {
    return node->kind == NODE_MACRO && node->last->kind == NODE_BLOCK && node->child->kind == NODE_CALL;
}

int find_functions(struct source *source, struct functions *functions) {
    const struct node *file = source->tree->file;
    int result = 0;
    for (const struct node *node = file; node != NULL && result == 0; node = tree_next(node, file)) {
        if (node->kind == NODE_DECLARATION && is_file_scope(node)) {
            result = add_host_tables(source, functions, node);
        } else if (node->kind == NODE_FUNCTION || (is_function_macro(node) && is_file_scope(node))) {
            const struct node *type = struct_of(source, node);
            const struct function *last =
                functions->count > 0 ? &functions->list[functions->count - 1] : NULL;
            if (is_file_scope(node) ||
                (type != NULL && is_file_scope(tree_parent_of_kind(type, NODE_DECLARATION)))) {
                result = add_function(&functions->list, &functions->count, &functions->capacity, source, node,
                                      type);
            } else if (type != NULL && last != NULL && last->for_device && node->first < last->end) {
                result = add_function(&functions->local, &functions->local_count, &functions->local_capacity,
                                      source, node, type);
            }
        }
    }
    return result;
}

void free_functions(struct functions *functions) {
    free(functions->list);
    free(functions->local);
    free(functions->host_tables);
}

const struct node *find_declaration(const struct source *source, const struct node *root, token_index name,
                                    token_index end) {
    const struct node *node = root;
    for (; node != NULL; node = next_node(source, node, root)) {
        const int declares = node->kind == NODE_DECLARATOR || node->kind == NODE_PARAMETER ||
                             (node->kind == NODE_FUNCTION && node != root);
        if (declares && node->name != NO_TOKEN && node->first < end && same_word(source, node->name, name)) {
            return node;
        }
    }
    return NULL;
}

int is_declared(const struct source *source, const struct function *function, token_index name) {
    return find_declaration(source, function->node, name, function->end) != NULL;
}

int is_member(const struct source *source, token_index i) {
    return is_character(source, i - 1, '.') || is_pair(source, i - 2, "->") || is_pair(source, i - 2, "::");
}

token_index name_end(const struct source *source, token_index i) {
    return is_character(source, i + 1, '<') && source->match[i + 1] != NO_TOKEN ? source->match[i + 1] : i;
}

int is_called(const struct source *source, token_index i) {
    return is_character(source, name_end(source, i) + 1, '(');
}

int names_function(const struct source *source, const struct functions *functions, token_index i) {
    for (size_t k = 0; k < functions->count; k++) {
        if (same_word(source, functions->list[k].name, i)) {
            return 1;
        }
    }
    return 0;
}
