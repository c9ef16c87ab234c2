// kernel<T><<<grid, block>>>(arguments)
//     becomes
// sim_launch(sim_config(grid, block), "kernel<T>",
//            sim_kernel_of(SIM_KERNEL(kernel<T>),
//                          [&](auto, auto... sim_a) SIM_RAW_INLINE {
//                               SIM_CALL(kernel<T>(sim_hand(sim_a)...), sim_done(sim_a...)) }, 0), arguments)
//
// An expression before <<<, as table[i].kernel or (*kernel), becomes
// SIM_KERNEL_VALUE(SIM_CALL(sim_k(sim_a...)), expression).
#include "source.h"

#include <stdlib.h>
#include <string.h>

struct launch {
    token_index kernel;    // [kernel, open) is the kernel's name
    token_index open;      // the first of <<<
    token_index close;     // the first of >>>
    token_index arguments; // the ( after it
};

enum { LAUNCH_SIGN = 3 }; // tokens of <<< and of >>>

// Finds one component of the expression before token `end`: an identifier with template arguments, then
// subscripts and calls; or an expression in parentheses. Returns its first token. NO_TOKEN: there is none.
// *broken is set if there is one that is not supported.
static token_index find_component(const struct source *source, token_index end, int *broken) {
    static const char *const no_names[] = {"return", "else", "do", "throw", "case", NULL};
    static const char *const conditions[] = {"if", "while", "for", "switch", "catch", "constexpr", NULL};
    token_index last = end;
    while (end > 0 && (is_character(source, end - 1, ']') || is_character(source, end - 1, ')')) &&
           source->match[end - 1] != NO_TOKEN) {
        end = source->match[end - 1];
    }
    token_index group = end; // the first of the brackets
    if (end > 0 && is_character(source, end - 1, '>') && source->match[end - 1] != NO_TOKEN) {
        end = source->match[end - 1];
    }
    int named = end > 0 && is_kind(source, end - 1, TOKEN_IDENTIFIER);
    if (named && is_word(source, end - 1, "operator")) {
        return NO_TOKEN;
    }
    if (named && group < last && is_one_of(source, end - 1, conditions)) { // if (a) (*kernel)<<<
        group = source->match[group] + 1;
    } else if (named && !is_one_of(source, end - 1, no_names)) {
        return end - 1;
    }
    if (group == last) {
        return NO_TOKEN;
    }
    if (!is_character(source, group, '(') || source->match[group] == group + 1) { // a lambda
        *broken = 1;
        return NO_TOKEN;
    }
    return group;
}

// The first token of the kernel's name or expression that ends before `open`: a::b<int>::c, table[i].kernel,
// reduce_##name, (*kernel), choose(n). NO_TOKEN if there is none. *broken is set if the tokens before `open`
// are not supported.
static token_index find_kernel(const struct source *source, token_index open, int *broken) {
    *broken = 0;
    token_index start = find_component(source, open, broken), before;
    while (start != NO_TOKEN && start > 0) {
        token_index end = start; // of the part before this component
        if (is_word(source, end - 1, "template")) {
            end--;
        }
        int scope = end >= 2 && is_pair(source, end - 2, "::"),
            pasted = end >= 2 && is_pair(source, end - 2, "##");
        int arrow = end >= 2 && is_pair(source, end - 2, "->"),
            dot = end >= 1 && is_character(source, end - 1, '.');
        if (is_character(source, start, '(') || (!scope && !pasted && !arrow && !dot)) {
            break;
        }
        end -= dot ? 1 : 2;
        before = scope && !(end > 0 && (is_kind(source, end - 1, TOKEN_IDENTIFIER) ||
                                        is_character(source, end - 1, '>')))
                     ? NO_TOKEN
                     : find_component(source, end, broken);
        if (before == NO_TOKEN && scope) { // ::kernel
            return end;
        }
        if (before == NO_TOKEN) {
            *broken = 1;
        }
        start = before;
    }
    return start;
}

// Is [begin, end) a name, possibly in parentheses, which may stand for several functions?
static int is_name(const struct source *source, token_index begin, token_index end) {
    while (is_character(source, begin, '(') && source->match[begin] == end - 1) {
        begin++;
        end--;
    }
    for (token_index i = begin; i < end; i++) {
        if (is_character(source, i, '<') && source->match[i] != NO_TOKEN) {
            i = source->match[i];
        } else if (!is_kind(source, i, TOKEN_IDENTIFIER) && !is_character(source, i, ':') &&
                   !is_character(source, i, '#')) {
            return 0;
        }
    }
    return 1;
}

// The number of consecutive `>` from token i on. There may be blanks between them: Visual Studio formats >>>
// as >> >.
static token_index count_greater(const struct source *source, token_index i) {
    token_index count = 1;
    while (is_character(source, i + count, '>')) {
        count++;
    }
    return count;
}

static int closes_templates(const struct source *source, token_index close, token_index open) {
    for (token_index i = close; i < close + LAUNCH_SIGN; i++) {
        if (source->match[i] == NO_TOKEN || source->match[i] <= open) {
            return 0;
        }
    }
    return 1;
}

// Finds the >>> and the parenthesis after it. Three consecutive `>` can also close three templates:
// k<<<f<g<h<1>>>(), 2>>>(x). Returns NO_TOKEN if the statement ends first.
static token_index find_close(const struct source *source, const struct launch *launch) {
    token_index i = launch->open + LAUNCH_SIGN, second_best = NO_TOKEN;
    for (;;) {
        if (is_character(source, i, '(') || is_character(source, i, '[') || is_character(source, i, '{')) {
            if (source->match[i] == NO_TOKEN) {
                return second_best;
            }
            i = source->match[i] + 1;
        } else if (is_character(source, i, '>')) {
            token_index count = count_greater(source, i), close = i + count - LAUNCH_SIGN;
            i += count;
            if (count < LAUNCH_SIGN || !is_character(source, i, '(')) {
                continue;
            }
            if (!closes_templates(source, close, launch->open)) {
                return close;
            }
            if (second_best == NO_TOKEN) {
                second_best = close;
            }
        } else if (is_kind(source, i, TOKEN_DIRECTIVE)) {
            i = skip_directive(source, i);
        } else if (is_character(source, i, ')') || is_character(source, i, ']') ||
                   is_character(source, i, '}') || is_character(source, i, ';') ||
                   is_kind(source, i, TOKEN_DIRECTIVE_END) || is_kind(source, i, TOKEN_END) ||
                   (is_pair(source, i, "<<") && is_character(source, i + 2, '<'))) {
            return second_best;
        } else {
            i++;
        }
    }
}

// Adds the kernel's name on one line: comments and newlines become a blank, continuations are removed.
// `quoted`: escaped for a string literal.
static int add_kernel(struct buffer *buffer, const struct source *source, const struct launch *launch,
                      int quoted) {
    for (token_index i = launch->kernel; i < launch->open; i++) {
        const struct token *token = &source->tokens[i];
        size_t at = token->offset, end = token_end(source, i);
        int c;
        while ((at = token_skip_continuations(source->text, end, at)) < end &&
               (c = token_character(source->text, end, &at)) != -1) {
            int plain = !quoted || (c >= ' ' && c != '"' && c != '\\' && c != 127);
            if ((plain ? buffer_add_character(buffer, (char)c)
                       : buffer_add_format(buffer, "\\%03o", (unsigned)c)) != 0) {
                return -1;
            }
        }
        if (i + 1 < launch->open && !touches(source, i) && buffer_add_character(buffer, ' ') != 0) {
            return -1;
        }
    }
    return 0;
}

static int check_kernel(struct source *source, const struct launch *launch) {
    int line = source->tokens[launch->open].line;
    for (token_index i = launch->kernel; i < launch->open; i++) {
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
static int replace_zeros(struct source *source, const struct launch *launch, int *found) {
    token_index end = source->match[launch->arguments];
    for (token_index i = launch->arguments + 1; i < end; i++) {
        int opens = is_character(source, i, '(') || is_character(source, i, '[') ||
                    is_character(source, i, '{') || is_character(source, i, '<');
        int begins = i == launch->arguments + 1 || is_character(source, i - 1, ',');
        int ends = i + 1 == end || is_character(source, i + 1, ',');
        int zero = is_word(source, i, "NULL") ||
                   (is_kind(source, i, TOKEN_NUMBER) && source->tokens[i].length == 1 &&
                    source->text[source->tokens[i].offset] == '0');
        if (begins && ends && zero) {
            *found = 1;
            if (source_replace_word(source, i, "SIM_ZERO") != 0) {
                return -1;
            }
        }
        if (opens && source->match[i] != NO_TOKEN) {
            i = source->match[i];
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

static int add_launch(struct source *source, const struct launch *launch, int macro, struct buffer *buffer) {
    int zeros = 0;
    if (replace_zeros(source, launch, &zeros) != 0) {
        return -1;
    }

    size_t name_begin = source->tokens[launch->kernel].offset, open_end = token_end(source, launch->open + 2);
    size_t name_bytes = source->tokens[launch->open].offset - name_begin;
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
    size_t close_begin = source->tokens[launch->close].offset,
           close_end = token_end(source, launch->arguments);
    int name = is_name(source, launch->kernel, launch->open);
    static const char call[] = "[&](auto, auto... sim_a) SIM_RAW_INLINE { SIM_CALL";
    if (buffer_add_string(buffer, macro ? "), SIM_KERNEL_NAME(" : "), \"") != 0 ||
        add_kernel(buffer, source, launch, !macro) != 0 ||
        buffer_add_string(buffer, macro ? "), " : "\", ") != 0) {
        return source_out_of_memory(source);
    }
    int failed;
    if (name) {
        failed = buffer_add_string(buffer, "sim_kernel_of(SIM_KERNEL(") != 0 ||
                 add_kernel(buffer, source, launch, 0) != 0 ||
                 buffer_add_format(buffer, "), %s%s(", call, zeros ? "_ZERO" : "") != 0 ||
                 add_kernel(buffer, source, launch, 0) != 0 ||
                 buffer_add_string(buffer, zeros ? ") }, 0)"
                                                 : "(sim_hand(sim_a)...), sim_done(sim_a...)) }, 0)") != 0;
    } else {
        failed = buffer_add_format(buffer, "SIM_KERNEL_VALUE(SIM_CALL%s, ",
                                   zeros ? "_ZERO(sim_k)" : "(sim_k(sim_a...))") != 0 ||
                 add_kernel(buffer, source, launch, 0) != 0 || buffer_add_string(buffer, ")") != 0;
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

int rewrite_launch(struct source *source, const struct site *site, struct progress *progress) {
    struct launch launch = {.open = site->token};
    int broken, line = source->tokens[launch.open].line;
    launch.kernel = find_kernel(source, launch.open, &broken);
    if (broken || (launch.kernel != NO_TOKEN && launch.kernel < progress->launch_done)) {
        return source_fail(
            source, line,
            "the simulated GPU needs a plain name before '<<<', as in kernel<int><<<...>>>: store "
            "the kernel in a variable");
    }
    if (launch.kernel == NO_TOKEN || (site->macro && ends_macro(source, launch.open))) {
        return 0; // not a launch
    }
    progress->launch_done = launch.open + LAUNCH_SIGN;
    if (check_kernel(source, &launch) != 0 ||
        (!site->macro && source_check_macro_call(source, launch.kernel) != 0)) {
        return -1;
    }

    launch.close = find_close(source, &launch);
    if (launch.close == NO_TOKEN) {
        return source_fail(source, line,
                           "this launch does not end: kernel<<<blocks, threads>>>(arguments) needs a '>>>' "
                           "directly followed by the arguments in parentheses");
    }
    launch.arguments = launch.close + LAUNCH_SIGN;
    if (source->match[launch.arguments] == NO_TOKEN) {
        return source_fail(source, source->tokens[launch.arguments].line,
                           "the ')' after this launch's arguments is missing");
    }

    struct buffer buffer = {0};
    int result = add_launch(source, &launch, site->macro, &buffer);
    free(buffer.bytes);
    return result;
}
