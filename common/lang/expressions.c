// Expressions, from the weakest operator to names.
#include <stdio.h>
#include <string.h>

#include "parser.h"

// A sign is one or several words: `<<=` is three.
struct sign {
    char text[4];
    int words; // 0: there is none
    int strength;
};

enum { ASSIGNS = 0, STRENGTHS = 12, NO_STRENGTH = STRENGTHS };

// By how strong they are, each with a blank before and behind it; the last ones are not binary.
static const char *const signs[STRENGTHS + 1] = {" = <<= >>= += -= *= /= %= &= |= ^= ",
                                                 " || ",
                                                 " && ",
                                                 " | ",
                                                 " ^ ",
                                                 " & ",
                                                 " == != ",
                                                 " < > <= >= <=> ",
                                                 " << >> ",
                                                 " + - ",
                                                 " * / % ",
                                                 " .* ->* ",
                                                 " ++ -- -> "};

static const char *const sign_words[][2] = {
    {"and", "&&"},    {"or", "||"},    {"bitand", "&"},  {"bitor", "|"}, {"xor", "^"},  {"not_eq", "!="},
    {"and_eq", "&="}, {"or_eq", "|="}, {"xor_eq", "^="}, {"not", "!"},   {"compl", "~"}};

// Are the words from i on this text, without blanks?
static bool has_text(const struct parser *parser, int i, const char *text) {
    for (int k = 0; text[k] != '\0'; k++) {
        if (word_of(parser, i + k) != (enum word)text[k] || (k > 0 && !parser->words[i + k].joined)) {
            return false;
        }
    }
    return true;
}

static int strength_of(const char *text) {
    char wanted[8];
    snprintf(wanted, sizeof(wanted), " %s ", text);
    for (int i = 0; i <= STRENGTHS; i++) {
        if (strstr(signs[i], wanted) != NULL) {
            return i;
        }
    }
    return NO_STRENGTH;
}

// The sign at the next word, the longest one.
static struct sign sign_at(const struct parser *parser) {
    struct sign sign = {.strength = NO_STRENGTH};
    if (at(parser, WORD_SIGN)) {
        for (size_t i = 0; i < sizeof(sign_words) / sizeof(*sign_words); i++) {
            if (tree_token_is(parser->tree, parser->words[parser->at].token, sign_words[i][0])) {
                strcpy(sign.text, sign_words[i][1]);
            }
        }
        sign.strength = strength_of(sign.text);
        sign.words = sign.strength == NO_STRENGTH ? 0 : 1;
        return sign;
    }
    int length = 0;
    for (enum word word; length < 3 && (word = peek(parser, length)) != WORD_END && word < WORD_OTHER &&
                         strchr("=|&^!<>+-*/%.", (int)word) != NULL &&
                         (length == 0 || parser->words[parser->at + length].joined);
         length++) {
        sign.text[length] = (char)word;
    }
    for (; length > 0; sign.text[--length] = '\0') {
        char wanted[8];
        snprintf(wanted, sizeof(wanted), " %s ", sign.text);
        sign.strength = strength_of(sign.text);
        if (sign.strength != NO_STRENGTH || strstr(signs[NO_STRENGTH], wanted) != NULL) {
            break;
        }
    }
    sign.words = length;
    return sign;
}

static void take_sign(struct parser *parser, struct node *node, const char *sign, int words) {
    memcpy(node->sign, sign, strlen(sign) + 1);
    parser->at += words;
}

static void read_unary(struct parser *parser, struct node *parent);

// Can no more be put around this node?
static bool is_high(const struct node *node) {
    return node == NULL || node->height >= TREE_HEIGHT_MAX / 2;
}

// name = (ident | operator | "~" ident) ("<" arguments ">")?     preceded by those with "::" behind
static int behind_operator(const struct parser *parser, int i) {
    const int begin = i;
    if (i < parser->limit && parser->words[i].word == '(' && i + 1 < parser->limit &&
        parser->words[i + 1].word == ')') {
        return i + 2;
    }
    while (i < parser->limit && i < begin + 8 && parser->words[i].word != '(' &&
           parser->words[i].word != ';' && parser->words[i].word != '{') {
        const int match = match_of(parser, i);
        i = parser->words[i].word == '<' && match != NO_WORD ? match + 1 : i + 1;
    }
    return i;
}

int behind_name(const struct parser *parser, int i) {
    const struct word_at *words = parser->words;
    int end = i;
    for (;;) {
        if (pair_at(parser, i, ':', ':')) {
            i += 2;
            i += i < parser->limit && words[i].word == WORD_TEMPLATE;
        }
        if (i < parser->limit && words[i].word == '~' && i + 1 < parser->limit &&
            words[i + 1].word == WORD_NAME) {
            return i + 2;
        }
        if (i < parser->limit && words[i].word == WORD_OPERATOR) {
            return behind_operator(parser, i + 1);
        }
        if (i >= parser->limit || words[i].word != WORD_NAME) {
            return end;
        }
        i++;
        while (pair_at(parser, i, '#', '#') && i + 2 < parser->limit) { // in a macro: a##b
            i += 3;
        }
        if (i < parser->limit && words[i].word == '<' && match_of(parser, i) != NO_WORD &&
            words[i + 1].word != '<') {
            i = match_of(parser, i) + 1;
        }
        end = i;
        if (!pair_at(parser, i, ':', ':')) {
            return end;
        }
    }
}

// Reads the words of a name up to `end`, into `node`.
static void read_name_words(struct parser *parser, struct node *node, int end) {
    while (parser->at < end) {
        if (at(parser, '<') && match_of(parser, parser->at) != NO_WORD && node->name != NO_TOKEN &&
            parser->words[parser->at - 1].word == WORD_NAME) {
            node->kind = node->kind == NODE_NAME ? NODE_TEMPLATE_NAME : node->kind;
            read_bracket(parser, node, read_arguments);
            continue;
        }
        if (at(parser, WORD_NAME) || at(parser, WORD_OPERATOR)) {
            node->name = parser->words[parser->at].token;
        }
        if (accept(parser, WORD_OPERATOR)) {
            parser->at = end;
        } else {
            parser->at++;
        }
    }
}

void read_name(struct parser *parser, struct node *parent) {
    struct node *node = node_begin(parser, parent, NODE_NAME);
    const int end = behind_name(parser, parser->at);
    if (end == parser->at) {
        node->kind = NODE_BROKEN;
        parser->at++;
    } else {
        read_name_words(parser, node, end);
    }
    node_end(parser, node);
}

// argument = type | assignment | list
void read_argument(struct parser *parser, struct node *parent) {
    enum certainty certainty;
    const int end = behind_type(parser, parser->at, &certainty);
    if (certainty == TYPE_SURE && (end == parser->limit || parser->words[end].word == ',')) {
        read_type(parser, parent);
    } else {
        read_assignment(parser, parent);
    }
}

// arguments = (argument ("," argument)*)?
void read_arguments(struct parser *parser, struct node *parent) {
    const bool of_macro = parser->at > 1 && parser->words[parser->at - 2].capital;
    while (parser->at < parser->limit) {
        if (accept(parser, ',') || (of_macro && accept(parser, ';'))) {
            continue;
        }
        const enum word word = peek(parser, 0);
        if (of_macro && is_statement_word(word)) {
            read_statement(parser, parent);
            continue;
        }
        if (of_macro && begins_declaration(parser)) {
            enum certainty certainty;
            const int end = behind_type(parser, parser->at, &certainty);
            if (end < parser->limit && parser->words[end].word == WORD_NAME) {
                read_declaration(parser, parent, NODE_BLOCK); // FOR(int i = 0; ...)
                continue;
            }
        }
        read_argument(parser, parent);
        if (parser->at < parser->limit && !at(parser, ',') && !(of_macro && at(parser, ';'))) {
            int end = parser->at;
            while (end < parser->limit && parser->words[end].word != ',') {
                const int match = match_of(parser, end);
                end = match != NO_WORD ? match + 1 : end + 1;
            }
            node_broken(parser, parent, end);
        }
    }
}

void read_list(struct parser *parser, struct node *parent) {
    struct node *node = node_begin(parser, parent, NODE_LIST);
    read_bracket(parser, node, read_arguments);
    node_end(parser, node);
}

static void read_nothing(struct parser *parser, struct node *node) {
    (void)node;
    parser->at = parser->limit;
}

// lambda = "[" captures "]" ("<" parameters ">")? ("(" parameters ")")? specifier* ("->" type)? block
static void read_lambda(struct parser *parser, struct node *parent) {
    struct node *node = node_begin(parser, parent, NODE_LAMBDA);
    struct node *captures = node_begin(parser, node, NODE_CAPTURES);
    read_bracket(parser, captures, read_nothing);
    node_end(parser, captures);
    if (at(parser, '<') && match_of(parser, parser->at) != NO_WORD) {
        struct node *template = node_begin(parser, node, NODE_TEMPLATE);
        read_bracket(parser, template, read_parameters);
        node_end(parser, template);
    }
    for (bool more = true; more;) {
        const enum word word = peek(parser, 0);
        if (word == '(' && tree_child_of_kind(node, NODE_PARAMETERS) == NULL) {
            struct node *parameters = node_begin(parser, node, NODE_PARAMETERS);
            read_bracket(parser, parameters, read_parameters);
            node_end(parser, parameters);
        } else if (pair_at(parser, parser->at, '-', '>')) {
            parser->at += 2;
            read_type(parser, node);
        } else if (word == WORD_NOEXCEPT && peek(parser, 1) == '(') {
            parser->at++;
            read_bracket(parser, node, read_expression);
        } else if ((word >= WORD_CONST && word <= WORD_HOST) || word == WORD_NOEXCEPT) {
            parser->at++;
        } else {
            more = read_attribute(parser, node);
        }
    }
    if (at(parser, '{')) {
        read_block(parser, node, NODE_BLOCK, NULL);
    } else {
        node_missing(parser, node);
    }
    node_end(parser, node);
}

static void read_statements_in_parentheses(struct parser *parser, struct node *node) {
    read_block(parser, node, NODE_BLOCK, NULL);
}

// In parentheses: a cast, a type, or an expression.
static void read_parentheses(struct parser *parser, struct node *parent) {
    const int match = match_of(parser, parser->at);
    enum certainty certainty = TYPE_NOT;
    const int end = behind_type(parser, parser->at + 1, &certainty);
    const bool is_type = match != NO_WORD && end == match && certainty != TYPE_NOT;
    const enum word next =
        is_type && match + 1 < parser->limit ? (enum word)parser->words[match + 1].word : WORD_END;
    const bool operand = next == WORD_NAME || next == WORD_NUMBER || next == WORD_STRING ||
                         next == WORD_CHARACTER || next == WORD_SIZEOF || next == WORD_CAST ||
                         next == WORD_TYPE || next == WORD_NEW ||
                         (next == '!' && !pair_at(parser, match + 1, '!', '=')) || next == '~' ||
                         (next == '{' && certainty == TYPE_SURE) || pair_at(parser, match + 1, ':', ':');
    const bool either =
        next == '(' || next == '-' || next == '+' || next == '*' || next == '&' || next == '[';
    if (is_type && (operand || (either && certainty == TYPE_SURE))) {
        struct node *node = node_begin(parser, parent, NODE_CAST);
        read_bracket(parser, node, read_type);
        if (at(parser, '{')) {
            read_list(parser, node);
        } else {
            parser->depth++;
            read_unary(parser, node);
            parser->depth--;
        }
        node_end(parser, node);
        return;
    }
    struct node *node = node_begin(parser, parent, NODE_PARENTHESES);
    if (peek(parser, 1) == '{') {
        read_bracket(parser, node, read_statements_in_parentheses);
    } else {
        read_bracket(parser, node, is_type && certainty == TYPE_SURE ? read_type : read_expression);
    }
    node_end(parser, node);
}

// primary = name | number | string+ | character | type | "(" expression ")" | list | lambda | cast
static void read_primary(struct parser *parser, struct node *parent) {
    const enum word word = peek(parser, 0);
    struct node *node;
    enum certainty certainty;
    switch ((int)word) {
    case WORD_NUMBER:
    case WORD_CHARACTER:
    case WORD_STRING:
        node = node_begin(parser, parent,
                          word == WORD_NUMBER   ? NODE_NUMBER
                          : word == WORD_STRING ? NODE_STRING
                                                : NODE_CHARACTER);
        parser->at++;
        while (word == WORD_STRING && // "%" PRIu64
               (at(parser, WORD_STRING) || (at(parser, WORD_NAME) && (!parser->words[parser->at].first ||
                                                                      peek(parser, 1) == WORD_STRING)))) {
            parser->at++;
        }
        node_end(parser, node);
        return;
    case '(':
        read_parentheses(parser, parent);
        return;
    case '{':
        if (is_statement_word(peek(parser, 1)) ||
            word_of(parser, parser->words[parser->at + 1].stop) == ';') {
            read_block(parser, parent, NODE_BLOCK, NULL); // as an argument of a macro
        } else {
            read_list(parser, parent);
        }
        return;
    case '[':
        read_lambda(parser, parent);
        return;
    case WORD_CAST: // cast = "static_cast" "<" type ">" "(" expression ")"
        node = node_begin(parser, parent, NODE_CAST);
        parser->at++;
        if (at(parser, '<')) {
            read_bracket(parser, node, read_type);
        }
        if (at(parser, '(')) {
            read_bracket(parser, node, read_expression);
        } else {
            node_missing(parser, node);
        }
        node_end(parser, node);
        return;
    case '.':
        if (has_text(parser, parser->at, "...")) {
            node = node_begin(parser, parent, NODE_NAME);
            parser->at += 3;
            node_end(parser, node);
            return;
        }
        break;
    default:
        if (is_type_word(word)) {
            const int end = behind_type(parser, parser->at, &certainty);
            if (end == parser->limit || parser->words[end].word == ',' || parser->words[end].word == ')') {
                read_type(parser, parent);
                return;
            }
            node = node_begin(parser, parent, NODE_TYPE);
            read_type_words(parser, node, NODE_ANY);
            node_end(parser, node);
            return;
        }
        if (behind_name(parser, parser->at) > parser->at) {
            read_name(parser, parent);
            return;
        }
    }
    const bool is_garbage = word == WORD_OTHER || word == '#' || word == '@' || word == '\\' || word == '`';
    node_broken(parser, parent, parser->at + (is_garbage || word == ':' ? 1 : 0));
}

// launch = postfix "<<<" arguments ">>>" "(" arguments ")"
static void read_launch(struct parser *parser, struct node *launch) {
    struct node *node = node_begin(parser, launch, NODE_CONFIGURATION);
    const int match = match_of(parser, parser->at), limit = parser->limit;
    parser->at += 3;
    const int stop = parser->at < limit ? parser->words[parser->at].stop : limit;
    parser->limit = match != NO_WORD ? match : stop < limit ? stop : limit;
    read_arguments(parser, node);
    parser->limit = limit;
    if (match != NO_WORD && match + 3 <= limit) {
        parser->at = match + 3;
    } else {
        node_missing(parser, node);
    }
    node_end(parser, node);
    if (at(parser, '(')) {
        read_bracket(parser, launch, read_arguments);
    } else {
        node_missing(parser, launch);
    }
}

// What is behind "." or "->".
static void read_access(struct parser *parser, struct node *node) {
    accept(parser, WORD_TEMPLATE);
    const int end = behind_name(parser, parser->at);
    if (end > parser->at) {
        read_name_words(parser, node, end);
    } else {
        node_missing(parser, node);
    }
}

// postfix = primary ("(" arguments ")" | "[" expression "]" | launch | "." name | "->" name | list | "++" | "--" |
//           "...")*
static void read_postfix(struct parser *parser, struct node *parent) {
    read_primary(parser, parent);
    while (!parser->failed && !is_high(parent->last)) {
        struct node *inner = parent->last, *node;
        const enum word word = peek(parser, 0);
        const bool named =
            inner->kind == NODE_NAME || inner->kind == NODE_TEMPLATE_NAME || inner->kind == NODE_TYPE;
        if (inner->kind == NODE_BROKEN) {
            return;
        }
        if (word == '(') {
            node = node_around(parser, inner, NODE_CALL);
            read_bracket(parser, node, read_arguments);
        } else if (word == '[') {
            node = node_around(parser, inner, NODE_INDEX);
            read_bracket(parser, node, read_expression);
        } else if (word == '{' && named && match_of(parser, parser->at) != NO_WORD) {
            node = node_around(parser, inner, NODE_CAST);
            read_list(parser, node);
        } else if (word == '<' && pair_at(parser, parser->at, '<', '<') && peek(parser, 2) == '<') {
            node = node_around(parser, inner, NODE_LAUNCH);
            read_launch(parser, node);
        } else if (has_text(parser, parser->at, "...")) {
            node = node_around(parser, inner, NODE_POSTFIX);
            take_sign(parser, node, "...", 3);
        } else if (has_text(parser, parser->at, "->") && peek(parser, 2) != '*') {
            node = node_around(parser, inner, NODE_MEMBER);
            take_sign(parser, node, "->", 2);
            read_access(parser, node);
        } else if (word == '.' && peek(parser, 1) != '*') {
            node = node_around(parser, inner, NODE_MEMBER);
            take_sign(parser, node, ".", 1);
            read_access(parser, node);
        } else if (has_text(parser, parser->at, "++") || has_text(parser, parser->at, "--")) {
            node = node_around(parser, inner, NODE_POSTFIX);
            take_sign(parser, node, word == '+' ? "++" : "--", 2);
        } else {
            return;
        }
        node_end(parser, node);
    }
}

// new = "new" ("(" arguments ")")? type ("[" expression "]")* ("(" arguments ")" | list)?
static void read_new(struct parser *parser, struct node *node) {
    parser->at++;
    if (at(parser, '(') && match_of(parser, parser->at) != NO_WORD) {
        read_bracket(parser, node, read_arguments);
    }
    struct node *type = node_begin(parser, node, NODE_TYPE);
    read_type_words(parser, type, NODE_ANY);
    read_pointers(parser, type);
    node_end(parser, type);
    while (at(parser, '[')) {
        read_bracket(parser, node, read_arguments);
    }
    if (at(parser, '(')) {
        read_bracket(parser, node, read_arguments);
    } else if (at(parser, '{')) {
        read_list(parser, node);
    }
}

static void read_sizeof(struct parser *parser, struct node *node) {
    enum certainty certainty = TYPE_NOT;
    parser->at++;
    parser->at += has_text(parser, parser->at, "...") ? 3 : 0;
    const int match = at(parser, '(') ? match_of(parser, parser->at) : NO_WORD;
    if (match != NO_WORD && behind_type(parser, parser->at + 1, &certainty) == match &&
        certainty == TYPE_SURE) {
        read_bracket(parser, node, read_type);
    } else {
        read_unary(parser, node);
    }
}

// unary = sign unary | size | new | delete | throw | postfix
static void read_unary(struct parser *parser, struct node *parent) {
    static const char *const prefixes[] = {"++", "--", "&&", "+", "-", "*", "&", "!", "~", NULL};
    const enum word word = peek(parser, 0);
    struct node *node = NULL;
    if (parser->depth > DEPTH_MAX) {
        const int match = match_of(parser, parser->at);
        node_broken(parser, parent, match != NO_WORD ? match + 1 : parser->limit);
        return;
    }
    parser->depth++;
    if (word == WORD_SIGN || (word != WORD_END && word < WORD_OTHER)) {
        const struct sign sign = word == WORD_SIGN ? sign_at(parser) : (struct sign){.words = 0};
        for (int i = 0; prefixes[i] != NULL && node == NULL; i++) {
            if (word == WORD_SIGN ? strcmp(sign.text, prefixes[i]) == 0
                                  : has_text(parser, parser->at, prefixes[i])) {
                node = node_begin(parser, parent, NODE_UNARY);
                take_sign(parser, node, prefixes[i], word == WORD_SIGN ? 1 : (int)strlen(prefixes[i]));
                read_unary(parser, node);
            }
        }
        if (node == NULL && word == '.' && peek(parser, 1) == WORD_NAME) { // {.x = 1}
            node = node_begin(parser, parent, NODE_UNARY);
            take_sign(parser, node, ".", 1);
            read_unary(parser, node);
        }
    }
    if (word == WORD_SIZEOF || word == WORD_NOEXCEPT) {
        node = node_begin(parser, parent, NODE_SIZEOF);
        read_sizeof(parser, node);
    } else if (word == WORD_NEW || (pair_at(parser, parser->at, ':', ':') && peek(parser, 2) == WORD_NEW)) {
        node = node_begin(parser, parent, NODE_NEW);
        parser->at += word == WORD_NEW ? 0 : 2;
        read_new(parser, node);
    } else if (word == WORD_DELETE) {
        node = node_begin(parser, parent, NODE_DELETE);
        parser->at++;
        if (at(parser, '[') && peek(parser, 1) == ']') {
            parser->at += 2;
        }
        read_unary(parser, node);
    } else if (word == WORD_THROW) {
        node = node_begin(parser, parent, NODE_THROW);
        parser->at++;
        if (parser->at < parser->limit && !at(parser, ';') && !at(parser, ':')) {
            read_assignment(parser, node);
        }
    }
    if (node != NULL) {
        node_end(parser, node);
    } else {
        read_postfix(parser, parent);
    }
    parser->depth--;
}

// binary = unary (sign binary)*     of at least this strength
static void read_binary(struct parser *parser, struct node *parent, int strength) {
    read_unary(parser, parent);
    while (!parser->failed && !is_high(parent->last)) {
        const struct sign sign = sign_at(parser);
        if (sign.words == 0 || sign.strength == NO_STRENGTH || sign.strength < strength) {
            return;
        }
        struct node *node = node_around(parser, parent->last, NODE_BINARY);
        take_sign(parser, node, sign.text, sign.words);
        read_binary(parser, node, sign.strength + 1);
        node_end(parser, node);
    }
}

// The expression of a requires-clause.
void read_requires(struct parser *parser, struct node *parent) {
    read_binary(parser, parent, 1);
}

// assignment = binary ("?" expression ":" assignment | "=" (assignment | list))?
void read_assignment(struct parser *parser, struct node *parent) {
    read_binary(parser, parent, 1);
    if (parser->failed || is_high(parent->last)) {
        return;
    }
    struct node *node;
    const struct sign sign = sign_at(parser);
    if (parser->depth > DEPTH_MAX) {
        return; // a ? b : c ? ...
    }
    parser->depth++;
    if (at(parser, '?')) {
        node = node_around(parser, parent->last, NODE_CONDITIONAL);
        take_sign(parser, node, "?", 1);
        if (!at(parser, ':')) {
            read_expression(parser, node);
        }
        if (accept(parser, ':')) {
            read_assignment(parser, node);
        } else {
            node_missing(parser, node);
        }
        node_end(parser, node);
    } else if (sign.words > 0 && sign.strength == ASSIGNS) {
        node = node_around(parser, parent->last, NODE_ASSIGNMENT);
        take_sign(parser, node, sign.text, sign.words);
        read_assignment(parser, node);
        node_end(parser, node);
    }
    parser->depth--;
}

// expression = assignment ("," assignment)*
void read_expression(struct parser *parser, struct node *parent) {
    if (parser->at == parser->limit) {
        return; // f[], nothing in the brackets
    }
    read_assignment(parser, parent);
    if (at(parser, ',') && !parser->failed && !is_high(parent->last)) {
        struct node *node = node_around(parser, parent->last, NODE_COMMA);
        while (accept(parser, ',') && !parser->failed) {
            read_assignment(parser, node);
        }
        node_end(parser, node);
    }
}
