#include "fingerprints.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "similarity.h"
#include "token.h"

// Words that many files share, besides those of the starter.
static const char *const keywords[] = {
    "auto",    "bool",     "break",  "case",      "char",     "const",    "constexpr", "continue",
    "default", "do",       "double", "else",      "enum",     "extern",   "false",     "float",
    "for",     "goto",     "if",     "inline",    "int",      "long",     "nullptr",   "return",
    "short",   "signed",   "sizeof", "static",    "struct",   "switch",   "true",      "typedef",
    "union",   "unsigned", "void",   "volatile",  "while",    "template", "typename",  "using",
    "size_t",  "uint32_t", "NULL",   "threadIdx", "blockIdx", "blockDim", "gridDim",   "warpSize"};
static const char *const prefixes[] = {"__", "cuda", "atomic"};

static const uint64_t FNV_START = 14695981039346656037u, FNV_PRIME = 1099511628211u;

static uint64_t hash_bytes(const char *bytes, size_t length) {
    uint64_t hash = FNV_START;
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ (unsigned char)bytes[i]) * FNV_PRIME;
    }
    return hash;
}

static int by_value(const void *a, const void *b) {
    uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
    return (one > other) - (one < other);
}

void prints_sort(uint64_t *items, size_t count) {
    qsort(items, count, sizeof(*items), by_value);
}

// Sorts, and keeps one of each.
static void make_set(struct prints *prints) {
    size_t kept = 0;
    prints_sort(prints->items, prints->count);
    for (size_t i = 0; i < prints->count; i++) {
        if (kept == 0 || prints->items[kept - 1] != prints->items[i]) {
            prints->items[kept++] = prints->items[i];
        }
    }
    prints->count = kept;
}

// Is the number in the set?
static bool has_print(const struct prints *prints, uint64_t item) {
    return prints->count > 0 && bsearch(&item, prints->items, prints->count, sizeof(item), by_value) != NULL;
}

size_t prints_shared(const struct prints *a, const struct prints *b) {
    size_t shared = 0, i = 0, k = 0;
    while (i < a->count && k < b->count) {
        shared += a->items[i] == b->items[k];
        bool first = a->items[i] <= b->items[k], second = b->items[k] <= a->items[i];
        i += first;
        k += second;
    }
    return shared;
}

void prints_remove(struct prints *prints, const struct prints *others) {
    size_t kept = 0;
    for (size_t i = 0; i < prints->count; i++) {
        if (!has_print(others, prints->items[i])) {
            prints->items[kept++] = prints->items[i];
        }
    }
    prints->count = kept;
}

struct prints prints_names(const char *text, size_t length) {
    struct prints names = {malloc((length + 1) * sizeof(*names.items)), 0};
    struct tokenizer tokenizer;
    tokenizer_start(&tokenizer, text, length);
    struct token before = {0};
    for (struct token token; names.items != NULL && (token = token_next(&tokenizer)).kind != TOKEN_END;) {
        if (before.kind == TOKEN_IDENTIFIER && token_is(text, &token, "(")) {
            names.items[names.count++] = hash_bytes(text + before.offset, before.length);
        }
        before = token;
    }
    if (names.items != NULL) {
        make_set(&names);
    }
    return names;
}

static bool is_own_name(const char *text, const struct token *token, const struct prints *names) {
    for (size_t i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++) {
        if (token_is(text, token, keywords[i])) {
            return false;
        }
    }
    for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
        size_t length = strlen(prefixes[i]);
        if (token->length >= length && memcmp(text + token->offset, prefixes[i], length) == 0) {
            return false;
        }
    }
    return !has_print(names, hash_bytes(text + token->offset, token->length));
}

// The tokens that count, a number each. Returns how many.
static size_t read_tokens(const char *text, size_t length, const struct prints *names, uint64_t *codes) {
    struct tokenizer tokenizer;
    size_t count = 0;
    tokenizer_start(&tokenizer, text, length);
    for (struct token token; (token = token_next(&tokenizer)).kind != TOKEN_END;) {
        if (token_is_space(&token) || token.kind == TOKEN_DIRECTIVE_END) {
            continue;
        }
        bool own = token.kind == TOKEN_IDENTIFIER && is_own_name(text, &token, names);
        codes[count++] = own ? 1 : hash_bytes(text + token.offset, token.length);
    }
    return count;
}

struct prints prints_make(const char *text, size_t length, const struct prints *names) {
    struct prints prints = {malloc((length + 1) * sizeof(*prints.items)), 0};
    uint64_t *codes = malloc((length + 1) * sizeof(*codes));
    size_t count = codes != NULL && prints.items != NULL ? read_tokens(text, length, names, codes) : 0;
    size_t grams = count >= SIMILARITY_GRAM ? count - SIMILARITY_GRAM + 1 : 0;
    for (size_t i = 0; i < grams; i++) { // in place: the sequence that begins at i
        codes[i] = hash_bytes((const char *)&codes[i], SIMILARITY_GRAM * sizeof(*codes));
    }
    for (size_t i = 0; i + SIMILARITY_WINDOW <= grams; i++) {
        uint64_t least = codes[i];
        for (size_t k = 1; k < SIMILARITY_WINDOW; k++) {
            least = codes[i + k] < least ? codes[i + k] : least;
        }
        if (prints.count == 0 || prints.items[prints.count - 1] != least) {
            prints.items[prints.count++] = least;
        }
    }
    free(codes);
    if (prints.items != NULL) {
        make_set(&prints);
    }
    return prints;
}
