// cudaMemcpy(&sum, d_sum, ...)   becomes   cudaMemcpy(sim_whole(sum), d_sum, ...)
//
// in host functions, and the same for the other copies: the simulator then knows where the variable ends.
//
// CHECK(cudaMemcpy(&sum, d_sum, ...));   becomes   sim_whole(sum); CHECK(cudaMemcpy(&sum, d_sum, ...));
//
// A macro may make a string of its argument, which should then be the student's.
#include "functions.h"

#include <stdlib.h>

// Is the argument between `before` and the next comma or parenthesis only `&name`?
static int is_address(const struct source *source, token_index before) {
    return is_character(source, before + 1, '&') && is_kind(source, before + 2, TOKEN_IDENTIFIER) &&
           (is_character(source, before + 3, ',') || is_character(source, before + 3, ')'));
}

// Can a statement stand in front of token i, which is outside parentheses?
static int may_follow(const struct source *source, token_index i) {
    static const char *const heads[] = {"for", "if", "return", "while", "switch", NULL};
    static const char *const blocks[] = {"do", "else", "try", NULL};
    const token_index before = i - 1, opened = i - 2;
    int block = is_character(source, opened, ')') || is_character(source, opened, ';') ||
                is_character(source, opened, '{') || is_character(source, opened, '}') ||
                is_one_of(source, opened, blocks);
    return !is_one_of(source, i, heads) &&
           (is_character(source, before, ';') || is_character(source, before, '}') ||
            (is_character(source, before, '{') && block));
}

// The statement that is a call, or a macro, with the call at i among its arguments: its first token; or i.
static token_index find_statement(const struct source *source, token_index body, token_index i) {
    token_index outermost = i;
    for (token_index k = i - 1; k > body; k--) {
        if (is_character(source, k, ')') && source->match[k] != NO_TOKEN) {
            k = source->match[k];
        } else if (is_character(source, k, '(')) {
            outermost = k - 1;
        } else if (is_character(source, k, '{') || is_character(source, k, '}')) {
            break;
        }
    }
    return is_kind(source, outermost, TOKEN_IDENTIFIER) && may_follow(source, outermost) ? outermost : i;
}

// Puts a statement for the variable at `name` in front of the one that begins at `statement`. The names have the
// variable's place, as the compiler may say that there is no such variable.
static int insert_statement(struct source *source, token_index statement, token_index name) {
    const struct token *variable = &source->tokens[name];
    struct buffer text = {0};
    int result = buffer_add_string(&text, "sim_whole(") != 0 ||
                         source_add_place(&text, source, variable->offset, variable->line) != 0 ||
                         buffer_add(&text, source->text + variable->offset, variable->length) != 0 ||
                         buffer_add_string(&text, "); ") != 0 ||
                         source_add_place(&text, source, source->tokens[statement].offset,
                                          source->tokens[statement].line) != 0
                     ? source_out_of_memory(source)
                     : source_replace(source, source->tokens[statement].offset,
                                      source->tokens[statement].offset, &text);
    free(text.bytes);
    return result;
}

// The copy at `call` gets the address at k, `&name`.
static int rewrite_address(struct source *source, token_index body, token_index call, token_index k) {
    token_index statement = find_statement(source, body, call);
    if (statement != call) {
        return insert_statement(source, statement, k + 1);
    }
    return source_replace_word(source, k, "sim_whole(") != 0
               ? -1
               : source_insert(source, token_end(source, k + 1), ")");
}

// Rewrites the arguments of the copy at `call`. Returns 0 or -1.
static int rewrite_arguments(struct source *source, token_index body, token_index call) {
    const token_index open = call + 1, end = source->match[open];
    for (token_index k = open; k < end; k++) {
        if (k > open && source->match[k] != NO_TOKEN && source->match[k] > k) { // brackets within an argument
            k = source->match[k];
        } else if ((k == open || is_character(source, k, ',')) && is_address(source, k) &&
                   rewrite_address(source, body, call, k + 1) != 0) {
            return -1;
        }
    }
    return 0;
}

int rewrite_whole(struct source *source, const struct functions *functions) {
    static const char *const copies[] = {"cudaMemcpy",
                                         "cudaMemcpyAsync",
                                         "cudaMemcpyToSymbol",
                                         "cudaMemcpyToSymbolAsync",
                                         "cudaMemcpyFromSymbol",
                                         "cudaMemcpyFromSymbolAsync",
                                         NULL};
    for (size_t k = 0; k < functions->count; k++) {
        const struct function *function = &functions->list[k];
        if (function->body == NO_TOKEN || function->for_device) {
            continue;
        }
        for (token_index i = function->body + 1; i < source->match[function->body]; i++) {
            if (is_one_of(source, i, copies) && is_character(source, i + 1, '(') &&
                source->match[i + 1] != NO_TOKEN && rewrite_arguments(source, function->body, i) != 0) {
                return -1;
            }
        }
    }
    return 0;
}
