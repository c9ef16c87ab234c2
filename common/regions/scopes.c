#include "scopes.h"

// The token after the bracket that closes the one at token `open`; words->count if there is none.
static size_t bracket_end(const struct words *words, size_t open) {
    int depth = 0;
    for (size_t i = open; i < words->count; i++) {
        depth += word_is(words, i, "(") || word_is(words, i, "{") || word_is(words, i, "[");
        depth -= word_is(words, i, ")") || word_is(words, i, "}") || word_is(words, i, "]");
        if (depth == 0) {
            return i + 1;
        }
    }
    return words->count;
}

// The bracket around token `i`; words->count: none.
static size_t bracket_around(const struct words *words, size_t i) {
    int depth = 0;
    while (i-- > 0) {
        depth += word_is(words, i, ")") || word_is(words, i, "}") || word_is(words, i, "]");
        depth -= word_is(words, i, "(") || word_is(words, i, "{") || word_is(words, i, "[");
        if (depth < 0) {
            return i;
        }
    }
    return words->count;
}

// The end of the scope of what is declared at token `i`: of the block, or in the head of a loop, the loop's.
static size_t scope_end(const struct words *words, size_t i) {
    size_t end, open = bracket_around(words, i);
    if (open == words->count || !word_is(words, open, "(")) {
        return open == words->count ? open : bracket_end(words, open);
    }
    end = bracket_end(words, open);
    while (end < words->count && !word_is(words, end, "{") && !word_is(words, end, ";")) {
        end = word_is(words, end, "(") ? bracket_end(words, end) : end + 1;
    }
    return word_is(words, end, "{") ? bracket_end(words, end) : end;
}

// Does the token end a statement or the head of one, or open a block or a head?
static bool is_between(const struct words *words, size_t i) {
    return word_is(words, i, ";") || word_is(words, i, "{") || word_is(words, i, "}") ||
           word_is(words, i, "(") || word_is(words, i, ")");
}

// Does the token at `i`, a name, follow a type: `int i`, `const int *p` or `auto &r`? A product `a * i` has no
// statement's beginning before it.
static bool follows_type(const struct words *words, size_t i) {
    static const char *const others[] = {"case", "delete", "do",     "else", "goto",
                                         "new",  "return", "sizeof", "throw"};
    bool points = false;
    while (i > 1 && (word_is(words, i - 1, "*") || word_is(words, i - 1, "&"))) {
        points = true;
        i--;
    }
    bool type = i > 0 && words->tokens[i - 1].kind == TOKEN_IDENTIFIER;
    for (size_t k = 0; k < sizeof(others) / sizeof(others[0]) && type; k++) {
        type = !word_is(words, i - 1, others[k]);
    }
    return type &&
           (!points || i < 2 || is_between(words, i - 2) || words->tokens[i - 2].kind == TOKEN_IDENTIFIER);
}

size_t scopes_declaration(const struct words *words, size_t i) {
    for (size_t k = i + 1; k-- > 0;) {
        if (words_same(words, &words->tokens[k], &words->tokens[i]) && follows_type(words, k) &&
            scope_end(words, k) > i) {
            return k;
        }
    }
    return words->count;
}
