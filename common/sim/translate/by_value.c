// __device__ T f(T a, int n) { body }
//     becomes
// SIM_INLINED __device__ T f(T a, int n) { SIM_BODY([&](T a, int n) -> T){ body }SIM_BODY_END(a, n) }
//
// GCC's thread sanitizer instruments assignments. It does not instrument a struct that a call reads directly
// from memory or returns directly to memory. With GCC, the three macros (cuda/sim/qualifiers.h) turn the
// function into an inlined shell: passing an argument and using the result become assignments. The body
// becomes a lambda that is not inlined, so it exists once and may be recursive.
//
// This is done for functions that run on the device and may take or return a struct, as far as their type
// names show: `int` and `float *` are not structs, `T` may be one. A constructor has no lambda and is inlined
// as a whole. For the same reason, a call through a variable, `op(a, b)` or `table[i](a, b)`, becomes
// `SIM_CALLEE(op)(a, b)` (callee.c). For a function pointer, this is a shell like the one above.
//
// Functions defined by a macro with parameters, and functions in headers, are not rewritten.
#include "by_value.h"

#include <stdlib.h>

// Does the body have a `return` with a value, also of lambdas and structs inside it?
static int returns_value(const struct node *block) {
    for (const struct node *node = block; node != NULL; node = tree_next(node, block)) {
        if (node->kind == NODE_RETURN && node->child != NULL) {
            return 1;
        }
    }
    return 0;
}

static int insert(struct source *source, size_t at, const struct buffer *text) {
    return source_replace(source, at, at, text);
}

static int add_opening(struct buffer *buffer, const struct source *source, const struct signature *function,
                       const struct parameter *parameters, int count) {
    int bad = buffer_add_string(buffer, " SIM_BODY([&](");
    const char *comma = "";
    for (int i = 0; i < count; i++) {
        if (parameters[i].passed) {
            bad |=
                buffer_add_string(buffer, comma) | buffer_add_tokens(buffer, source, parameters[i].text, 0);
            comma = ", ";
        }
    }
    bad |= buffer_add_string(buffer, ")");
    if (function->result.begin < function->result.end) {
        bad |= buffer_add_string(buffer, " -> ") | buffer_add_tokens(buffer, source, function->result, 0);
    }
    return bad | buffer_add_string(buffer, "){");
}

static int add_closing(struct buffer *buffer, const struct source *source, const struct parameter *parameters,
                       int count) {
    int bad = buffer_add_string(buffer, "}SIM_BODY_END(");
    const char *comma = "";
    for (int i = 0; i < count; i++) {
        if (parameters[i].passed) {
            struct range name = {parameters[i].name, parameters[i].name + 1};
            bad |= buffer_add_string(buffer, comma) | buffer_add_tokens(buffer, source, name, 0);
            comma = ", ";
        }
    }
    return bad | buffer_add_string(buffer, ") ");
}

static int split(struct source *source, const struct signature *function, const struct parameter *parameters,
                 int count) {
    struct buffer opening = {0}, closing = {0};
    int result = -1;
    if (add_opening(&opening, source, function, parameters, count) != 0 ||
        add_closing(&closing, source, parameters, count) != 0) {
        source_out_of_memory(source);
    } else {
        result = insert(source, token_end(source, function->block->first), &opening) != 0 ||
                         insert(source, token_begin(source, function->block->end - 1), &closing) != 0
                     ? -1
                     : 0;
    }
    free(opening.bytes);
    free(closing.bytes);
    return result;
}

static int rewrite_function(struct source *source, const struct signature *function) {
    struct parameter parameters[PARAMETERS_MAX];
    int count = signature_parameters(source, function->parameters, parameters);
    int structs = may_be_struct(source, function->result),
        silent = function->result.begin == function->result.end;
    if (function->is_lambda && silent) {
        structs = returns_value(function->block);
    }
    for (int i = 0; i < count; i++) {
        structs |= parameters[i].may_be_struct;
    }
    int empty = function->block->first + 2 == function->block->end;
    if (count < 0 || !structs || (empty && !function->is_constructor)) {
        return 0;
    }
    if (function->is_lambda) {
        // After the parentheses and the words that follow them, before the `->` or the `{`.
        token_index at = silent ? function->block->first : function->result.begin - 2;
        const char *attribute = function->parameters == NULL ? "() SIM_INLINED " : "SIM_INLINED ";
        if (source_insert(source, token_begin(source, at), attribute) != 0) {
            return -1;
        }
    } else if (source_insert(source, token_begin(source, function->specifiers), "SIM_INLINED ") != 0) {
        return -1;
    }
    return function->is_constructor ? 0 : split(source, function, parameters, count);
}

// ---- All of them ------------------------------------------------------------------------------------------

static int rewrite_lambda(struct source *source, const struct node *node) {
    struct signature function;
    return signature_read(source, node, &function) && (source_mark_lines(source, function.block) != 0 ||
                                                       rewrite_function(source, &function) != 0)
               ? -1
               : 0;
}

static int rewrite_definition(struct source *source, const struct node *node) {
    struct signature function;
    if (!signature_read(source, node, &function)) {
        return 0;
    }
    if (!function.is_constant && source_mark_lines(source, function.block) != 0) {
        return -1;
    }
    return node->kernel || function.specifiers == NO_TOKEN ? 0 : rewrite_function(source, &function);
}

int rewrite_functions(struct source *source) {
    static const char *const device[] = {"__device__", NULL};
    const struct node *file = source->tree->file,
                      *outer = NULL; // the outermost device function around the node
    int result = 0;
    for (const struct node *node = file; node != NULL && result == 0; node = tree_next(node, file)) {
        outer = outer != NULL && node->first < outer->end ? outer : NULL;
        const int is_function =
            node->kind == NODE_FUNCTION && (node->kernel || node->device) && node->last->kind == NODE_BLOCK;
        const int is_lambda = node->kind == NODE_LAMBDA && node->last->kind == NODE_BLOCK &&
                              (outer != NULL || own_word(source, node, device) != NO_TOKEN);
        outer = outer == NULL && (is_function || is_lambda) ? node : outer;
        if (node->kind == NODE_STRUCT) {
            result = rewrite_struct(source, node);
        } else if (is_function) {
            result = rewrite_definition(source, node);
        } else if (is_lambda) {
            result = rewrite_lambda(source, node);
        } else if (node->kind == NODE_CALL && outer != NULL && node->parent->kind != NODE_INITIALIZERS) {
            result = rewrite_call(source, outer, node);
        }
    }
    return result;
}
