// Refuses words that would hide lab code from the simulated GPU, and names that it reserves.
#include <string.h>

#include "source.h"

// Does the token, a name or a string, contain `part`?
static int contains(const char *text, const struct token *token, const char *part) {
    size_t length = strlen(part);
    for (size_t i = 0; i + length <= token->length; i++) {
        if (memcmp(text + token->offset + i, part, length) == 0) {
            return 1;
        }
    }
    return 0;
}

// Do the tokens after `__asm__` say ("" ::: "memory"), which only keeps a compiler from moving accesses?
static int is_barrier(const char *text, struct tokenizer ahead) {
    struct token token = token_next_word(&ahead);
    if (token_is(text, &token, "volatile") || token_is(text, &token, "__volatile__")) {
        token = token_next_word(&ahead);
    }
    int barrier = token_is(text, &token, "(");
    token = token_next_word(&ahead);
    barrier = barrier && token_is(text, &token, "\"\"");
    while (barrier && !token_is(text, &token, ")")) {
        barrier = token.kind == TOKEN_STRING || token_is(text, &token, ":");
        token = token_next_word(&ahead);
    }
    return barrier;
}

int source_refuse_reserved(struct source *source, const char *text, size_t length) {
    struct tokenizer tokenizer;
    struct token token;
    tokenizer_start(&tokenizer, text, length);
    do {
        token = token_next(&tokenizer);
        int name = token.kind == TOKEN_IDENTIFIER;
        if (!name && token.kind != TOKEN_STRING) {
            continue;
        }
        if (contains(text, &token, "no_sanitize")) {
            return source_fail(source, token.line, "no_sanitize would hide this code from the simulated GPU");
        }
        if (name && (token_is(text, &token, "__asm__") || token_is(text, &token, "__asm")) &&
            !is_barrier(text, tokenizer)) {
            return source_fail(source, token.line, "assembly would hide this code from the simulated GPU");
        }
        int own = name && token.length >= 4 && memcmp(text + token.offset, "SIM_", 4) == 0;
        if (own || contains(text, &token, "__tsan_")) {
            return source_fail(source, token.line, "'%.*s' belongs to the simulated GPU; choose another name",
                               token.length < 80 ? (int)token.length : 80, text + token.offset);
        }
    } while (token.kind != TOKEN_END);
    return 0;
}
