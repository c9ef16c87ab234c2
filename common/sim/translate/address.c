// Refuses host code that uses a device function by its address:
//
//     kernel<<<blocks, threads>>>(d_a, add);     operation op = &add;
//
// That is an address on the host, where nvcc puts another function in its place. Compiled as plain C++, the two would
// be one. With a function of both sides only the launch is refused. These are correct:
//
//     kernel<add><<<blocks, threads>>>(d_a);     __device__ operation d_op = add;
#include "functions.h"

static int is_one_character(const struct source *source, token_index i, const char *characters) {
    for (; *characters != '\0'; characters++) {
        if (is_character(source, i, *characters)) {
            return 1;
        }
    }
    return 0;
}

// Is token i among the arguments of a template?
static int is_template_argument(const struct source *source, token_index i, token_index begin) {
    for (token_index k = i; k > begin && !is_character(source, k, ';'); k--) {
        if (is_character(source, k, '<') && source->match[k] != NO_TOKEN && source->match[k] > i) {
            return 1;
        }
    }
    return 0;
}

// Is the word at i, which names a function, used as a value: as an argument, an initializer, or what is assigned?
static int is_value(const struct source *source, token_index i, token_index begin) {
    static const char *const unevaluated[] = {"sizeof", "decltype", "alignof", "noexcept", "typeid", NULL};
    token_index before = i - 1;
    before -= is_character(source, before, '&');
    const int parenthesized = is_character(source, before, '(') && is_character(source, i + 1, ')');
    if (parenthesized &&
        (is_one_of(source, before - 1, unevaluated) || is_character(source, i + 2, '('))) { // (add)(1, 2)
        return 0;
    }
    return (is_one_character(source, before, "(,={?:") || is_word(source, before, "return")) &&
           !is_pair(source, before - 1, "::") && is_one_character(source, i + 1, ",);}:") &&
           !is_template_argument(source, i, begin);
}

// Is token i in the parentheses after <<<...>>>, and in no others?
static int is_launch_argument(const struct source *source, token_index i, token_index begin) {
    for (token_index k = i; k > begin + 3; k--) {
        if (is_character(source, k - 1, ')') && source->match[k - 1] != NO_TOKEN) {
            k = source->match[k - 1] + 1;
        } else if (is_character(source, k - 1, '(')) {
            return is_character(source, k - 2, '>') && is_character(source, k - 3, '>') &&
                   is_character(source, k - 4, '>');
        }
    }
    return 0;
}

enum side { NO_FUNCTION, DEVICE_ONLY, BOTH, OTHER };

// For which side are the functions of the name at i? OTHER if the translator does not know.
static enum side side_of(const struct source *source, const struct functions *functions, token_index i) {
    enum side side = NO_FUNCTION;
    for (size_t k = 0; k < functions->count; k++) {
        const struct function *function = &functions->list[k];
        if (function->of == NO_TOKEN && same_word(source, function->name, i)) {
            const enum side own = !function->for_device || function->is_kernel || function->is_unclear ? OTHER
                                  : function->for_host                                                 ? BOTH
                                                       : DEVICE_ONLY;
            side = own > side ? own : side;
        }
    }
    return side;
}

int is_used_by_address(const struct source *source, const struct function *function) {
    for (token_index i = 0; i < source->count; i++) {
        if (is_kind(source, i, TOKEN_DIRECTIVE)) {
            i = skip_directive(source, i) - 1;
        } else if (is_kind(source, i, TOKEN_IDENTIFIER) && i != function->name &&
                   same_word(source, i, function->name) && is_value(source, i, 0)) {
            return 1;
        }
    }
    return 0;
}

int source_check_addresses(struct source *source, const struct functions *functions) {
    for (size_t k = 0; k < functions->count; k++) {
        const struct function *function = &functions->list[k];
        if (function->body == NO_TOKEN || function->for_device || function->is_unclear) {
            continue;
        }
        const token_index begin = function->body, end = source->match[begin];
        for (token_index i = begin + 1; i < end; i++) {
            if (!is_kind(source, i, TOKEN_IDENTIFIER) || !is_value(source, i, begin)) {
                continue;
            }
            const enum side side = side_of(source, functions, i);
            if ((side == DEVICE_ONLY || (side == BOTH && is_launch_argument(source, i, begin))) &&
                !is_declared_within(source, function->parameters, end, i)) {
                const struct token *token = &source->tokens[i];
                return source_fail(
                    source, token->line,
                    "the address of %.*s() in host code is not its address on the device: make the "
                    "function a template argument, or read its address from a __device__ variable",
                    token->length < 60 ? (int)token->length : 60, source->text + token->offset);
            }
        }
    }
    return 0;
}
