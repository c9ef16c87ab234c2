// if (x > 0)   becomes   if (SIM_BRANCH(x > 0))
//
// in kernels and device functions of a source that asks for the active mask: lanes that take different paths need not
// be together afterwards, even if no access shows it. The same for `while`, and for the condition of `for`. Conditions
// with a declaration or an assignment, `switch`, `?:`, && and || remain unchanged.
#include "functions.h"

static int asks_active(const struct source *source) {
    static const char *const words[] = {"__activemask", "coalesced_threads", NULL};
    for (token_index i = 0; i < source->count; i++) {
        if (is_one_of(source, i, words)) {
            return 1;
        }
    }
    return 0;
}

// Wraps the tokens [first, end), if they are an expression.
static int wrap(struct source *source, token_index first, token_index end) {
    for (token_index i = first; i < end; i++) {
        int opens =
            is_character(source, i, '(') || is_character(source, i, '[') || is_character(source, i, '{');
        if (is_character(source, i, ';') || is_assignment(source, i) || skip_directive(source, i) != i) {
            return 0;
        }
        i = opens && source->match[i] != NO_TOKEN ? source->match[i] : i;
    }
    return first == end ? 0
           : source_insert(source, source->tokens[first].offset, "SIM_BRANCH(") != 0
               ? -1
               : source_insert(source, token_end(source, end - 1), ")");
}

// The first `;` from token i on that is in no inner brackets, or `end`.
static token_index semicolon(const struct source *source, token_index i, token_index end) {
    while (i < end && !is_character(source, i, ';')) {
        int opens =
            is_character(source, i, '(') || is_character(source, i, '[') || is_character(source, i, '{');
        i = opens && source->match[i] != NO_TOKEN ? source->match[i] + 1 : i + 1;
    }
    return i < end ? i : end;
}

static int wrap_condition(struct source *source, token_index i) {
    if (!is_character(source, i + 1, '(') || source->match[i + 1] == NO_TOKEN) {
        return 0;
    }
    token_index first = i + 2, end = source->match[i + 1];
    if (is_word(source, i, "for")) {
        first = semicolon(source, first, end);
        first += first < end;
        end = semicolon(source, first, end);
    } else if (!is_word(source, i, "if") && !is_word(source, i, "while")) {
        return 0;
    }
    return wrap(source, first, end);
}

int rewrite_branches(struct source *source, const struct functions *functions) {
    for (size_t k = 0; k < functions->count && asks_active(source); k++) {
        const struct function *function = &functions->list[k];
        if (!function->for_device || function->for_host || function->body == NO_TOKEN) {
            continue;
        }
        for (token_index i = function->body + 1; i < source->match[function->body]; i++) {
            if (wrap_condition(source, i) != 0) {
                return -1;
            }
        }
    }
    return 0;
}
