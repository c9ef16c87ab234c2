// bool found;   becomes   bool found; SIM_UNSET(found);
//
// in functions, and the same for numbers: a variable without a value gets one that may be wrong. The compiler's pattern
// (cmake/lab_code.cmake) leaves out bools, and is a large number, which as a limit means none. So the simulator
// chooses.
#include "functions.h"

#include <stdlib.h>

// The token after the type of a declaration at i: `bool`, `unsigned long long` or `size_t`; or i.
static token_index skip_type(const struct source *source, token_index i) {
    static const char *const words[] = {"bool",     "char",    "short",    "int",      "long",
                                        "unsigned", "signed",  "float",    "double",   "size_t",
                                        "int8_t",   "uint8_t", "int16_t",  "uint16_t", "int32_t",
                                        "uint32_t", "int64_t", "uint64_t", NULL};
    while (is_one_of(source, i, words)) {
        i++;
    }
    return i;
}

// Does a statement begin at i?
static int begins_statement(const struct source *source, token_index i) {
    return is_character(source, i - 1, ';') || is_character(source, i - 1, '{') ||
           is_character(source, i - 1, '}');
}

// The `;` of `a, b;` at i, or NO_TOKEN.
static token_index end_of_names(const struct source *source, token_index i) {
    while (is_kind(source, i, TOKEN_IDENTIFIER) && is_character(source, i + 1, ',')) {
        i += 2;
    }
    return is_kind(source, i, TOKEN_IDENTIFIER) && is_character(source, i + 1, ';') ? i + 1 : NO_TOKEN;
}

// Is the name at i used in the tokens [begin, end)? Of one that is not, the compiler warns.
static int is_used(const struct source *source, token_index i, token_index begin, token_index end) {
    for (token_index k = begin; k < end; k++) {
        if (same_word(source, i, k)) {
            return 1;
        }
    }
    return 0;
}

// Adds values for the names from `first` to the `;` at `end`. `last`: the end of the function.
static int insert_values(struct source *source, token_index first, token_index end, token_index last) {
    struct buffer text = {0};
    int failed = 0;
    for (token_index i = first; i < end; i += 2) {
        const struct token *name = &source->tokens[i];
        if (!is_used(source, i, end, last)) {
            continue;
        }
        failed |= buffer_add_string(&text, " SIM_UNSET(");
        failed |= buffer_add(&text, source->text + name->offset, name->length);
        failed |= buffer_add_string(&text, ");");
    }
    const size_t at = token_end(source, end);
    int result = failed ? source_out_of_memory(source) : source_replace(source, at, at, &text);
    free(text.bytes);
    return result;
}

// Is there a `struct` whose members the tokens from i on would be?
static token_index skip_members(const struct source *source, token_index i) {
    static const char *const words[] = {"struct", "class", "union", NULL};
    token_index open = i + 1;
    if (!is_one_of(source, i, words)) {
        return i;
    }
    while (open < source->count && !is_character(source, open, '{') && !is_character(source, open, ';') &&
           !is_character(source, open, '(') && !is_character(source, open, '=')) {
        const token_index after = skip_attribute(source, open); // alignas(16)
        open = after == open ? open + 1 : after;
    }
    return is_character(source, open, '{') && source->match[open] != NO_TOKEN ? source->match[open] : i;
}

int rewrite_unset(struct source *source, const struct functions *functions) {
    for (size_t k = 0; k < functions->count; k++) {
        const struct function *function = &functions->list[k];
        if (function->body == NO_TOKEN) {
            continue;
        }
        for (token_index i = function->body + 1; i < source->match[function->body]; i++) {
            i = skip_members(source, i);
            const token_index first = skip_type(source, i);
            const token_index end =
                first > i && begins_statement(source, i) ? end_of_names(source, first) : NO_TOKEN;
            if (end != NO_TOKEN && insert_values(source, first, end, source->match[function->body]) != 0) {
                return -1;
            }
        }
    }
    return 0;
}
