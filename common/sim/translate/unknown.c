// Words before a function's name that may be macros of a header, whose meaning the translator does not know:
//
//     HD int twice(int x)      a word before the type
//     HD point(int x, int y)   a word before a constructor's name
//     KERNEL copy(int *d_a)    a type in capital letters
//
// Such a function may be for the device, for the host, or for both, so what nvcc refuses between them is not refused.
#include "signature.h"

#include <ctype.h>

// Words that stand before a type, or after it, and say nothing about the side.
static int is_specifier(const struct source *source, token_index i) {
    static const char *const words[] = {
        "extern",  "friend",    "virtual",         "explicit",     "mutable",    "operator",   "public",
        "private", "protected", "__inline__",      "__host__",     "__device__", "__global__", "template",
        "auto",    "decltype",  "__forceinline__", "__noinline__", NULL};
    return is_scalar(source, i) || is_qualifier(source, i) || is_one_of(source, i, words);
}

static int is_in_capitals(const struct source *source, token_index i) {
    const struct token *token = &source->tokens[i];
    for (size_t k = 0; k < token->length; k++) {
        unsigned char c = (unsigned char)source->text[token->offset + k];
        if (!isupper(c) && !isdigit(c) && c != '_') {
            return 0;
        }
    }
    return token->length > 1;
}

// Does the word at i stand alone, and not after `struct` or as a part of a::b or a<b>?
static int is_plain(const struct source *source, token_index i) {
    static const char *const keys[] = {"struct", "class", "union", "enum", "typename", NULL};
    return is_kind(source, i, TOKEN_IDENTIFIER) && !is_specifier(source, i) &&
           !is_one_of(source, i - 1, keys) && !is_pair(source, i - 2, "::") &&
           !is_pair(source, i + 1, "::") && !is_character(source, i + 1, '(') &&
           !is_character(source, i + 1, '<');
}

int may_be_macro(const struct source *source, token_index i, token_index name, int constructs) {
    static const char *const after_type[] = {"const", "volatile", NULL};
    if (!is_plain(source, i)) {
        return 0;
    }
    token_index next = i + 1;
    while (is_one_of(source, next, after_type)) {
        next++;
    }
    int before_type = is_kind(source, next, TOKEN_IDENTIFIER) && next < name;
    int before_constructor = next == name && constructs;
    return before_type || before_constructor || is_in_capitals(source, i);
}
