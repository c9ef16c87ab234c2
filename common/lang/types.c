// Types.
#include "parser.h"

// The word behind what looks like a type from word i on, and how certain that is.
int behind_type(const struct parser *parser, int i, enum certainty *certainty) {
    bool typed = false, named = false; // it has a type; that is a name
    *certainty = TYPE_NOT;
    for (;;) {
        const enum word word = word_of(parser, i);
        const int match = match_of(parser, i);
        if (is_type_word(word)) {
            if (named && (word == WORD_TYPE || word == WORD_DECLTYPE || word == WORD_STRUCT)) {
                return i;
            }
            typed |= word == WORD_TYPE || word == WORD_DECLTYPE;
            *certainty = TYPE_SURE;
            i++;
            if (word == WORD_DECLTYPE && match_of(parser, i) != NO_WORD) {
                i = match_of(parser, i) + 1;
                i = pair_at(parser, i, ':', ':') ? behind_name(parser, i) : i;
            }
        } else if (word == WORD_NAME || pair_at(parser, i, ':', ':')) {
            const int end = behind_name(parser, i);
            if (typed || end == i) {
                return i;
            }
            const bool sure = words_is_type(parser, end - 1) || parser->words[end - 1].word == '>';
            *certainty =
                *certainty == TYPE_SURE || (sure && word_of(parser, end) != '(') ? TYPE_SURE : TYPE_MAYBE;
            typed = named = true;
            i = end;
        } else if ((word == '*' || word == '&') && typed) {
            const int begin = i;
            i = behind_pointers(parser, i);
            const enum word next = word_of(parser, i);
            if (next == WORD_END || is_one_of(next, "),>")) { // (a *)
                *certainty = TYPE_SURE;
                return i;
            }
            if (*certainty != TYPE_SURE || next == WORD_NUMBER) {
                return begin;
            }
        } else if (word == '(' && typed && *certainty == TYPE_SURE && match != NO_WORD &&
                   ((word_of(parser, i + 1) == '*' && is_one_of(word_of(parser, i + 2), ")[")) ||
                    (word_of(parser, i + 1) == '&' && word_of(parser, i + 2) == ')'))) { // int (*)(int)
            i = match + 1;
            if (word_of(parser, i) == '(' && match_of(parser, i) != NO_WORD) {
                i = match_of(parser, i) + 1;
            }
        } else if (word == '(' && typed && !named && match != NO_WORD &&
                   (match == i + 1 || is_type_word(word_of(parser, i + 1))) && match + 1 == parser->limit) {
            i = match + 1; // void(int), in <>
        } else if (word == '[' && typed && *certainty == TYPE_SURE && match != NO_WORD) {
            i = match + 1;
        } else if (is_ellipsis(parser, i) && typed) {
            i += 3;
        } else {
            return i;
        }
    }
}

// attribute = "[[" words "]]" | ATTRIBUTE ("(" arguments ")")?
bool read_attribute(struct parser *parser, struct node *parent) {
    const int square = at(parser, '[') && peek(parser, 1) == '[' ? match_of(parser, parser->at) : NO_WORD;
    const int token = parser->words[parser->at].token;
    if (square == NO_WORD && !at(parser, WORD_ATTRIBUTE)) {
        return false;
    }
    struct node *node = node_begin(parser, parent, NODE_ATTRIBUTE);
    if (square != NO_WORD) {
        parser->at = square + 1;
    } else {
        const int round = match_of(parser, ++parser->at);
        if (at(parser, '(') && round != NO_WORD &&
            (tree_token_is(parser->tree, token, "__attribute__") ||
             tree_token_is(parser->tree, token, "__declspec"))) {
            parser->at = round + 1;
        } else {
            try_bracket(parser, node, '(', read_arguments);
        }
    }
    node_end(parser, node);
    return true;
}

void read_attributes(struct parser *parser, struct node *parent) {
    while (read_attribute(parser, parent)) {
    }
}

// pointers = ("*" | "&" | const | "..." | name "::" "*" | attribute)*
void read_pointers(struct parser *parser, struct node *node) {
    for (;;) {
        parser->at = behind_pointers(parser, parser->at);
        if (is_ellipsis(parser, parser->at)) {
            parser->at += 3;
        } else if (at(parser, WORD_NAME) && pair_at(parser, parser->at + 1, ':', ':') &&
                   peek(parser, 3) == '*') {
            parser->at += 4;
        } else if (!read_attribute(parser, node)) {
            return;
        }
    }
}

static void read_base(struct parser *parser, struct node *node) {
    while (at(parser, WORD_ACCESS) || at(parser, WORD_SPECIFIER)) {
        parser->at++;
    }
    read_type(parser, node);
}

// struct = "struct" attribute* name? "final"? (":" type ("," type)*)? ("{" declaration* "}")?
// enum = "enum" "class"? attribute* name? (":" type)? ("{" (name ("=" expression)? ",")* "}")?
static void read_struct(struct parser *parser, struct node *type) {
    const bool is_enum = at(parser, WORD_ENUM);
    struct node *node = node_begin(parser, type, is_enum ? NODE_ENUM : NODE_STRUCT);
    parser->at++;
    if (is_enum) {
        accept(parser, WORD_STRUCT);
    }
    read_attributes(parser, node);
    take_name(parser, node);
    if (at(parser, WORD_NAME) && tree_token_is(parser->tree, parser->words[parser->at].token, "final") &&
        (peek(parser, 1) == ':' || peek(parser, 1) == '{')) {
        parser->at++;
    }
    if (at(parser, ':') && !pair_at(parser, parser->at, ':', ':')) {
        do {
            parser->at++;
            read_base(parser, node);
        } while (at(parser, ',') && peek(parser, 1) != WORD_END);
    }
    if (at(parser, '{')) {
        read_members(parser, node, is_enum);
    }
    node_end(parser, node);
}

// Is it `*`, `&` or `a::*`, in the parentheses of a declarator?
bool begins_pointer(const struct parser *parser, int i) {
    const int end = behind_name(parser, i);
    return is_one_of(word_of(parser, i), "*&") ||
           (end > i && pair_at(parser, end, ':', ':') && word_of(parser, end + 2) == '*');
}

static bool same_line(const struct parser *parser, int i) {
    return i < parser->limit && !parser->words[i].first;
}

// Is the name at the next word part of the type, and not what is declared? `of`: FUNCTION... where the type is.
static bool continues_type(const struct parser *parser, bool typed, enum node_kind of) {
    const int end = behind_name(parser, parser->at);
    if (end == parser->at || parser->words[parser->at].word == WORD_OPERATOR ||
        parser->words[end - 1].word == ')') {
        return false;
    }
    const enum word next = word_of(parser, end);
    if (typed) { // int MACRO x
        return of != NODE_ANY && parser->words[parser->at].capital && next == WORD_NAME &&
               same_line(parser, end);
    }
    return of == NODE_ANY || of == NODE_PARAMETER || next != '(' || begins_pointer(parser, end + 1);
}

// Is the name at the next word a macro that is a specifier, `NAME T *x` or `NAME(a) int x`, or behind another one, a
// type, `static NAME(a) x`? The word behind it, or NO_WORD.
static int behind_macro(const struct parser *parser, bool is_behind, bool *is_type) {
    int i = parser->at + 1;
    if (!at(parser, WORD_NAME) || !parser->words[parser->at].capital) {
        return NO_WORD;
    }
    if (word_of(parser, i) == '(') {
        i = match_of(parser, i) != NO_WORD ? match_of(parser, i) + 1 : i;
    }
    const int end = behind_name(parser, i);
    const enum word next = word_of(parser, end);
    const bool two = end > i && (next == WORD_NAME || next == '*' || next == '&');
    *is_type = is_behind && end > i && !two && i > parser->at + 1 && next != '(';
    return is_type_word(word_of(parser, i)) || ((two || *is_type) && same_line(parser, i)) ? i : NO_WORD;
}

// words = (attribute | struct | "typename"? name | decltype "(" expression ")" | int | const | static ...)*
bool read_type_words(struct parser *parser, struct node *type, enum node_kind of) {
    bool typed = false;
    for (;;) {
        const enum word word = peek(parser, 0);
        const bool is_behind = parser->words[parser->at].token > type->first;
        bool is_type;
        if (!typed && of != NODE_ANY && behind_macro(parser, is_behind, &is_type) != NO_WORD) {
            typed = is_type;
            struct node *attribute = node_begin(parser, type, NODE_ATTRIBUTE);
            attribute->name = parser->words[parser->at++].token;
            try_bracket(parser, attribute, '(', read_arguments);
            node_end(parser, attribute);
        } else if (word == WORD_STRUCT || word == WORD_ENUM) {
            if (typed) {
                return true;
            }
            read_struct(parser, type);
            typed = true;
        } else if (word == WORD_DECLTYPE) {
            parser->at++;
            try_bracket(parser, type, '(', read_expression);
            if (pair_at(parser, parser->at, ':', ':')) {
                read_name(parser, type);
            }
            typed = true;
        } else if (word == WORD_TYPENAME) {
            parser->at++;
            parser->at += at(parser, '.') && peek(parser, 1) == '.' ? 3 : 0;
            try_name(parser, type);
            typed = true;
        } else if (word == WORD_EXTERN) {
            parser->at++;
            accept(parser, WORD_STRING);
        } else if (is_type_word(word)) {
            typed |= word == WORD_TYPE;
            parser->at++;
        } else if ((word == WORD_NAME || word == ':') && continues_type(parser, typed, of)) {
            read_name(parser, type);
            typed = true;
        } else if (word == WORD_TEMPLATE || !read_attribute(parser, type)) {
            return typed;
        }
    }
}

// type = words pointers ("(" pointers ")")? ("(" parameters ")" | "[" expression "]")*
void read_type(struct parser *parser, struct node *parent) {
    struct node *node = node_begin(parser, parent, NODE_TYPE);
    const int begin = parser->at;
    read_type_words(parser, node, NODE_ANY);
    read_pointers(parser, node);
    if (at(parser, '(') && is_one_of(peek(parser, 1), "*&")) {
        read_bracket(parser, node, read_pointers);
    }
    while (at(parser, '(') || try_bracket(parser, node, '[', read_expression)) {
        if (at(parser, '(')) {
            read_bracket_as(parser, node, NODE_PARAMETERS, read_parameters);
        }
    }
    if (parser->at == begin) {
        node->kind = NODE_BROKEN;
    }
    node_end(parser, node);
}
