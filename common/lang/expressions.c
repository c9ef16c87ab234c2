// Expressions, from the weakest operator to names.
#include <stdio.h>
#include <string.h>

#include "parser.h"

// A sign is one or several words: `<<=` is three.
struct sign {
    char text[4];
    int words; // 0 if there is none
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

// More than NO_STRENGTH: it is no sign.
static int strength_of(const char *text) {
    char wanted[8];
    int strength = 0;
    snprintf(wanted, sizeof(wanted), " %s ", text);
    while (strength <= NO_STRENGTH && strstr(signs[strength], wanted) == NULL) {
        strength++;
    }
    return strength;
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
        sign.words = sign.strength < NO_STRENGTH;
        return sign;
    }
    while (sign.words < 3 && is_one_of(peek(parser, sign.words), "=|&^!<>+-*/%.") &&
           (sign.words == 0 || parser->words[parser->at + sign.words].joined)) {
        sign.text[sign.words] = (char)peek(parser, sign.words);
        sign.words++;
    }
    while (sign.words > 0 && (sign.strength = strength_of(sign.text)) > NO_STRENGTH) {
        sign.text[--sign.words] = '\0';
    }
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
    const int limit = i + 8;
    if (word_of(parser, i) == '(' && word_of(parser, i + 1) == ')') {
        return i + 2;
    }
    while (i < parser->limit && i < limit && !is_one_of(word_of(parser, i), "(;{")) {
        i = behind_word(parser, i);
    }
    return i;
}

int behind_name(const struct parser *parser, int i) {
    for (int end = i;;) {
        if (pair_at(parser, i, ':', ':')) {
            i += 2;
            i += word_of(parser, i) == WORD_TEMPLATE;
        }
        if (word_of(parser, i) == '~' && word_of(parser, i + 1) == WORD_NAME) {
            return i + 2;
        }
        if (word_of(parser, i) == WORD_OPERATOR) {
            return behind_operator(parser, i + 1);
        }
        if (word_of(parser, i) != WORD_NAME) {
            return end;
        }
        i++;
        while (pair_at(parser, i, '#', '#') && i + 2 < parser->limit) { // in a macro: a##b
            i += 3;
        }
        if (word_of(parser, i) == '<' && match_of(parser, i) != NO_WORD && parser->words[i + 1].word != '<') {
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
        const enum word word = peek(parser, 0);
        if (word == WORD_NAME || word == WORD_OPERATOR) {
            node->name = parser->words[parser->at].token;
        }
        parser->at = word == WORD_OPERATOR ? end : parser->at + 1;
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

bool try_name(struct parser *parser, struct node *parent) {
    const bool found = behind_name(parser, parser->at) > parser->at;
    if (found) {
        read_name(parser, parent);
    }
    return found;
}

bool take_name(struct parser *parser, struct node *node) {
    const bool found = try_name(parser, node);
    node->name = found ? node->last->name : node->name;
    return found;
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
        enum certainty certainty;
        if (accept(parser, ',') || (of_macro && accept(parser, ';'))) {
        } else if (of_macro && is_statement_word(peek(parser, 0))) {
            read_statement(parser, parent);
        } else if (of_macro && begins_declaration(parser) &&
                   word_of(parser, behind_type(parser, parser->at, &certainty)) == WORD_NAME) {
            read_declaration(parser, parent, NODE_BLOCK); // FOR(int i = 0; ...)
        } else {
            read_argument(parser, parent);
            if (!of_macro || !at(parser, ';')) {
                skip_to_comma(parser, parent);
            }
        }
    }
}

void read_list(struct parser *parser, struct node *parent) {
    read_bracket_as(parser, parent, NODE_LIST, read_arguments);
}

static void read_nothing(struct parser *parser, struct node *node) {
    (void)node;
    parser->at = parser->limit;
}

// lambda = "[" captures "]" ("<" parameters ">")? ("(" parameters ")")? specifier* ("->" type)? block
static void read_lambda(struct parser *parser, struct node *parent) {
    struct node *node = node_begin(parser, parent, NODE_LAMBDA);
    read_bracket_as(parser, node, NODE_CAPTURES, read_nothing);
    if (at(parser, '<') && match_of(parser, parser->at) != NO_WORD) {
        read_bracket_as(parser, node, NODE_TEMPLATE, read_parameters);
    }
    for (bool more = true; more;) {
        const enum word word = peek(parser, 0);
        if (word == '(' && tree_child_of_kind(node, NODE_PARAMETERS) == NULL) {
            read_bracket_as(parser, node, NODE_PARAMETERS, read_parameters);
        } else if (pair_at(parser, parser->at, '-', '>')) {
            parser->at += 2;
            read_type(parser, node);
        } else if (accept(parser, WORD_NOEXCEPT)) {
            try_bracket(parser, node, '(', read_expression);
        } else if (word >= WORD_CONST && word <= WORD_HOST) {
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

// In parentheses: a cast, a type, or an expression.
static void read_parentheses(struct parser *parser, struct node *parent) {
    const int match = match_of(parser, parser->at);
    enum certainty certainty = TYPE_NOT;
    const int end = behind_type(parser, parser->at + 1, &certainty);
    const bool is_type = match != NO_WORD && end == match && certainty != TYPE_NOT;
    const enum word next = is_type ? word_of(parser, match + 1) : WORD_END;
    const bool operand = (next >= WORD_NAME && next <= WORD_CHARACTER) || next == WORD_SIZEOF ||
                         next == WORD_CAST || next == WORD_TYPE || next == WORD_NEW || next == '~' ||
                         (next == '!' && !pair_at(parser, match + 1, '!', '=')) ||
                         (next == '{' && certainty == TYPE_SURE) || pair_at(parser, match + 1, ':', ':');
    const bool either = is_one_of(next, "(-+*&[");
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
    read_bracket_as(parser, parent, NODE_PARENTHESES,
                    peek(parser, 1) == '{'              ? read_statement
                    : is_type && certainty == TYPE_SURE ? read_type
                                                        : read_expression);
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
        try_bracket(parser, node, '<', read_type);
        if (!try_bracket(parser, node, '(', read_expression)) {
            node_missing(parser, node);
        }
        node_end(parser, node);
        return;
    case '.':
        if (has_text(parser, parser->at, "...")) { // (a + ...)
            node_of_words(parser, parent, NODE_NAME, 3);
            return;
        }
        break;
    default:
        if (is_type_word(word)) {
            const int end = behind_type(parser, parser->at, &certainty);
            if (end == parser->limit || is_one_of(word_of(parser, end), ",)")) {
                read_type(parser, parent);
                return;
            }
            node = node_begin(parser, parent, NODE_TYPE);
            read_type_words(parser, node, NODE_ANY);
            node_end(parser, node);
            return;
        }
        if (try_name(parser, parent)) {
            return;
        }
    }
    node_broken(parser, parent, parser->at + (word == WORD_OTHER || is_one_of(word, "#@\\`:")));
}

// launch = postfix "<<<" arguments ">>>" "(" arguments ")"
static void read_launch(struct parser *parser, struct node *launch) {
    struct node *node = node_begin(parser, launch, NODE_CONFIGURATION);
    read_wide_bracket(parser, node, 3, read_arguments);
    node_end(parser, node);
    if (!try_bracket(parser, launch, '(', read_arguments)) {
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
        } else if (is_ellipsis(parser, parser->at)) {
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
    if (at(parser, '(') && match_of(parser, parser->at) != NO_WORD) {
        read_bracket(parser, node, read_arguments);
    }
    struct node *type = node_begin(parser, node, NODE_TYPE);
    read_type_words(parser, type, NODE_ANY);
    read_pointers(parser, type);
    node_end(parser, type);
    while (try_bracket(parser, node, '[', read_arguments)) {
    }
    if (!try_bracket(parser, node, '(', read_arguments) && at(parser, '{')) {
        read_list(parser, node);
    }
}

static void read_sizeof(struct parser *parser, struct node *node) {
    enum certainty certainty = TYPE_NOT;
    parser->at += is_ellipsis(parser, parser->at) ? 3 : 0;
    const int match = at(parser, '(') ? match_of(parser, parser->at) : NO_WORD;
    if (match != NO_WORD && behind_type(parser, parser->at + 1, &certainty) == match &&
        certainty == TYPE_SURE) {
        read_bracket(parser, node, read_type);
    } else {
        read_unary(parser, node);
    }
}

// The sign before an operand; NULL if there is none.
static const char *prefix_at(const struct parser *parser) {
    static const char *const prefixes[] = {"++", "--", "&&", "+", "-", "*", "&", "!", "~"};
    const bool is_word = at(parser, WORD_SIGN);
    const struct sign sign = is_word ? sign_at(parser) : (struct sign){.words = 0};
    for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++) {
        if (is_word ? strcmp(sign.text, prefixes[i]) == 0 : has_text(parser, parser->at, prefixes[i])) {
            return prefixes[i];
        }
    }
    return at(parser, '.') && peek(parser, 1) == WORD_NAME ? "." : NULL; // {.x = 1}
}

// unary = sign unary | size | new | delete | throw | postfix
static void read_unary(struct parser *parser, struct node *parent) {
    const enum word word = peek(parser, 0);
    if (!go_deeper(parser, parent, parser->limit)) {
        return;
    }
    const char *prefix = prefix_at(parser);
    const bool is_global_new = pair_at(parser, parser->at, ':', ':') && peek(parser, 2) == WORD_NEW;
    const enum node_kind kind = prefix != NULL                                 ? NODE_UNARY
                                : word == WORD_SIZEOF || word == WORD_NOEXCEPT ? NODE_SIZEOF
                                : word == WORD_NEW || is_global_new            ? NODE_NEW
                                : word == WORD_DELETE                          ? NODE_DELETE
                                : word == WORD_THROW                           ? NODE_THROW
                                                                               : NODE_ANY;
    if (kind == NODE_ANY) {
        read_postfix(parser, parent);
        parser->depth--;
        return;
    }
    struct node *node = node_begin(parser, parent, kind);
    parser->at += prefix != NULL ? 0 : is_global_new ? 3 : 1;
    if (kind == NODE_UNARY) {
        take_sign(parser, node, prefix, word == WORD_SIGN ? 1 : (int)strlen(prefix));
        read_unary(parser, node);
    } else if (kind == NODE_SIZEOF) {
        read_sizeof(parser, node);
    } else if (kind == NODE_NEW) {
        read_new(parser, node);
    } else if (kind == NODE_DELETE) {
        parser->at += at(parser, '[') && peek(parser, 1) == ']' ? 2 : 0;
        read_unary(parser, node);
    } else if (parser->at < parser->limit && !is_one_of(peek(parser, 0), ";:")) {
        read_assignment(parser, node);
    }
    node_end(parser, node);
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
