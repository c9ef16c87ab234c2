// old = *address;   becomes   old = sim_compared(*address);
//
// in a kernel or device function that also calls atomicCAS(address, ...). The CUDA programming guide builds any atomic
// function so: it reads the word without further ado, and atomicCAS finds out whether another thread has changed it
// since. The value may be given to functions and casts first, as in `old = __float_as_int(*address)`. Such a read
// counts as an atomic one. Other reads of the word, as in `while (*address == 0)`, remain what they are.
#include "functions.h"

#include <string.h>

// The tokens [first, end) of an expression. `dereferenced`: what it points to.
struct compared {
    token_index first, end;
    int dereferenced;
};

// Moves *i behind a cast, `(int *)` or `reinterpret_cast<int *>(`. Returns whether there is one.
static int skip_cast(const struct source *source, token_index *i, token_index end) {
    static const char *const casts[] = {"reinterpret_cast", "static_cast", "const_cast", NULL};
    token_index match = source->match[*i];
    if (is_character(source, *i, '(') && match != NO_TOKEN && match + 1 < end) {
        *i = match + 1;
        return 1;
    }
    token_index name = *i;
    while (is_one_of(source, name, casts) && *i < end &&
           !is_character(source, *i, '(')) { // static_cast<int>(
        ++*i;
    }
    return *i > name;
}

// The word that the call at `call`, `atomicCAS(`, compares. Returns 0 if it is not a simple expression.
static int find_place(const struct source *source, token_index call, struct compared *place) {
    token_index i = call + 2, end = i;
    while (end < source->match[call + 1] && !is_character(source, end, ',')) {
        end = source->match[end] != NO_TOKEN && source->match[end] > end ? source->match[end] + 1 : end + 1;
    }
    while (i < end && skip_cast(source, &i, end)) {
    }
    while (is_character(source, i, '(') && source->match[i] + 1 == end) { // (address)
        i++;
        end--;
    }
    place->dereferenced = !is_character(source, i, '&');
    place->first = i + !place->dereferenced;
    place->end = end;
    return place->first < end;
}

static int same_token(const struct source *source, token_index a, token_index b) {
    const struct token *x = &source->tokens[a], *y = &source->tokens[b];
    return x->length == y->length &&
           memcmp(source->text + x->offset, source->text + y->offset, x->length) == 0;
}

// Returns the token after the place's text if it stands at i, otherwise i.
static token_index skip_text(const struct source *source, const struct compared *place, token_index i) {
    token_index length = place->end - place->first;
    for (token_index k = 0; k < length; k++) {
        if (i + k >= source->count || !same_token(source, place->first + k, i + k)) {
            return i;
        }
    }
    return i + length;
}

// Returns the token after the place if the code at i means it: `*address`, `address[0]`, or its own text.
static token_index skip_place(const struct source *source, const struct compared *place, token_index i) {
    if (!place->dereferenced) {
        return skip_text(source, place, i);
    }
    if (is_character(source, i, '*')) {
        token_index end = skip_text(source, place, i + 1);
        return end == i + 1 ? i : end;
    }
    token_index end = skip_text(source, place, i);
    return end != i && is_character(source, end, '[') &&
                   token_is(source->text, &source->tokens[end + 1], "0") && is_character(source, end + 2, ']')
               ? end + 3
               : i;
}

// Is the value of the expression at i assigned, perhaps through functions and casts?
static int is_assigned(const struct source *source, token_index i) {
    static const char *const statements[] = {"if", "while", "for", "switch", "return", NULL};
    for (;;) {
        if (is_character(source, i - 1, ')') && source->match[i - 1] != NO_TOKEN) { // a cast
            i = source->match[i - 1];
        } else if (is_character(source, i - 1, '(') && is_kind(source, i - 2, TOKEN_IDENTIFIER) &&
                   !is_one_of(source, i - 2, statements)) {
            i -= 2;
        } else if (is_character(source, i - 1, '(') &&
                   is_character(source, i - 2, '>')) { // static_cast<int>(
            for (i -= 2; i > 0 && !is_character(source, i, '<');) {
                i--;
            }
            i -= i > 0;
        } else {
            return is_assignment(source, i - 1);
        }
    }
}

static int rewrite_reads(struct source *source, token_index body, const struct compared *place) {
    for (token_index i = body + 1; i < source->match[body]; i++) {
        token_index end = skip_place(source, place, i);
        int whole = end != i && (is_character(source, end, ';') || is_character(source, end, ',') ||
                                 is_character(source, end, ')'));
        if (whole && is_assigned(source, i) &&
            (source_insert(source, source->tokens[i].offset, "sim_compared(") != 0 ||
             source_insert(source, token_end(source, end - 1), ")") != 0)) {
            return -1;
        }
    }
    return 0;
}

int rewrite_compared(struct source *source, const struct functions *functions) {
    static const char *const calls[] = {"atomicCAS", "atomicCAS_system", NULL};
    for (size_t k = 0; k < functions->count; k++) {
        const struct function *function = &functions->list[k];
        struct compared done = {0, 0, 0};
        if (!function->for_device || function->body == NO_TOKEN) {
            continue;
        }
        for (token_index i = function->body + 1; i < source->match[function->body]; i++) {
            struct compared place;
            if (is_one_of(source, i, calls) && is_character(source, i + 1, '(') &&
                source->match[i + 1] != NO_TOKEN && find_place(source, i, &place) && done.end == 0) {
                done = place; // of several, the first: two with the same word would be rewritten twice
                if (rewrite_reads(source, function->body, &place) != 0) {
                    return -1;
                }
            }
        }
    }
    return 0;
}
