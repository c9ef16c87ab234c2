// __device__ float a[N];   becomes   SIM_DEVICE_VARIABLE float a[N]; SIM_DEVICE_GAP
//
// __constant__ and __managed__ are rewritten in the same way. Of `__device__ __constant__` only the second
// word remains. Functions, and everything that is not at file scope, remain unchanged, except for static variables of
// kernels and device functions: they are in device memory, with or without __device__.
//
// A compiler puts no constant into a section with variables. So `const` and `constexpr` of the variable itself are
// replaced by `static`, as in `__device__ const float a[N] = {...};`. An integer or a constexpr number that the
// compiler computes with stays as it is, without __device__.
//
// template <class T> __device__ T a;   also gets SIM_VARIABLE_TEMPLATE, an error where the compiler cannot do this.
#include "source.h"

#include <stdio.h>

// Has the declaration a pointer to a function, or to an array?
static int has_function_pointer(const struct node *declaration) {
    const struct node *variable = declaration->child;
    while (variable != NULL &&
           (variable->kind != NODE_DECLARATOR || tree_child_of_kind(variable, NODE_DECLARATOR) == NULL)) {
        variable = variable->next;
    }
    return variable != NULL;
}

// The `const` or `constexpr` of the variable itself, or NO_TOKEN. *is_number: it is a constant that the compiler
// computes with.
static token_index find_constant(const struct source *source, const struct node *type, int *is_number) {
    static const char *const constants[] = {"const", "constexpr", NULL};
    static const char *const words[] = {"__device__", "__constant__", "static", "inline", "const",
                                        "constexpr",  "volatile",     "std",    NULL};
    static const char *const integers[] = {
        "int",     "unsigned", "signed",  "long",    "short",    "char",     "bool",     "size_t", "int8_t",
        "int16_t", "int32_t",  "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", NULL};
    static const char *const numbers[] = {"float", "double", NULL};
    const token_index name = type->next->name, end = name + 1;
    token_index constant = NO_TOKEN;
    int is_constexpr = 0, is_float = 0, is_pointer = 0;
    *is_number = 1;
    for (token_index i = type->first; i < name; i++) {
        const token_index after = skip_attribute(source, i);
        if (after > i) {
            i = after - 1;
        } else if (is_character(source, i, '<')) {
            i = token_step(source, i) - 1;
            *is_number = 0;
        } else if (is_character(source, i, '*')) { // what is before it is not the variable's own
            constant = NO_TOKEN;
            is_pointer = 1;
        } else if (is_one_of(source, i, constants)) {
            constant = i;
            is_constexpr |= is_word(source, i, "constexpr");
        } else if (is_kind(source, i, TOKEN_IDENTIFIER)) {
            is_float |= is_one_of(source, i, numbers);
            *is_number &= is_one_of(source, i, words) || is_one_of(source, i, integers) ||
                          is_one_of(source, i, numbers);
        }
    }
    const int initialized = is_character(source, end, '=') || is_character(source, end, '{');
    *is_number &= !is_pointer && initialized && (is_constexpr || !is_float);
    return constant;
}

// Is the declaration a template? An explicit specialization is not.
static int is_template(const struct node *declaration) {
    return declaration->child->kind == NODE_TEMPLATE && declaration->child->child != NULL;
}

int rewrite_device(struct source *source, const struct node *node, int macro) {
    static const char *const memories[] = {"__device__", "__constant__", "__managed__", NULL},
                             *const specific[] = {"__constant__", "__managed__", NULL},
                             *const device[] = {"__device__", NULL}, *const shared[] = {"__shared__", NULL},
                             *const storages[] = {"static", "extern", NULL};
    const struct node *type = tree_child_of_kind(node, NODE_TYPE);
    if (type == NULL || macro || !is_file_scope(node) || type->next == NULL ||
        type->next->kind != NODE_DECLARATOR || type->next->name == NO_TOKEN ||
        own_word(source, type, shared) != NO_TOKEN) {
        return 0;
    }
    token_index word = own_word(source, type, specific);
    const token_index plain = own_word(source, type, device);
    if (word != NO_TOKEN && plain != NO_TOKEN && source_drop_word(source, plain) != 0) {
        return -1;
    }
    word = word != NO_TOKEN ? word : plain;
    if (word == NO_TOKEN) {
        return 0;
    }
    int is_number;
    const token_index constant = find_constant(source, type, &is_number);
    if (constant != NO_TOKEN && is_number) {
        return source_drop_word(source, word);
    }
    if (constant != NO_TOKEN && source_drop_word(source, constant) != 0) {
        return -1;
    }
    const char *memory = is_word(source, word, memories[0])   ? "DEVICE"
                         : is_word(source, word, memories[1]) ? "CONSTANT"
                                                              : "MANAGED";
    char words[60];
    snprintf(words, sizeof(words), " SIM_%s_GAP%s", memory,
             is_template(node) ? " SIM_VARIABLE_TEMPLATE" : "");
    if (is_character(source, node->end - 1, ';') &&
        source_insert(source, tree_end(source->tree, node), words) != 0) {
        return -1;
    }
    snprintf(words, sizeof(words), "SIM_%s_VARIABLE%s%s", memory,
             has_function_pointer(node) ? "_FUNCTION" : "",
             constant != NO_TOKEN && own_word(source, type, storages) == NO_TOKEN ? " static" : "");
    return source_replace_word(source, word, words);
}

int rewrite_static(struct source *source, const struct node *node) {
    static const char *const wanted[] = {"static", NULL}, *const others[] = {"const",       "constexpr",
                                                                             "__shared__",  "__constant__",
                                                                             "__managed__", NULL};
    const struct node *type = tree_child_of_kind(node, NODE_TYPE);
    const token_index word = type != NULL ? own_word(source, type, wanted) : NO_TOKEN;
    if (word == NO_TOKEN || own_word(source, type, others) != NO_TOKEN ||
        !is_character(source, node->end - 1, ';')) {
        return 0;
    }
    return source_insert(source, token_end(source, word), " SIM_DEVICE_VARIABLE") != 0
               ? -1
               : source_insert(source, tree_end(source->tree, node), " SIM_DEVICE_GAP");
}
