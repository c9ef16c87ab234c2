#include "signature.h"

// ---- Types ------------------------------------------------------------------------------------------------

static const char *const scalars[] = {
    "void",     "bool",     "char",    "short",   "int",         "long",         "float",     "double",
    "signed",   "unsigned", "size_t",  "ssize_t", "ptrdiff_t",   "intptr_t",     "uintptr_t", "int8_t",
    "int16_t",  "int32_t",  "int64_t", "uint8_t", "uint16_t",    "uint32_t",     "uint64_t",  "clock_t",
    "char16_t", "char32_t", "wchar_t", "uint",    "cudaError_t", "__restrict__", NULL};
static const char *const qualifiers[] = {"const", "volatile", "struct", "class",  "union",
                                         "enum",  "typename", "static", "inline", "constexpr",
                                         "std",   "register", NULL};

int is_scalar(const struct source *source, token_index i) {
    return is_one_of(source, i, scalars);
}

int is_qualifier(const struct source *source, token_index i) {
    return is_one_of(source, i, qualifiers);
}

int may_be_struct(const struct source *source, struct range type) {
    if (range_has(source, type, '*') || range_has(source, type, '&')) {
        return 0;
    }
    for (token_index i = type.begin; i < type.end; i = token_step(source, i)) {
        if (is_kind(source, i, TOKEN_IDENTIFIER) && !is_scalar(source, i) && !is_qualifier(source, i)) {
            return 1;
        }
    }
    return 0;
}

// ---- Parameters -------------------------------------------------------------------------------------------

static struct parameter read_parameter(const struct source *source, const struct node *node) {
    struct range text = {node->first, node->end};
    text.end = range_find(source, text, '=');
    const int brackets = range_has(source, text, '(') || range_has(source, text, '[');
    const int named = node->name != NO_TOKEN && !is_scalar(source, node->name);
    int pack = 0;
    for (token_index i = text.begin; i < text.end; i = token_step(source, i)) {
        pack |= is_pair(source, i, "..");
    }
    return (struct parameter){
        .text = text,
        .name = named ? node->name : NO_TOKEN,
        .passed = named && !pack && !brackets && !is_pair(source, range_find(source, text, '&'), "&&"),
        .may_be_struct =
            !brackets && may_be_struct(source, (struct range){text.begin, named ? node->name : text.end})};
}

int signature_parameters(const struct source *source, const struct node *node, struct parameter *parameters) {
    int count = 0;
    if (node == NULL) {
        return 0;
    }
    for (token_index i = node->first; i < node->end; i++) {
        if (is_kind(source, i, TOKEN_DIRECTIVE)) {
            return -1;
        }
    }
    for (node = node->child; node != NULL; node = node->next) {
        if (count == PARAMETERS_MAX) {
            return -1;
        }
        if (node->kind == NODE_PARAMETER) {
            parameters[count++] = read_parameter(source, node);
        }
    }
    return count;
}

// ---- Functions --------------------------------------------------------------------------------------------

// Is the word at i __device__, or a macro of this file that contains it?
static int is_for_device(const struct source *source, token_index i) {
    static const char *const device[] = {"__device__", NULL};
    const struct node *part = NULL;
    if (is_one_of(source, i, device)) {
        return 1;
    }
    while (is_kind(source, i, TOKEN_IDENTIFIER) && (part = macro_body(source, part, i)) != NULL) {
        if (has_word(source, part->first, part->end, device)) {
            return 1;
        }
    }
    return 0;
}

// Drops the words before a result type that are not part of it.
static struct range result_type(const struct source *source, struct range words) {
    static const char *const specifiers[] = {
        "static",   "inline",          "constexpr",    "virtual",  "explicit",   "friend", "extern",
        "__host__", "__forceinline__", "__noinline__", "register", "__inline__", NULL};
    struct range type = words;
    while (type.begin < type.end) {
        token_index after = skip_attribute(source, type.begin);
        if (is_word(source, type.begin, "decltype")) {
            break;
        }
        if (after == type.begin && !is_one_of(source, type.begin, specifiers) &&
            !is_for_device(source, type.begin) && !is_kind(source, type.begin, TOKEN_STRING)) {
            break;
        }
        type.begin = after == type.begin ? after + 1 : after;
    }
    while (type.end > type.begin && (is_one_of(source, type.end - 1, specifiers) ||
                                     is_for_device(source, type.end - 1))) { // int __device__ f()
        type.end--;
    }
    return type;
}

static int read_lambda(const struct node *node, struct signature *function) {
    const token_index behind =
        function->parameters != NULL ? function->parameters->end : node->child->end; // of the captures
    function->is_lambda = 1;
    // Words but no parentheses: there is no place for the attribute.
    return function->parameters != NULL || function->block->first == behind;
}

int signature_read(const struct source *source, const struct node *node, struct signature *function) {
    static const char *const constant[] = {"constexpr", NULL};
    *function = (struct signature){.parameters = tree_child_of_kind(node, NODE_PARAMETERS),
                                   .block = tree_child_of_kind(node, NODE_BLOCK),
                                   .specifiers = NO_TOKEN};
    if (function->block == NULL || source->match[function->block->first] == NO_TOKEN) {
        return 0;
    }
    const struct node *type = tree_child_of_kind(node, NODE_TYPE), *last = function->parameters;
    for (; last != NULL && last != function->block; last = last->next) {
        if (last->kind == NODE_TYPE) { // -> type
            function->result = (struct range){last->first, last->end};
        }
        function->is_constructor |= last->kind == NODE_INITIALIZERS;
    }
    if (node->kind == NODE_LAMBDA) {
        return read_lambda(node, function);
    }
    for (token_index i = type->first; i < type->end && function->specifiers == NO_TOKEN; i++) {
        function->specifiers = is_for_device(source, i) ? i : NO_TOKEN;
    }
    function->is_constant = own_word(source, type, constant) != NO_TOKEN;
    const struct node *name = type->next;
    struct range declared = result_type(source, (struct range){type->first, name->first});
    if (is_word(source, name->name, "operator") && declared.begin == declared.end &&
        (is_kind(source, name->name + 1, TOKEN_IDENTIFIER) ||
         is_pair(source, name->name + 1, "::"))) { // operator float4() const
        declared = (struct range){name->name + 1, function->parameters->first};
    }
    if (function->result.begin == function->result.end) {
        function->result = declared;
        function->is_constructor |= declared.begin == declared.end;
    }
    return 1;
}
