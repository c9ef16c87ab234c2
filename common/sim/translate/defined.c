// The names of all macros that the source and the program's own headers define. A use of one may be a statement that is
// no expression, such as do { ... } while (0), or nothing at all.
#include "source.h"

#include <string.h>

int source_find_defined(struct source *source, const char *text, size_t length) {
    struct tokenizer tokenizer;
    struct token token;
    tokenizer_start(&tokenizer, text, length);
    do {
        token = token_next(&tokenizer);
        if (token.kind != TOKEN_DIRECTIVE) {
            continue;
        }
        token = token_next_word(&tokenizer);
        if (!token_is(text, &token, "define")) {
            continue;
        }
        token = token_next_word(&tokenizer);
        if (token.kind == TOKEN_IDENTIFIER &&
            (buffer_add_character(&source->defined, '\n') != 0 ||
             buffer_add(&source->defined, text + token.offset, token.length) != 0)) {
            return source_out_of_memory(source);
        }
    } while (token.kind != TOKEN_END);
    return buffer_add_character(&source->defined, '\n') != 0 ? source_out_of_memory(source) : 0;
}

int is_defined(const struct source *source, token_index i) {
    const char *at = source->defined.bytes, *end = at + source->defined.length;
    const struct token *name = &source->tokens[i];
    if (macro_body(source, NULL, i) != NULL) {
        return 1;
    }
    while (is_kind(source, i, TOKEN_IDENTIFIER) && (size_t)(end - at) > name->length + 1) {
        const char *next = memchr(at + 1, '\n', (size_t)(end - at) - 1);
        if ((size_t)(next - at) == name->length + 1 &&
            memcmp(at + 1, source->text + name->offset, name->length) == 0) {
            return 1;
        }
        at = next;
    }
    return 0;
}
