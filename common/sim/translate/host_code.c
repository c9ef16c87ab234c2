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

// Is a block around token i that of a device function? Nested structs have some that are not in the list of functions.
static int is_in_device_code(const struct source *source, token_index i) {
    static const char *const words[] = {"__device__", "__global__", NULL};
    while (i > 0) {
        i--;
        if (is_character(source, i, '}') && source->match[i] != NO_TOKEN) {
            i = source->match[i];
        } else if (is_character(source, i, '{')) {
            token_index head = i;
            while (head > 0 && !is_character(source, head - 1, ';') && !is_character(source, head - 1, '{') &&
                   !is_character(source, head - 1, '}')) {
                head--;
            }
            if (has_word(source, head, i, words)) {
                return 1;
            }
        }
    }
    return 0;
}

// The `{` of the lambda whose captures begin at i. NO_TOKEN if there is none, or if it is for the device.
static token_index host_lambda(const struct source *source, token_index i) {
    static const char *const device[] = {"__device__", NULL};
    static const char *const operands[] = {"return", "else", "do", NULL};
    const token_index close = source->match[i];
    const int subscript =
        i > 0 && ((is_kind(source, i - 1, TOKEN_IDENTIFIER) && !is_one_of(source, i - 1, operands)) ||
                  is_character(source, i - 1, ')') || is_character(source, i - 1, ']'));
    if (!is_character(source, i, '[') || close == NO_TOKEN || subscript || is_pair(source, i, "[[")) {
        return NO_TOKEN;
    }
    token_index k = close + 1;
    while (k < source->count && !is_character(source, k, '{')) {
        const int plain = is_kind(source, k, TOKEN_IDENTIFIER) || is_character(source, k, '-') ||
                          is_character(source, k, '>') || is_character(source, k, '*') ||
                          is_character(source, k, '&');
        if (!plain && !(is_character(source, k, '(') && source->match[k] != NO_TOKEN)) {
            return NO_TOKEN;
        }
        k = token_step(source, k);
    }
    return k < source->count && source->match[k] != NO_TOKEN && !has_word(source, close, k, device)
               ? k
               : NO_TOKEN;
}

static int check_lambdas(struct source *source, struct range words) {
    for (token_index i = words.begin; i < words.end; i++) {
        if (is_kind(source, i, TOKEN_DIRECTIVE)) {
            i = skip_directive(source, i) - 1;
            continue;
        }
        const token_index body = host_lambda(source, i);
        if (body != NO_TOKEN && !is_in_device_code(source, i) &&
            insert_check(source, body, (struct range){i, i}) != 0) {
            return -1;
        }
    }
    return 0;
}

int rewrite_host_code(struct source *source, const struct functions *functions) {
    token_index begin = 0; // outside of what is for the device
    for (size_t k = 0; k < functions->count; k++) {
        const struct function *function = &functions->list[k];
        if (function->body == NO_TOKEN || (!function->for_device && !function->is_unclear)) {
            continue;
        }
        if (check_lambdas(source, (struct range){begin, function->body}) != 0) {
            return -1;
        }
        begin = source->match[function->body];
    }
    return check_lambdas(source, (struct range){begin, (token_index)source->count}) != 0 ||
                   check_functions(source, functions) != 0
               ? -1
               : 0;
}
