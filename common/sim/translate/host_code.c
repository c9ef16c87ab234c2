// point operator+(point a, point b) { ... }   becomes   point operator+(point a, point b) { SIM_HOST_CODE("operator+")
// ... }
//
// if it lacks __device__. nvcc does not let a kernel call it; compiled as plain C++, it would run. The calls that name
// a function are refused in host_call.c. These do not: operators, members of structs that are arguments of templates,
// constructors that convert, functions called by their address, and lambdas outside of kernels. So these functions look
// who runs them.
#include "functions.h"

#include <stdlib.h>

static int insert_check(struct source *source, token_index body, struct range name) {
    struct buffer text = {0};
    int result = buffer_add_string(&text, " SIM_HOST_CODE(\"") != 0 ||
                         buffer_add_tokens(&text, source, name, 1) != 0 ||
                         buffer_add_string(&text, "\")") != 0
                     ? source_out_of_memory(source)
                     : source_replace(source, token_end(source, body), token_end(source, body), &text);
    free(text.bytes);
    return result;
}

// The function's name, with the symbol of an operator.
static struct range full_name(const struct source *source, const struct function *function) {
    const int is_operator = is_word(source, function->name, "operator");
    return (struct range){function->name, is_operator ? function->parameters : function->name + 1};
}

static int same_name(const struct source *source, const struct function *a, const struct function *b) {
    const struct range left = full_name(source, a), right = full_name(source, b);
    int same = left.end - left.begin == right.end - right.begin;
    for (token_index i = 0; same && left.begin + i < left.end; i++) {
        same = same_word(source, left.begin + i, right.begin + i);
    }
    return same;
}

// Is the function declared for the device elsewhere?
static int is_declared_for_device(const struct source *source, const struct functions *functions,
                                  const struct function *function) {
    for (size_t k = 0; k < functions->count; k++) {
        const struct function *other = &functions->list[k];
        if (other->body == NO_TOKEN && other->for_device && same_name(source, other, function)) {
            return 1;
        }
    }
    return 0;
}

// Can the function be called by other words than its name?
static int is_reached_otherwise(const struct source *source, const struct function *function) {
    return function->of != NO_TOKEN || is_word(source, function->name, "operator") ||
           is_used_by_address(source, function);
}

// Those that have a name, which their callers may not write.
static int check_functions(struct source *source, const struct functions *functions) {
    static const char *const constant[] = {"constexpr", "consteval", NULL};
    for (size_t k = 0; k < functions->count; k++) {
        const struct function *function = &functions->list[k];
        if (function->body == NO_TOKEN || function->for_device || function->is_unclear ||
            !is_reached_otherwise(source, function) ||
            has_word(source, function->first, function->name, constant) ||
            is_declared_for_device(source, functions, function)) {
            continue;
        }
        if (insert_check(source, function->body, full_name(source, function)) != 0) {
            return -1;
        }
    }
    return 0;
}

// Is a function or lambda for the device around the node, or one that may be?
static int is_in_device_code(const struct source *source, const struct functions *functions,
                             const struct node *node) {
    static const char *const device[] = {"__device__", NULL};
    for (; node != NULL; node = node->parent) {
        if (node->kind == NODE_LAMBDA ? own_word(source, node, device) != NO_TOKEN
                                      : node->kind == NODE_FUNCTION && (node->kernel || node->device)) {
            return 1;
        }
        for (size_t k = 0; k < functions->count && node->kind == NODE_FUNCTION; k++) {
            if (functions->list[k].node == node && functions->list[k].is_unclear) {
                return 1;
            }
        }
    }
    return 0;
}

int rewrite_host_code(struct source *source, const struct functions *functions) {
    const struct node *file = source->tree->file;
    for (const struct node *node = file; node != NULL; node = next_node(source, node, file)) {
        if (node->kind == NODE_LAMBDA && node->last->kind == NODE_BLOCK &&
            source->match[node->last->first] != NO_TOKEN && !is_in_device_code(source, functions, node) &&
            insert_check(source, node->last->first, (struct range){0, 0}) != 0) {
            return -1;
        }
    }
    return check_functions(source, functions);
}
