// Is a name declared at a place, as in `int *both`, `box<int> both(3)` or `int a = 1, both(2)`? Then a call of it there
// is not one of the file's function of that name. (It can also be a factor, as in `a * both(b)`. Such calls are not
// checked.)
#include "functions.h"

// After one of these words a name is used. After any other word it is declared.
static int is_type(const struct source *source, token_index i) {
    static const char *const uses[] = {"return", "else", "do", "case", "throw", "and", "or", "not", NULL};
    return is_kind(source, i, TOKEN_IDENTIFIER) && !is_one_of(source, i, uses);
}

// Can a statement begin at i?
static int may_begin(const struct source *source, token_index i) {
    token_index before = i - 1;
    if (is_character(source, before, '{')) { // not of a list of values
        return is_character(source, before - 1, ')') || is_character(source, before - 1, ';') ||
               is_character(source, before - 1, '{') || is_character(source, before - 1, '}') ||
               is_word(source, before - 1, "else") || is_word(source, before - 1, "do");
    }
    return is_character(source, before, ';') || is_character(source, before, '}') ||
           is_kind(source, before, TOKEN_DIRECTIVE_END) ||
           (is_character(source, before, '(') && is_word(source, before - 1, "for"));
}

// Is the `>` at `last` the end of a type, as in `const n::box<int> name(3)`? In `a < b && c > name(3)` it is not.
static int ends_template(const struct source *source, token_index last, token_index name) {
    token_index open = is_character(source, last, '>') ? source->match[last] : NO_TOKEN;
    if (open == NO_TOKEN || open == 0) {
        return 0;
    }
    token_index first = open - 1;
    while (is_pair(source, first - 2, "::") && is_kind(source, first - 3, TOKEN_IDENTIFIER)) {
        first -= 3;
    }
    int in_list = is_character(source, first - 1, '(') || is_character(source, first - 1, ',');
    int is_parameter =
        in_list && (is_character(source, name + 1, ',') || is_character(source, name + 1, ')'));
    return is_parameter || is_type(source, first - 1) || may_begin(source, first);
}

// Does the `,` at i end a variable of a declaration, as in `int a = 1, name(2)`?
static int ends_declarator(const struct source *source, token_index i) {
    do {
        i--;
        int closes = is_character(source, i, ')') || is_character(source, i, ']') ||
                     is_character(source, i, '}') || is_character(source, i, '>');
        if (closes && source->match[i] != NO_TOKEN) {
            i = source->match[i];
        } else if (is_character(source, i, '(') || is_character(source, i, '{')) {
            return 0;
        }
    } while (i > 0 && !may_begin(source, i));
    if (!is_type(source, i)) {
        return 0;
    }
    i = name_end(source, i) + 1;
    while (is_character(source, i, '*') || is_character(source, i, '&') || is_pair(source, i, "::")) {
        i += is_pair(source, i, "::") ? 2 : 1;
    }
    return is_kind(source, i, TOKEN_IDENTIFIER);
}

static int is_declared_here(const struct source *source, token_index name) {
    if (is_pair(source, name - 2, "(*") && is_character(source, name + 1, ')') &&
        is_character(source, name + 2, '(')) {
        return 1; // int (*both)(int)
    }
    token_index before = name - 1;
    while (is_character(source, before, '*') || is_character(source, before, '&')) {
        before--;
    }
    return is_type(source, before) || ends_template(source, before, name) ||
           (is_character(source, before, ',') && ends_declarator(source, before));
}

int is_declared_within(const struct source *source, token_index begin, token_index end, token_index name) {
    for (token_index i = begin; i < end; i++) {
        if (is_kind(source, i, TOKEN_IDENTIFIER) && same_word(source, i, name) &&
            is_declared_here(source, i)) {
            return 1;
        }
    }
    return 0;
}
