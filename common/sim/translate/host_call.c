// Refuses what nvcc does: a kernel, or a __device__ function, that calls a function of the same file without
// __device__, or one of the C++ library's algorithms. Compiled as plain C++ it would run.
//
// A function is what has a body at file scope. Nothing is said of names that are also declared with
// __device__, or anew in the caller; of a caller that is __host__, too; and of a file that has macros for
// these words. Cost: O(tokens), and O(functions) for each name that is called in a kernel.
#include "source.h"

#include <stdlib.h>
#include <string.h>

struct function {
    token_index name, parameters, body; // body: its `{`, or NO_TOKEN of a declaration
    int for_device, for_host;           // as its words say
};

struct functions {
    struct function *list;
    size_t count, capacity;
};

static int add_function(struct functions *functions, token_index first, token_index name,
                        const struct source *source) {
    struct function function = {.name = name, .parameters = name + 1, .body = NO_TOKEN};
    token_index after = source->match[name + 1] + 1;
    if (is_character(source, after, '{') && source->match[after] != NO_TOKEN) {
        function.body = after;
    }
    for (token_index i = first; i < name; i++) {
        function.for_device |= is_word(source, i, "__device__") || is_word(source, i, "__global__");
        function.for_host |= is_word(source, i, "__host__");
    }
    if (grow(&functions->list, &functions->capacity, functions->count + 1, sizeof(*functions->list)) != 0) {
        return -1;
    }
    functions->list[functions->count++] = function;
    return 0;
}

// Is the `{` at i, in a statement that began at `first`, one of a namespace or of extern "C"?
static int opens_file_scope(const struct source *source, token_index first, token_index i) {
    for (token_index word = first; word < i; word++) {
        if (is_word(source, word, "namespace")) {
            return 1;
        }
    }
    return i >= 2 && is_kind(source, i - 1, TOKEN_STRING) && is_word(source, i - 2, "extern");
}

// All functions that are declared or defined at file scope. 0 or -1.
static int find_functions(struct source *source, struct functions *functions) {
    token_index first = 0; // of the statement
    for (token_index i = 0; i < source->count;) {
        if (is_kind(source, i, TOKEN_DIRECTIVE)) {
            int alone = first == i;
            i = skip_directive(source, i);
            first = alone ? i : first;
            continue;
        }
        int opens = is_character(source, i, '(') || is_character(source, i, '[') ||
                    is_character(source, i, '{') || is_character(source, i, '<');
        if (opens && source->match[i] != NO_TOKEN) {
            token_index after = source->match[i] + 1;
            if (is_character(source, i, '{') && opens_file_scope(source, first, i)) {
                first = ++i;
                continue;
            }
            int named = is_character(source, i, '(') && i > first && is_kind(source, i - 1, TOKEN_IDENTIFIER);
            int ends = is_character(source, after, '{') || is_character(source, after, ';');
            if (named && ends && add_function(functions, first, i - 1, source) != 0) {
                return source_out_of_memory(source);
            }
            int body = is_character(source, i, '{');
            i = after;
            if (body && !is_character(source, i, ';')) {
                first = i;
            }
        } else {
            int ends = is_character(source, i, ';') || is_character(source, i, '}');
            i++;
            first = ends ? i : first;
        }
    }
    return 0;
}

static int same_word(const struct source *source, token_index a, token_index b) {
    const struct token *left = &source->tokens[a], *right = &source->tokens[b];
    return left->length == right->length &&
           memcmp(source->text + left->offset, source->text + right->offset, left->length) == 0;
}

// Is the word at i a host function's, and no other's? Then one with a body is returned.
static const struct function *host_function(const struct source *source, const struct functions *functions,
                                            token_index i) {
    const struct function *host = NULL;
    for (size_t k = 0; k < functions->count; k++) {
        const struct function *function = &functions->list[k];
        if (!same_word(source, function->name, i)) {
            continue;
        }
        if (function->for_device) {
            return NULL;
        }
        if (function->body != NO_TOKEN) {
            host = function;
        }
    }
    return host;
}

// Behind these words a name is used; behind any other one a name is declared, as in `int *both`. (Or it is a
// factor, as in `a * both(b)`: that is let go.)
static int is_declared_here(const struct source *source, token_index i) {
    static const char *const uses[] = {"return", "else", "do", "case", "throw", "and", "or", "not", NULL};
    while (is_character(source, i - 1, '*') || is_character(source, i - 1, '&')) {
        i--;
    }
    return is_kind(source, i - 1, TOKEN_IDENTIFIER) && !is_one_of(source, i - 1, uses);
}

static int is_member(const struct source *source, token_index i) {
    return is_character(source, i - 1, '.') || is_pair(source, i - 2, "->") || is_pair(source, i - 2, "::");
}

static int is_declared_within(const struct source *source, token_index begin, token_index end,
                              token_index name) {
    for (token_index i = begin; i < end; i++) {
        if (is_kind(source, i, TOKEN_IDENTIFIER) && same_word(source, i, name) &&
            is_declared_here(source, i)) {
            return 1;
        }
    }
    return 0;
}

// The `(` of a call of the word at i, template arguments passed over; NO_TOKEN where it is not called.
static int is_called(const struct source *source, token_index i) {
    if (is_character(source, i + 1, '<') && source->match[i + 1] != NO_TOKEN) {
        i = source->match[i + 1];
    }
    return is_character(source, i + 1, '(');
}

static int check_caller(struct source *source, const struct functions *functions,
                        const struct function *caller) {
    static const char *const algorithms[] = {"accumulate",     "copy",        "copy_n",      "count",
                                             "exclusive_scan", "fill",        "find",        "for_each",
                                             "inclusive_scan", "iota",        "max",         "min",
                                             "minmax",         "partial_sum", "reduce",      "reverse",
                                             "rotate",         "sort",        "stable_sort", "swap",
                                             "transform",      NULL};
    token_index end = source->match[caller->body];
    for (token_index i = caller->body; i < end; i++) {
        if (!is_kind(source, i, TOKEN_IDENTIFIER) || !is_called(source, i)) {
            continue;
        }
        const struct token *token = &source->tokens[i];
        int length = token->length < 60 ? (int)token->length : 60;
        const char *word = source->text + token->offset;
        int of_library = is_pair(source, i - 2, "::") && is_word(source, i - 3, "std");
        if (of_library && is_one_of(source, i, algorithms)) {
            return source_fail(
                source, token->line,
                "std::%.*s() is host code, which nvcc does not let a kernel call; what it can call is "
                "in docs/cuda-surface.md",
                length, word);
        }
        if (is_member(source, i) || host_function(source, functions, i) == NULL ||
            is_declared_within(source, caller->parameters, end, i)) {
            continue;
        }
        return source_fail(
            source, token->line,
            "%.*s() is host code, which nvcc does not let a kernel call: write __device__ before it, "
            "where it is defined in line %d",
            length, word, source->tokens[host_function(source, functions, i)->name].line);
    }
    return 0;
}

// Has the file macros that make functions for the device?
static int has_device_macro(const struct source *source) {
    for (token_index i = 0; i < source->count; i++) {
        if (!is_kind(source, i, TOKEN_DIRECTIVE)) {
            continue;
        }
        for (token_index end = skip_directive(source, i); i + 1 < end; i++) {
            if (is_word(source, i + 1, "__device__") || is_word(source, i + 1, "__global__")) {
                return 1;
            }
        }
    }
    return 0;
}

int source_refuse_host_calls(struct source *source) {
    struct functions functions = {0};
    int result = has_device_macro(source) ? 0 : find_functions(source, &functions);
    for (size_t k = 0; k < functions.count && result == 0; k++) {
        const struct function *function = &functions.list[k];
        if (function->body != NO_TOKEN && function->for_device && !function->for_host) {
            result = check_caller(source, &functions, function);
        }
    }
    free(functions.list);
    return result;
}
