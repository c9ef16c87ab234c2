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
        if (i == count || bindings[i].is_type != (node->kind == NODE_TYPE || node->kind == NODE_NAME)) {
            const bool named_value = i < count && !bindings[i].is_type && node->kind == NODE_NAME;
            if (!named_value) {
                reject(compiler, node, "such an argument of a template");
            }
        }
        if (!bindings[i].is_type) {
            bind_value(compiler, &bindings[i], node);
        } else if (node->kind == NODE_TYPE) {
            bindings[i].type = type_of_node(compiler, node);
        } else {
            const struct symbol *symbol = find_symbol(compiler, name_of_token(compiler, node->name));
            if (symbol == NULL || (symbol->kind != SYMBOL_TYPE && symbol->kind != SYMBOL_STRUCT)) {
                reject(compiler, node, "such an argument of a template");
            }
            bindings[i].type = symbol->type;
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

static bool is_instance(const struct function *instance, const struct node *node,
                        const struct binding *bindings, unsigned count) {
    const struct symbol *bound = instance->bound;
    if (instance->node != node) {
        return false;
    }
    for (unsigned i = count; i > 0; i--, bound = bound->before) {
        if (!type_same(bound->type, bindings[i - 1].type) || bound->value.u != bindings[i - 1].value.u) {
            return false;
        }
    }
    return true;
}

void with_bound(struct compiler *compiler, const struct symbol *bound) {
    if (bound != NULL) {
        with_bound(compiler, bound->before);
        add_symbol(compiler, bound->name, bound->kind, bound->type)->value = bound->value;
    }
}

// The function that the template is for these arguments. NULL: they do not fit. `name`: f or f<...>.
struct function *instantiate(struct compiler *compiler, struct function *template, const struct node *name,
                             const struct operand *looks, unsigned look_count) {
    struct binding bindings[PARAMETERS_MAX];
    const struct node *node = template->node;
    const struct node *of_template = tree_child_of_kind(node, NODE_TEMPLATE);
    const unsigned count = read_bindings(compiler, of_template, bindings);
    if (name->kind == NODE_TEMPLATE_NAME) {
        bind_written(compiler, name, bindings, count);
    }
    const struct node *parameter = tree_child_of_kind(node, NODE_PARAMETERS)->child;
    for (unsigned i = 0; i < look_count && parameter != NULL; i++, parameter = parameter->next) {
        deduce(compiler, parameter, looks[i].type, bindings, count);
    }
    bind_defaults(compiler, bindings, count);
    for (unsigned i = 0; i < count; i++) {
        if (bindings[i].type == NULL) {
            return NULL;
        }
    }
    for (struct function *instance = template->instances; instance != NULL; instance = instance->overload) {
        if (is_instance(instance, node, bindings, count)) {
            return instance;
        }
    }
    struct symbol *outer = compiler->symbols;
    compiler->symbols = NULL;
    for (unsigned i = 0; i < count; i++) {
        add_symbol(compiler, bindings[i].name, bindings[i].is_type ? SYMBOL_TYPE : SYMBOL_CONSTANT,
                   bindings[i].type)
            ->value = bindings[i].value;
    }
    struct symbol *bound = compiler->symbols;
    compiler->symbols = compiler->file_symbols;
    with_bound(compiler, bound);
    struct function *instance = read_function(compiler, node);
    compiler->symbols = outer;
    instance->shown = text_of(compiler, name);
    instance->bound = bound;
    instance->node = node;
    instance->overload = template->instances;
    template->instances = instance;
    return instance;
}
