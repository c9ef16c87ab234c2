// Refuses the launch of a function of this file that is not a kernel, as nvcc does. Compiled as plain C++, it would
// run.
#include "functions.h"

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

int source_check_launches(struct source *source, const struct functions *functions) {
    for (size_t i = 0; i < source->site_count; i++) {
        const struct site *site = &source->sites[i];
        if (site->kind == SITE_LAUNCH && !site->macro && check_launch(source, functions, site->token) != 0) {
            return -1;
        }
    }
    return 0;
}
