// Templates of functions: each set of arguments makes a function of its own.
#include <stdlib.h>
#include <string.h>

#include "compiler.h"

enum { PARAMETERS_MAX = 8 };

// A parameter of a template, and its argument.
struct binding {
    int name;
    const struct node *node;
    bool is_type;
    const struct type *type; // NULL: not known
    union value value;
};

static unsigned read_bindings(struct compiler *compiler, const struct node *template,
                              struct binding *bindings) {
    unsigned count = 0;
    for (const struct node *node = template->child; node != NULL; node = node->next) {
        const struct node *type = tree_child_of_kind(node, NODE_TYPE);
        if (node->kind != NODE_PARAMETER || type == NULL || node->name == NO_TOKEN ||
            count == PARAMETERS_MAX || has_word(compiler, node, ".") || has_word(compiler, type, ".")) {
            reject(compiler, node, "such a template");
        }
        bindings[count++] = (struct binding){.name = name_of_token(compiler, node->name),
                                             .node = node,
                                             .is_type = tree_child_of_kind(node, NODE_DECLARATOR) == NULL ||
                                                        has_word(compiler, type, "typename") ||
                                                        tree_child_of_kind(type, NODE_STRUCT) != NULL};
    }
    return count;
}

static void bind_value(struct compiler *compiler, struct binding *binding, const struct node *value) {
    binding->type = read_specifiers(compiler, tree_child_of_kind(binding->node, NODE_TYPE)).type;
    if (binding->type == NULL || !type_is_arithmetic(binding->type) ||
        !constant_value(compiler, value, binding->type, &binding->value)) {
        reject(compiler, value, "such an argument of a template");
    }
}

// The arguments in <>, for the first parameters.
static void bind_written(struct compiler *compiler, const struct node *name, struct binding *bindings,
                         unsigned count) {
    unsigned i = 0;
    for (const struct node *node = name->child; node != NULL; node = node->next, i++) {
        if (i < count && bindings[i].is_type) {
            bindings[i].type =
                node->kind == NODE_TYPE ? type_of_node(compiler, node) : named_type(compiler, node);
        } else if (i < count) {
            bind_value(compiler, &bindings[i], node);
        }
        if (i >= count || bindings[i].type == NULL) {
            reject(compiler, node, "such an argument of a template");
        }
    }
}

static const struct type *decayed(struct compiler *compiler, const struct type *type) {
    return type_unqualified(&compiler->arena,
                            type->kind == TYPE_ARRAY ? type_pointer(&compiler->arena, type->of) : type);
}

// Finds what T is in a parameter `const T *p` from its argument.
static void deduce(struct compiler *compiler, const struct node *parameter, const struct type *argument,
                   struct binding *bindings, unsigned count) {
    const struct node *type = tree_child_of_kind(parameter, NODE_TYPE);
    const struct node *named = type == NULL ? NULL : tree_child_of_kind(type, NODE_NAME);
    const struct node *declarator = tree_child_of_kind(parameter, NODE_DECLARATOR);
    if (named == NULL) {
        return;
    }
    argument = decayed(compiler, argument);
    for (int i = declarator == NULL ? 0 : declarator->first; declarator != NULL && i < declarator->end; i++) {
        if (tree_token_is(compiler->tree, i, "*") || tree_token_is(compiler->tree, i, "[")) {
            if (argument->kind != TYPE_POINTER) {
                return;
            }
            argument = argument->of;
        }
    }
    for (unsigned i = 0; i < count; i++) {
        if (bindings[i].is_type && bindings[i].type == NULL &&
            bindings[i].name == name_of_token(compiler, named->name)) {
            bindings[i].type = type_unqualified(&compiler->arena, argument);
        }
    }
}

static void bind_defaults(struct compiler *compiler, struct binding *bindings, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        const struct node *declarator = tree_child_of_kind(bindings[i].node, NODE_DECLARATOR);
        const bool has_default = declarator != NULL && declarator->last->first != bindings[i].node->name;
        if (bindings[i].type == NULL && has_default && !bindings[i].is_type) {
            bind_value(compiler, &bindings[i], declarator->last);
        }
    }
}

static bool is_instance(const struct function *instance, const struct binding *bindings, unsigned count) {
    bool same = true;
    for (unsigned i = 0; i < count && same; i++) {
        const struct binding *bound = &instance->bound[i];
        same = type_same(bound->type, bindings[i].type) && bound->value.u == bindings[i].value.u;
    }
    return same;
}

void with_bound(struct compiler *compiler, const struct function *function) {
    for (unsigned i = 0; i < function->bound_count; i++) {
        const struct binding *bound = &function->bound[i];
        add_symbol(compiler, bound->name, bound->is_type ? SYMBOL_TYPE : SYMBOL_CONSTANT, bound->type)
            ->value = bound->value;
    }
}

// The function that the template is for these arguments. NULL: they do not fit. `name`: f or f<...>.
struct function *instantiate(struct compiler *compiler, struct function *template, const struct node *name,
                             const struct operand *looks, unsigned look_count) {
    const struct node *node = template->node, *parameter = tree_child_of_kind(node, NODE_PARAMETERS)->child;
    struct binding *bindings = take(compiler, PARAMETERS_MAX * sizeof(*bindings));
    const unsigned count = read_bindings(compiler, tree_child_of_kind(node, NODE_TEMPLATE), bindings);
    if (name->kind == NODE_TEMPLATE_NAME) {
        bind_written(compiler, name, bindings, count);
    }
    for (unsigned i = 0; i < look_count && parameter != NULL; i++, parameter = parameter->next) {
        deduce(compiler, parameter, looks[i].type, bindings, count);
    }
    bind_defaults(compiler, bindings, count);
    for (unsigned i = 0; i < count; i++) {
        if (bindings[i].type == NULL) {
            return NULL;
        }
    }
    struct function *instance = template->instances;
    while (instance != NULL && !is_instance(instance, bindings, count)) {
        instance = instance->overload;
    }
    if (instance == NULL) {
        struct symbol *outer = compiler->symbols;
        compiler->symbols = compiler->file_symbols;
        with_bound(compiler, &(struct function){.bound = bindings, .bound_count = count});
        instance = read_function(compiler, node);
        compiler->symbols = outer;
        instance->shown = text_of(compiler, name, false);
        instance->bound = bindings;
        instance->bound_count = count;
        instance->node = node;
        instance->overload = template->instances;
        template->instances = instance;
    }
    return instance;
}
