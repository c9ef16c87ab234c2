// Are a `<` and a `>` the brackets of template arguments, or two comparisons?
#include "source.h"

// Is there a `&&`, `||` or `?` between the `<` and the `>`, outside brackets? `T &&` does not count. `*has_access`:
// there is an index, a call or a member, too.
static int joins_conditions(const struct source *source, token_index open, token_index close,
                            int *has_access) {
    int joins = 0;
    *has_access = 0;
    for (token_index i = open + 1; i < close; i++) {
        const token_index end = source->match[i];
        *has_access |= is_character(source, i, '[') || is_character(source, i, '(') ||
                       is_character(source, i, '.') || is_pair(source, i, "->");
        if (end != NO_TOKEN && end > i && end < close) {
            i = end;
        } else if (is_pair(source, i, "&&") || is_pair(source, i, "||")) {
            joins |= i + 2 < close && !is_character(source, i + 2, ',') && !is_character(source, i + 2, '.');
            i++;
        } else {
            joins |= is_character(source, i, '?');
        }
    }
    return joins;
}

// What a token says of the words behind it: they are part of an expression, they may be, or they are a type.
enum context { CONTEXT_TYPE, CONTEXT_EITHER, CONTEXT_EXPRESSION };

static enum context context_behind(const struct source *source, token_index i) {
    static const char *const words[] = {"return", "throw", "case", "and", "or", "not", NULL};
    if (is_one_of(source, i, words) || (i > 0 && is_pair(source, i - 1, "->"))) {
        return CONTEXT_EXPRESSION;
    }
    for (const char *c = "=+-*/%&|^!~?."; *c; c++) {
        if (is_character(source, i, *c)) {
            return CONTEXT_EXPRESSION;
        }
    }
    if (is_character(source, i, ')')) { // a cast, and not the end of an attribute or of a condition
        const token_index open = source->match[i];
        return open == NO_TOKEN || open == 0 || is_kind(source, open - 1, TOKEN_IDENTIFIER) ? CONTEXT_TYPE
                                                                                            : CONTEXT_EITHER;
    }
    const int in_for = is_character(source, i, '(') && i > 0 && is_word(source, i - 1, "for");
    const int is_either =
        is_character(source, i, '(') || is_character(source, i, ',') || is_character(source, i, ':');
    return is_either && !in_for ? CONTEXT_EITHER : CONTEXT_TYPE;
}

// `if (t < d && s[t + d] > s[t])`: are these signs two comparisons, and no brackets as in `box<a && b> s[2]`? In an
// expression, no operand can be behind those.
int is_comparison_pair(const struct source *source, token_index open, token_index close, int in_parentheses) {
    static const char *const no_operands[] = {"const",    "volatile", "override", "final", "noexcept",
                                              "requires", "and",      "or",       NULL};
    token_index first = open - 1;
    while (first >= 3 && is_pair(source, first - 2, "::")) { // all of std::box
        first -= is_kind(source, first - 3, TOKEN_IDENTIFIER) ? 3 : 2;
    }
    const int in_for = in_parentheses && first > 0 && is_character(source, first - 1, ';');
    const enum context context = first == 0 ? CONTEXT_TYPE
                                 : in_for   ? CONTEXT_EXPRESSION
                                            : context_behind(source, first - 1);
    if (context == CONTEXT_TYPE) {
        return 0;
    }
    const token_index after = close + 1;
    int has_access, joins = joins_conditions(source, open, close, &has_access);
    if (is_kind(source, after, TOKEN_NUMBER) || is_kind(source, after, TOKEN_CHARACTER) ||
        (is_kind(source, after, TOKEN_IDENTIFIER) && !is_one_of(source, after, no_operands))) {
        return joins || context == CONTEXT_EXPRESSION;
    }
    const int is_sign = is_character(source, after, '-') || is_character(source, after, '+') ||
                        is_character(source, after, '!') || is_character(source, after, '~');
    const int is_either = is_character(source, after, '(') || is_character(source, after, '*');
    return joins && (is_sign || (is_either && has_access));
}
