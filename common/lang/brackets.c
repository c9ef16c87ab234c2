// Which brackets match, also `<` and `>` around template arguments and the configuration of a launch.
#include <stdlib.h>

#include "parser.h"

// An open bracket: ( [ {, `<`, or L for <<<.
struct bracket {
    int at;
    struct inner inner;
    int solid;             // the innermost that is neither `<` nor L
    int angles;            // how many `<` are open, up to the innermost other bracket
    int indent, statement; // of its line, and of the line in which its statement begins
    char kind;
    bool joins;    // contains `&&`, `||` or `?`
    bool accesses; // contains `(`, `[`, `.` or `->`
};

struct matcher {
    struct parser *parser;
    struct bracket *stack;
    int count;
    int statement; // where the one that is being read begins
    bool by_indentation;
    bool unmatched; // a brace
};

static void push(struct matcher *matcher, int i, char kind) {
    const int self = matcher->count++;
    const enum bracket_kind own = bracket_of((enum word)kind);
    struct bracket *bracket = &matcher->stack[self];
    *bracket = self > 0 ? bracket[-1] : (struct bracket){.solid = NO_WORD, .inner = NOTHING_OPEN};
    bracket->at = i;
    bracket->kind = kind;
    bracket->indent = matcher->parser->words[i].indent;
    bracket->statement = matcher->parser->words[matcher->statement].indent;
    bracket->joins = bracket->accesses = false;
    bracket->angles = kind == '<' ? bracket->angles + 1 : 0;
    if (own != NO_BRACKET) {
        bracket->solid = self;
        open_inner(&bracket->inner, own, self);
    }
}

static struct bracket *top_of(struct matcher *matcher) {
    return matcher->count > 0 ? &matcher->stack[matcher->count - 1] : NULL;
}

// Forgets the brackets above number `keep`: they are not closed.
static void drop(struct matcher *matcher, int keep) {
    while (matcher->count > keep + 1) {
        matcher->unmatched |= matcher->stack[--matcher->count].kind == '{';
    }
}

static void drop_to_brace(struct matcher *matcher) {
    drop(matcher, matcher->count > 0 ? top_of(matcher)->inner.of[BRACE] : NO_WORD);
}

// Bracket number `found` ends at the word i.
static void pop(struct matcher *matcher, int found, int i) {
    struct word_at *words = matcher->parser->words;
    drop(matcher, found);
    words[matcher->stack[found].at].match = i;
    words[i].match = matcher->stack[found].at;
    matcher->count = found;
}

// The brace that the one at i closes: the innermost, or in a source in which braces are missing, one with the same
// indentation. NO_WORD: none, also if it is indented more than the innermost.
static int find_brace(const struct matcher *matcher, int i) {
    enum { LOOK_MAX = 64 };
    const struct word_at *word = &matcher->parser->words[i];
    const struct bracket *stack = matcher->stack;
    const int inner = matcher->count > 0 ? stack[matcher->count - 1].inner.of[BRACE] : NO_WORD;
    if (!matcher->by_indentation || inner == NO_WORD || !word->first) {
        return inner;
    }
    int found = inner;
    for (int look = 0; look < LOOK_MAX && found != NO_WORD; look++) {
        if (stack[found].indent == word->indent || stack[found].statement == word->indent) {
            return found;
        }
        if (stack[found].indent < word->indent) {
            break;
        }
        found = found == 0 ? NO_WORD : stack[found - 1].inner.of[BRACE];
    }
    return stack[inner].indent < word->indent ? NO_WORD : inner;
}

// Is the bracket at i the ( of a macro, which may have statements in it, or if it is a `;`, of `for` and the like?
static bool may_have_statements(const struct parser *parser, int i, bool is_semicolon) {
    const struct word_at *words = parser->words;
    if (i == 0 || words[i].word != '(') {
        return false;
    }
    const enum word before =
        (enum word)words[words[i - 1].word == WORD_SPECIFIER && i > 1 ? i - 2 : i - 1].word;
    return words[i - 1].capital || (is_semicolon && is_statement_word(before));
}

// Does a type begin here, so that `a<b> c` declares c? `i`: the word before the first of the qualified name.
static bool is_behind_statement(const struct parser *parser, int i, bool in_parentheses) {
    while (i > 1 && pair_at(parser, i - 1, ':', ':')) {
        i -= parser->words[i - 2].word == WORD_NAME ? 3 : 2;
    }
    const enum word word = i < 0 ? WORD_END : (enum word)parser->words[i].word;
    if (word == ')' && parser->words[i].match > 0) { // of a condition or an attribute, and not a cast
        const enum word before = (enum word)parser->words[parser->words[i].match - 1].word;
        return before >= WORD_NAME;
    }
    return word == WORD_END || (word == ';' && !in_parentheses) || word == '{' || word == '}' ||
           word == '>' || (word >= WORD_FIRST_TYPE && word <= WORD_ATTRIBUTE) ||
           (word == '(' && i > 0 && parser->words[i - 1].word == WORD_FOR);
}

static void read_less(struct matcher *matcher, int *i) {
    const struct parser *parser = matcher->parser;
    const struct word_at *words = parser->words;
    const enum word before = *i > 0 ? (enum word)words[*i - 1].word : WORD_END;
    if (words[*i + 1].word == '<') {
        const bool launch = words[*i + 2].word == '<';
        if (launch && words[*i + 1].joined &&
            (before == WORD_NAME || before == ')' || before == ']' || before == '>')) {
            push(matcher, *i, 'L');
        }
        *i += launch ? 2 : words[*i + 1].joined;
        return;
    }
    const bool lambda =
        before == ']' && (words[*i + 1].word == WORD_TYPENAME || words[*i + 1].word == WORD_STRUCT ||
                          words[*i + 1].word == WORD_TYPE);
    if ((before == WORD_NAME || before == WORD_TEMPLATE || before == WORD_CAST || lambda) &&
        !pair_at(parser, *i, '<', '=')) {
        push(matcher, *i, '<');
    }
}

// Does the `>` at i, which would end template arguments, compare instead?
static bool compares(const struct matcher *matcher, const struct bracket *less, int i) {
    const struct parser *parser = matcher->parser;
    for (int k = 0; k < 2 && parser->words[i + 1].word == '>'; k++) { // a >> 2
        i++;
    }
    const enum word next = (enum word)parser->words[i + 1].word;
    const bool constant = next == WORD_NUMBER || next == WORD_CHARACTER || next == WORD_STRING;
    if (parser->words[less->at - 1].word != WORD_NAME) {
        return false; // template <...>
    }
    const bool in_parentheses = less->solid != NO_WORD && matcher->stack[less->solid].kind == '(';
    if (is_behind_statement(parser, less->at - 2, in_parentheses)) {
        return false;
    }
    const bool spaced = !parser->words[less->at].joined; // a < b, not a<b
    const bool operand = next == WORD_NAME || is_one_of(next, "(-+!~*&");
    return constant || (operand && (spaced || (less->joins && (!is_one_of(next, "(*&") || less->accesses))));
}

// Is there another `>>>(` in the statement, so that the one before the word i ends templates: k<<<f<g<h<1>>>(), 2>>>()?
static bool ends_later(const struct parser *parser, int i) {
    enum { LOOK_MAX = 200 };
    const struct word_at *words = parser->words;
    for (int end = i + LOOK_MAX; i + 3 < words[i].stop && i < end; i++) {
        if (words[i].word == '>' && words[i + 1].word == '>' && words[i + 2].word == '>' &&
            words[i + 3].word == '(') {
            return true;
        }
    }
    return false;
}

static void read_greater(struct matcher *matcher, int *i) {
    const struct parser *parser = matcher->parser;
    struct bracket *top = top_of(matcher);
    const bool is_arrow = *i > 0 && pair_at(parser, *i - 1, '-', '>');
    if (top == NULL || (top->kind != '<' && top->kind != 'L') || pair_at(parser, *i, '>', '=') || is_arrow) {
        if (top != NULL) {
            top->accesses |= is_arrow;
        }
        return;
    }
    const int launch = top->kind == 'L' ? matcher->count - 1 : matcher->count - 1 - top->angles;
    if (launch >= 0 && matcher->stack[launch].kind == 'L' && parser->words[*i + 1].word == '>' &&
        parser->words[*i + 2].word == '>') {
        int run = 3;
        while (parser->words[*i + run].word == '>') {
            run++;
        }
        const int open = top->kind == 'L' ? 0 : top->angles;
        if (open < run || (parser->words[*i + run].word == '(' && !ends_later(parser, *i + run))) {
            for (int own = 0; own < run - 3 && own < open; own++) {
                pop(matcher, matcher->count - 1, *i + own);
            }
            *i += run - 3;
            pop(matcher, launch, *i);
            *i += 2;
            return;
        }
    }
    if (top->kind == '<' && compares(matcher, top, *i)) {
        const bool joins = top->joins;
        matcher->count--;
        if (matcher->count > 0) {
            top_of(matcher)->joins |= joins;
        }
    } else if (top->kind == '<') {
        pop(matcher, matcher->count - 1, *i);
    }
}

static void read_semicolon_or_word(struct matcher *matcher, int i) {
    const struct parser *parser = matcher->parser;
    const int solid = matcher->count > 0 ? top_of(matcher)->solid : NO_WORD;
    drop(matcher, solid);
    if (solid != NO_WORD && matcher->stack[solid].kind != '{' &&
        !may_have_statements(parser, matcher->stack[solid].at, parser->words[i].word == ';')) {
        drop_to_brace(matcher);
    }
}

static void read_word(struct matcher *matcher, int *i) {
    const struct parser *parser = matcher->parser;
    const enum word word = (enum word)parser->words[*i].word;
    struct bracket *top = top_of(matcher);
    int found;
    switch ((int)word) {
    case '(':
    case '[':
    case '{':
    case '.':
        if (top != NULL) {
            top->accesses = true;
        }
        if (word != '.') {
            push(matcher, *i, (char)word);
        }
        break;
    case ')':
    case ']':
        found = top == NULL ? NO_WORD : word == ')' ? top->inner.of[ROUND] : top->inner.of[SQUARE];
        if (found != NO_WORD) {
            pop(matcher, found, *i);
        } else {
            drop(matcher, top == NULL ? NO_WORD : top->solid);
        }
        break;
    case '}':
        found = find_brace(matcher, *i);
        if (found != NO_WORD) {
            pop(matcher, found, *i);
        } else {
            matcher->unmatched = true;
            drop_to_brace(matcher);
        }
        break;
    case '<':
        read_less(matcher, i);
        break;
    case '>':
        read_greater(matcher, i);
        break;
    case '?':
        if (top != NULL) {
            top->joins = true;
        }
        break;
    case '&':
    case '|':
        if (top != NULL && pair_at(parser, *i, (char)word, (char)word)) {
            const enum word next = (enum word)parser->words[*i + 2].word;
            top->joins |= next != ',' && next != '.' && next != '>';
        }
        break;
    case WORD_STRING:
        drop(matcher, top != NULL && top->kind == '<' ? matcher->count - 2 : matcher->count - 1);
        break;
    default:
        if (word == ';' || (is_statement_word(word))) {
            read_semicolon_or_word(matcher, *i);
        }
    }
}

static bool read_brackets(struct parser *parser, struct bracket *stack, bool by_indentation) {
    struct matcher matcher = {.parser = parser, .stack = stack, .by_indentation = by_indentation};
    for (int i = 0; i < parser->count; i++) {
        parser->words[i].match = NO_WORD;
    }
    for (int i = 0; i < parser->count; i++) {
        if (parser->words[i].marked) {
            drop_to_brace(&matcher);
        }
        const enum word word = (enum word)parser->words[i].word;
        read_word(&matcher, &i);
        const struct bracket *top = top_of(&matcher);
        if (word == '{' || word == '}' || (word == ';' && (top == NULL || top->inner.of[ROUND] == NO_WORD))) {
            matcher.statement = i + 1;
        }
    }
    drop(&matcher, NO_WORD);
    return !matcher.unmatched;
}

void match_brackets(struct parser *parser) {
    const struct word_at *words = parser->words;
    struct bracket *stack = malloc(((size_t)parser->count + 1) * sizeof(*stack));
    if (stack == NULL) {
        parser->failed = true;
        return;
    }
    if (!read_brackets(parser, stack, false)) {
        read_brackets(parser, stack, true);
    }
    free(stack);
    for (int i = 0; i < parser->count; i++) {
        const bool is_launch = words[i].match != NO_WORD && words[i].word == '<' && words[i + 1].word == '<';
        if (words[i].match > i && !is_launch) {
            parser->tree->match[words[i].token] = words[words[i].match].token;
            parser->tree->match[words[words[i].match].token] = words[i].token;
        }
    }
}
