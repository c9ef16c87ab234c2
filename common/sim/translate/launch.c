// kernel<T><<<grid, block>>>(arguments)
//     becomes
// sim_launch(sim_config(grid, block), "kernel<T>",
//            sim_kernel_of(SIM_KERNEL(kernel<T>),
//                          [&](auto, auto... sim_a) SIM_RAW_INLINE {
//                               SIM_CALL(kernel<T>(sim_hand(sim_a)...), sim_done(sim_a...)) }, 0), arguments)
//
// An expression before <<<, as table[i].kernel or (*kernel), becomes
// SIM_KERNEL_VALUE(SIM_CALL(sim_k(sim_a...)), expression).
#include "functions.h"

#include <stdlib.h>
#include <string.h>

struct launch {
    struct range kernel;   // its name or expression
    token_index open;      // the first of <<<
    token_index close;     // the first of >>>
    token_index arguments; // the ( after it
    int named; // the kernel is a name, possibly in parentheses, which may stand for several functions
};

enum { LAUNCH_SIGN = 3 }; // tokens of <<< and of >>>

// Can the expression before <<< be a kernel? *broken is set if it can, but is not supported: a lambda, or one with a
// launch in it.
static int is_kernel_expression(const struct source *source, const struct node *kernel, int *broken) {
    const struct node *node = kernel;
    while (node->kind == NODE_CALL || node->kind == NODE_INDEX || node->kind == NODE_MEMBER) {
        node = node->child;
    }
    *broken = node->kind == NODE_LAMBDA || contains_launch(source, kernel, 0);
    return *broken || node->kind == NODE_PARENTHESES || node->kind == NODE_CAST ||
           ((node->kind == NODE_NAME || node->kind == NODE_TEMPLATE_NAME) &&
            !is_pair(source, kernel->end - 2, "()") /* operator() */);
}

static int is_named(const struct node *kernel) {
    while ((kernel->kind == NODE_PARENTHESES || kernel->kind == NODE_TYPE) && kernel->child != NULL) {
        kernel = kernel->child;
    }
    return kernel->kind == NODE_NAME || kernel->kind == NODE_TEMPLATE_NAME;
}

static int check_kernel(struct source *source, const struct launch *launch) {
    int line = source->tokens[launch->open].line;
    for (token_index i = launch->kernel.begin; i < launch->open; i++) {
        const struct token *token = &source->tokens[i];
        if (token->kind == TOKEN_DIRECTIVE) {
            return source_fail(
                source, line,
                "a preprocessor directive is inside the kernel's name before '<<<'; move it out");
        }
        if (token->kind == TOKEN_STRING && memchr(source->text + token->offset, '\n', token->length)) {
            return source_fail(source, line,
                               "a string of several lines is inside the kernel's name before '<<<'; "
                               "move it out");
        }
    }
    return 0;
}

// Arguments that are just 0 or NULL become SIM_ZERO, which converts to pointers and to numbers. Sets *found
// if there are any.
static int replace_zeros(struct source *source, const struct node *configuration, int *found) {
    static const char *const null[] = {"NULL", NULL};
    for (const struct node *argument = configuration->next; argument != NULL; argument = argument->next) {
        if (is_name(source, argument, null) ||
            (argument->kind == NODE_NUMBER &&
             token_is(source->text, &source->tokens[argument->first], "0"))) {
            *found = 1;
            if (source_replace_word(source, argument->first, "SIM_ZERO") != 0) {
                return -1;
            }
        }
    }
    return 0;
}

// Adds the call's name and bracket. GCC's debug information has the bracket's column: it should be that of `<<<`, which
// comes `bytes` after the kernel's name begins.
static int add_call(struct buffer *buffer, size_t bytes) {
    static const char name[] = "sim_launch";
    int result = buffer_add_string(buffer, name);
    for (size_t used = sizeof(name) - 1; used < bytes && result == 0; used++) {
        result = buffer_add_string(buffer, " ");
    }
    return result != 0 ? result : buffer_add_string(buffer, "(");
}

static int add_launch(struct source *source, const struct launch *launch, int zeros, int macro,
                      struct buffer *buffer) {
    size_t name_begin = token_begin(source, launch->kernel.begin),
           open_end = token_end(source, launch->open + 2);
    size_t name_bytes = token_begin(source, launch->open) - name_begin;
    int one_line = !macro && memchr(source->text + name_begin, '\n', name_bytes) == NULL;
    if (add_call(buffer, one_line ? name_bytes : 0) != 0 ||
        buffer_add_newlines(buffer, source, name_begin, open_end, macro) != 0 ||
        buffer_add_string(buffer, "sim_config(") != 0) {
        return source_out_of_memory(source);
    }
    if (source_replace(source, name_begin, open_end, buffer) != 0) {
        return -1;
    }

    // `, ##` drops the comma if __VA_ARGS__ is empty.
    const char *separator = is_character(source, launch->arguments + 1, ')') ? "" : ", ";
    if (macro && is_word(source, launch->arguments + 1, "__VA_ARGS__") &&
        is_character(source, launch->arguments + 2, ')')) {
        separator = ", ##";
    }

    // The preprocessor replaces a macro's parameters in the argument of SIM_KERNEL_NAME, but not in a string.
    buffer->length = 0;
    size_t close_begin = token_begin(source, launch->close), close_end = token_end(source, launch->arguments);
    static const char call[] = "[&](auto, auto... sim_a) SIM_RAW_INLINE { SIM_CALL";
    if (buffer_add_string(buffer, macro ? "), SIM_KERNEL_NAME(" : "), \"") != 0 ||
        buffer_add_tokens(buffer, source, launch->kernel, !macro) != 0 ||
        buffer_add_string(buffer, macro ? "), " : "\", ") != 0) {
        return source_out_of_memory(source);
    }
    int failed;
    if (launch->named) {
        failed = buffer_add_string(buffer, "sim_kernel_of(SIM_KERNEL(") != 0 ||
                 buffer_add_tokens(buffer, source, launch->kernel, 0) != 0 ||
                 buffer_add_format(buffer, "), %s%s(", call, zeros ? "_ZERO" : "") != 0 ||
                 buffer_add_tokens(buffer, source, launch->kernel, 0) != 0 ||
                 buffer_add_string(buffer, zeros ? ") }, 0)"
                                                 : "(sim_hand(sim_a)...), sim_done(sim_a...)) }, 0)") != 0;
    } else {
        failed = buffer_add_format(buffer, "SIM_KERNEL_VALUE(SIM_CALL%s, ",
                                   zeros ? "_ZERO(sim_k)" : "(sim_k(sim_a...))") != 0 ||
                 buffer_add_tokens(buffer, source, launch->kernel, 0) != 0 ||
                 buffer_add_string(buffer, ")") != 0;
    }
    if (failed || buffer_add_newlines(buffer, source, close_begin, close_end, macro) != 0 ||
        buffer_add_string(buffer, separator) != 0) {
        return source_out_of_memory(source);
    }
    return source_replace(source, close_begin, close_end, buffer);
}

// Does the macro's body end after the >>>, or after a name behind it? Then its uses have been expanded (macros.c).
static int ends_macro(const struct source *source, token_index i) {
    while (!is_kind(source, i, TOKEN_DIRECTIVE_END) && !is_kind(source, i, TOKEN_END)) {
        i++;
    }
    i -= is_kind(source, i - 1, TOKEN_IDENTIFIER);
    return is_pair(source, i - 3, ">>") && is_pair(source, i - 2, ">>");
}

int rewrite_launch(struct source *source, const struct node *node, int macro) {
    const struct node *kernel = node->child, *configuration = kernel->next;
    struct launch launch = {.kernel = {kernel->first, kernel->end},
                            .open = configuration->first,
                            .close = configuration->end - LAUNCH_SIGN,
                            .arguments = configuration->end,
                            .named = is_named(kernel)};
    int broken, line = source->tokens[launch.open].line, zeros = 0;
    if (!is_kernel_expression(source, kernel, &broken) || (macro && ends_macro(source, launch.open))) {
        return 0; // not a launch
    }
    if (broken) {
        return source_fail(
            source, line,
            "the simulated GPU needs a plain name before '<<<', as in kernel<int><<<...>>>: store "
            "the kernel in a variable");
    }
    if (check_kernel(source, &launch) != 0 || (!macro && source_check_macro_call(source, node) != 0)) {
        return -1;
    }
    const struct node *last = configuration->last;
    const int is_open = last != NULL && last->kind == NODE_BROKEN && last->first == last->end;
    if (is_open || !is_character(source, launch.arguments, '(') ||
        (configuration->child != NULL && configuration->child->kind == NODE_LAUNCH)) {
        return source_fail(source, line,
                           "this launch does not end: kernel<<<blocks, threads>>>(arguments) needs a '>>>' "
                           "directly followed by the arguments in parentheses");
    }
    if (source->match[launch.arguments] == NO_TOKEN) {
        return source_fail(source, source->tokens[launch.arguments].line,
                           "the ')' after this launch's arguments is missing");
    }

    struct buffer buffer = {0};
    int result = replace_zeros(source, configuration, &zeros) != 0
                     ? -1
                     : add_launch(source, &launch, zeros, macro, &buffer);
    free(buffer.bytes);
    return result;
}
