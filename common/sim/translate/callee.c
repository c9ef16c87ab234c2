// op(a, b)   becomes   SIM_CALLEE(op)(a, b)
//
// where op is a variable of a device function: by_value.c says why.
#include "by_value.h"
#include "functions.h"

// Is the word at i declared here as a variable: `auto op =`, `Operator op)`, `T (*op)(`?
static int declares_variable(const struct source *source, token_index i) {
    static const char *const others[] = {"return",     "else",         "do",       "case",     "throw",
                                         "and",        "or",           "not",      "new",      "using",
                                         "typedef",    "goto",         "sizeof",   "delete",   "extern",
                                         "__shared__", "__device__",   "__host__", "virtual",  "friend",
                                         "explicit",   "__restrict__", "if",       "operator", NULL};
    token_index before = i - 1;
    if (is_character(source, before, '*') && is_character(source, before - 1, '(')) { // T (*op)(
        token_index type = before - 2;
        return (is_kind(source, type, TOKEN_IDENTIFIER) && !is_one_of(source, type, others)) ||
               is_character(source, type, '>') || is_character(source, type, '*');
    }
    while (is_character(source, before, '*') || is_character(source, before, '&')) {
        before--;
    }
    int type = (is_kind(source, before, TOKEN_IDENTIFIER) && !is_one_of(source, before, others) &&
                !is_qualifier(source, before)) ||
               (is_character(source, before, '>') && source->match[before] != NO_TOKEN);
    int ends = 0;
    for (const char *c = "=;,){[:"; *c; c++) {
        ends |= is_character(source, i + 1, *c);
    }
    if (!type || !ends) {
        return 0;
    }
    while (before > 0 && !is_character(source, before, ';') && !is_character(source, before, '{') &&
           !is_character(source, before, '}') && !is_character(source, before, '(')) {
        if (is_word(source, before, "typedef")) {
            return 0;
        }
        before--;
    }
    return 1;
}

static int is_variable(const struct source *source, struct range body, token_index name) {
    for (token_index i = body.begin; i < body.end; i++) {
        if (is_kind(source, i, TOKEN_IDENTIFIER) && same_word(source, i, name) &&
            declares_variable(source, i)) {
            return 1;
        }
    }
    return 0;
}

// Is the word at i the name of a further variable, as in `int a = *p, b(2);`?
static int is_declarator(const struct source *source, token_index i) {
    static const char *const others[] = {"return", "else", "do", "case", "throw", "goto", "delete", NULL};
    token_index begin = i;
    for (; begin > 0 && !is_character(source, begin - 1, ';') && !is_character(source, begin - 1, '{') &&
           !is_character(source, begin - 1, '(');
         begin--) {
        if (is_character(source, begin - 1, '}') &&
            !is_character(source, begin, ',')) { // not that of `a{1}, b(2)`
            break;
        }
        begin = source->match[begin - 1] < begin ? source->match[begin - 1] + 1 : begin;
    }
    while (is_kind(source, begin, TOKEN_IDENTIFIER) && !is_one_of(source, begin, others)) {
        token_index next = begin + 1;
        if (is_character(source, next, '<') && source->match[next] != NO_TOKEN) { // T<int> a
            next = source->match[next] + 1;
        }
        if (is_pair(source, next, "::")) {
            begin = next + 2;
            continue;
        }
        while (is_character(source, next, '*') || is_character(source, next, '&')) {
            next++;
        }
        return next < i && is_kind(source, next, TOKEN_IDENTIFIER);
    }
    return 0;
}

// The first token of the operand of the subscript at `open`, as in table[i] or a.table[i][j].
static token_index operand_begin(const struct source *source, token_index open) {
    token_index i = open;
    while (i > 0) {
        if ((is_character(source, i - 1, ']') || is_character(source, i - 1, ')')) &&
            source->match[i - 1] != NO_TOKEN) {
            i = source->match[i - 1];
        } else if (is_kind(source, i - 1, TOKEN_IDENTIFIER)) {
            i--;
            if (is_character(source, i - 1, '.')) {
                i--;
            } else if (is_pair(source, i - 2, "->") || is_pair(source, i - 2, "::")) {
                i -= 2;
            } else {
                return i;
            }
        } else {
            return i;
        }
    }
    return i;
}

// The callee of the call whose arguments open at `open`, if it may be a pointer; otherwise an empty range.
// `body`: the outermost device function that contains the call.
static struct range find_callee(const struct source *source, struct range body, token_index open) {
    static const char *const uses[] = {"return", "else", "do", "case", "and", "or", "not", NULL};
    struct range callee = {open, open};
    token_index last = open - 1, begin;
    if (is_kind(source, last, TOKEN_IDENTIFIER)) {
        token_index before = last - 1;
        int member = is_character(source, before, '.') || is_pair(source, before - 1, "->") ||
                     is_pair(source, before - 1, "::");
        int used = !is_kind(source, before, TOKEN_IDENTIFIER) || is_one_of(source, before, uses);
        used &= !is_character(source, before, ',') || !is_declarator(source, last);
        used &= !is_character(source, before, '>') || source->match[before] == NO_TOKEN; // T<int> op(a)
        if (!member && used && !is_scalar(source, last) && is_variable(source, body, last)) {
            callee.begin = last;
        }
    } else if (is_character(source, last, ')') && source->match[last] != NO_TOKEN) { // (*op)(a, b)
        begin = source->match[last];
        token_index before = begin - 1;
        int follows = (is_kind(source, before, TOKEN_IDENTIFIER) && !is_one_of(source, before, uses)) ||
                      is_character(source, before, '>') || is_character(source, before, ')') ||
                      is_character(source, before, ']') || is_character(source, before, '*');
        int pointer =
            is_character(source, begin + 1, '*') || range_has(source, (struct range){begin + 1, last}, '?');
        if (!follows && pointer) {
            callee.begin = begin;
        }
    } else if (is_character(source, last, ']') && source->match[last] != NO_TOKEN) { // table[i](a, b)
        static const char *const no_operands[] = {"auto", "operator", "delete", "return", NULL};
        begin = operand_begin(source, source->match[last]);
        if (begin < source->match[last] && !is_one_of(source, begin, no_operands) &&
            !is_kind(source, begin - 1, TOKEN_IDENTIFIER)) {
            callee.begin = begin;
        }
    }
    return callee;
}

int rewrite_call(struct source *source, struct range body, token_index open) {
    struct range callee = find_callee(source, body, open);
    if (callee.begin == callee.end) {
        return 0;
    }
    return source_insert(source, source->tokens[callee.begin].offset, "SIM_CALLEE(") != 0
               ? -1
               : source_insert(source, token_end(source, callee.end - 1), ")");
}
