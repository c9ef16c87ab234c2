// Refuses the launch of a function of this file that is not a kernel, as nvcc does; and lets the compiler refuse a
// launch in a kernel or device function:
//
//     __global__ void k() { ... }     becomes     __global__ void k() { SIM_IN_KERNEL ... }
//
// Compiled as plain C++, both would run.
#include "functions.h"
#include "signature.h"

// The function that contains token i, or NULL.
static const struct function *enclosing(const struct source *source, const struct functions *functions,
                                        token_index i) {
    for (size_t k = 0; k < functions->count; k++) {
        const struct function *function = &functions->list[k];
        if (function->body != NO_TOKEN && function->first < i && i < source->match[function->body]) {
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

static int check_launch(struct source *source, const struct functions *functions, token_index open) {
    token_index name = open - 1;
    if (is_character(source, name, '>') && source->match[name] != NO_TOKEN) {
        name = source->match[name] - 1;
    }
    const struct function *caller = enclosing(source, functions, open);
    if (!is_kind(source, name, TOKEN_IDENTIFIER) || is_character(source, name - 1, '.') ||
        is_pair(source, name - 2, "->") || caller == NULL ||
        is_declared_within(source, caller->parameters, name, name)) {
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

int contains_launch(const struct source *source, token_index body, int macros) {
    for (size_t i = 0; i < source->site_count; i++) {
        const struct site *site = &source->sites[i];
        if (site->kind == SITE_LAUNCH &&
            (site->macro ? macros : body < site->token && site->token < source->match[body])) {
            return 1;
        }
    }
    return 0;
}

static int refuse_launches(struct source *source, token_index body) {
    return contains_launch(source, body, 1) ? source_insert(source, token_end(source, body), " SIM_IN_KERNEL")
                                            : 0;
}

// [=] __device__ (int i) { ... }
static int refuse_launches_of_lambdas(struct source *source) {
    for (token_index i = 1; i < source->count; i++) {
        struct signature lambda;
        const token_index after = is_character(source, i, '[') ? source->match[i] : NO_TOKEN;
        if (after != NO_TOKEN && is_word(source, after + 1, "__device__") &&
            !is_word(source, after + 2, "__host__") && signature_read_lambda(source, i, &lambda) &&
            refuse_launches(source, lambda.body) != 0) {
            return -1;
        }
    }
    return 0;
}

int source_check_launches(struct source *source, const struct functions *functions) {
    for (size_t i = 0; i < source->site_count; i++) {
        const struct site *site = &source->sites[i];
        if (site->kind == SITE_LAUNCH && !site->macro && check_launch(source, functions, site->token) != 0) {
            return -1;
        }
    }
    for (size_t k = 0; k < functions->count; k++) {
        const struct function *function = &functions->list[k];
        if (function->body != NO_TOKEN && function->for_device && !function->for_host &&
            refuse_launches(source, function->body) != 0) {
            return -1;
        }
    }
    return refuse_launches_of_lambdas(source);
}
