// Declarations: of files, structs and blocks.
#include "parser.h"

static bool is_plain_equals(const struct parser *parser, int i) {
    return word_of(parser, i) == '=' && !pair_at(parser, i, '=', '=');
}

// ------------------------------------------------------------------------------------------- is it a declaration?
// Does the word at i, behind the name of what may be a type, make it a declaration: `T x`, `T *x;`, `T (*x)(`?
static bool declares(const struct parser *parser, int begin, int i) {
    const struct word_at *words = parser->words;
    enum word word = word_of(parser, i);
    if (word == WORD_NAME || word == WORD_OPERATOR) {
        return !words[i].first || words[i].indent > words[begin].indent; // otherwise a `;` is missing
    }
    if (word == '(') { // T (*f)(
        return is_one_of(word_of(parser, i + 1), "*&") && word_of(parser, i + 2) == WORD_NAME &&
               word_of(parser, i + 3) == ')' && is_one_of(word_of(parser, i + 4), "([");
    }
    if (word != '*' && word != '&') {
        return word >= WORD_FIRST_TYPE && word <= WORD_ATTRIBUTE;
    }
    const bool twice = pair_at(parser, i, '&', '&') && words[i - 1].word != '>'; // T<int> &&x(y) is one
    bool is_const = false;
    while ((word = word_of(parser, i)) == '*' || word == '&' || word == WORD_CONST) {
        is_const |= word == WORD_CONST;
        i++;
    }
    const enum word next = word_of(parser, i + 1);
    return is_const || (word == WORD_NAME && (next == WORD_END || is_one_of(next, ";,[{") ||
                                              (next == '(' && !twice) || is_plain_equals(parser, i + 1) ||
                                              (next == ':' && !pair_at(parser, i + 1, ':', ':'))));
}

// Is the statement that begins at the next word a declaration, in a block?
bool begins_declaration(const struct parser *parser) {
    const enum word word = peek(parser, 0);
    enum certainty certainty;
    if (word == WORD_TYPE || word == WORD_DECLTYPE) {
        const int end = behind_type(parser, parser->at, &certainty);
        const enum word next = word_of(parser, end);
        return next == '(' ? begins_pointer(parser, end + 1) : next != '{' && next != '.';
    }
    if ((is_type_word(word)) || (word >= WORD_ATTRIBUTE && word <= WORD_STATIC_ASSERT)) {
        return true;
    }
    if (word == '[' && peek(parser, 1) == '[') {
        return match_of(parser, parser->at) != NO_WORD;
    }
    const int end = behind_name(parser, parser->at);
    return end > parser->at && word != '~' && word != WORD_OPERATOR && declares(parser, parser->at, end);
}

// -------------------------------------------------------------------------------------------------- declarators
static void read_declarator(struct parser *parser, struct node *parent, enum node_kind of);

static void read_inner_declarator(struct parser *parser, struct node *parent) {
    read_declarator(parser, parent, NODE_ANY);
}

static void read_initial_value(struct parser *parser, struct node *node, enum node_kind of) {
    if (at(parser, '{')) {
        read_list(parser, node);
    } else if (is_plain_equals(parser, parser->at)) {
        parser->at++;
        if (of == NODE_PARAMETER) {
            read_argument(parser, node); // of a template, also a type
        } else {
            read_assignment(parser, node);
        }
    }
}

// declarator = pointers (name | "(" declarator ")" | "[" names "]") ("[" expression? "]" | "(" parameters ")" |
//              attribute)* (":" expression)? ("=" expression | list | "(" arguments ")")?
static void read_declarator(struct parser *parser, struct node *parent, enum node_kind of) {
    struct node *node = node_begin(parser, parent, NODE_DECLARATOR);
    bool inner = false;
    read_pointers(parser, node);
    if (at(parser, '(') && (begins_pointer(parser, parser->at + 1) || peek(parser, 1) == '(')) {
        read_bracket(parser, node, read_inner_declarator);
        node->name = node->last->name;
        inner = true;
    } else if (!take_name(parser, node) && of == NODE_BLOCK) {
        try_bracket(parser, node, '[', read_arguments); // auto [a, b]
    }
    for (bool more = true; more;) {
        if (read_attribute(parser, node) || try_bracket(parser, node, '[', read_expression)) {
        } else if (at(parser, '(') && (inner || of == NODE_PARAMETER || of == NODE_ANY)) {
            read_bracket_as(parser, node, NODE_PARAMETERS, read_parameters);
            accept(parser, WORD_CONST);
        } else if (try_bracket(parser, node, '(', read_arguments)) {
        } else if (at(parser, WORD_ASM) && peek(parser, 1) == '(' &&
                   match_of(parser, parser->at + 1) != NO_WORD) {
            parser->at = match_of(parser, parser->at + 1) + 1;
        } else if (at(parser, WORD_NAME) && parser->words[parser->at].capital &&
                   !parser->words[parser->at].first) {
            parser->at++; // a macro that is an attribute
        } else {
            more = false;
        }
    }
    if (of == NODE_MEMBERS && accept(parser, ':')) {
        read_assignment(parser, node);
    }
    read_initial_value(parser, node, of);
    node_end(parser, node);
}

// parameter = template* (words declarator? | "...")
static void read_parameter(struct parser *parser, struct node *parent) {
    if (at(parser, '.') && peek(parser, 1) == '.') {
        node_of_words(parser, parent, NODE_PARAMETER, peek(parser, 2) == '.' ? 3 : 2);
        return;
    }
    struct node *node = node_begin(parser, parent, NODE_PARAMETER);
    while (at(parser, WORD_TEMPLATE)) {
        parser->at++;
        if (at(parser, '<')) {
            read_bracket_as(parser, node, NODE_TEMPLATE, read_parameters);
        }
    }
    struct node *type = node_begin(parser, node, NODE_TYPE);
    const bool is_type = at(parser, WORD_STRUCT) || at(parser, WORD_TYPENAME);
    read_type_words(parser, type, NODE_PARAMETER);
    node_end(parser, type);
    if (parser->at < parser->limit && !at(parser, ',')) {
        read_declarator(parser, node, NODE_PARAMETER);
        node->name = node->last->name;
    }
    if (is_type && node->name == NO_TOKEN && type->last != NULL) {
        node->name = type->last->name; // typename T
    }
    node_end(parser, node);
}

// parameters = (parameter ("," parameter)*)?
void read_parameters(struct parser *parser, struct node *parent) {
    while (parser->at < parser->limit) {
        if (!accept(parser, ',')) {
            read_parameter(parser, parent);
            skip_to_comma(parser, parent);
        }
    }
}

// ---------------------------------------------------------------------------------------------------- functions
static bool is_qualifier_name(const struct parser *parser, int i) {
    const int token = i < parser->limit ? parser->words[i].token : NO_TOKEN;
    return tree_token_is(parser->tree, token, "override") || tree_token_is(parser->tree, token, "final");
}

// The word behind those that may be behind a function's parameters.
static int behind_qualifiers(const struct parser *parser, int i) {
    for (;;) {
        const enum word word = word_of(parser, i);
        const bool has_bracket =
            word == WORD_NOEXCEPT || word == WORD_THROW || word == WORD_ATTRIBUTE || word == WORD_ASM;
        if (word == WORD_CONST || has_bracket || word == '&' || is_qualifier_name(parser, i) ||
            (word == WORD_NAME && parser->words[i].capital && !parser->words[i].first)) {
            i++;
            i = has_bracket && word_of(parser, i) == '(' && match_of(parser, i) != NO_WORD
                    ? match_of(parser, i) + 1
                    : i;
        } else {
            return i;
        }
    }
}

// Do these words, in parentheses, look like parameters rather than arguments?
static bool are_parameters(const struct parser *parser, int begin, int end, enum node_kind scope) {
    enum certainty certainty;
    if (begin >= end) {
        return true;
    }
    const int behind = behind_type(parser, begin, &certainty);
    const enum word next = behind < end ? (enum word)parser->words[behind].word : WORD_END;
    if (scope == NODE_BLOCK) {
        return certainty == TYPE_SURE &&
               (next == WORD_NAME || next == ',' || next == WORD_END || next == '=');
    }
    return pair_at(parser, begin, '.', '.') ||
           (certainty != TYPE_NOT &&
            !(certainty == TYPE_MAYBE && next == WORD_END && parser->words[begin].capital));
}

// The `(` of the parameters, if a function is declared at the next word, behind its type.
static int find_parameters(const struct parser *parser, enum node_kind scope) {
    const int i = behind_pointers(parser, parser->at);
    const int open = behind_name(parser, i), match = match_of(parser, open);
    if (open == i || word_of(parser, open) != '(') {
        return NO_WORD;
    }
    if (match == NO_WORD) {
        return scope == NODE_FILE ? open : NO_WORD;
    }
    const int behind = behind_qualifiers(parser, match + 1);
    const enum word next = word_of(parser, behind), second = word_of(parser, behind + 1);
    const bool is_function =
        next == '{' || next == WORD_TRY || pair_at(parser, behind, '-', '>') ||
        (next == ':' && scope != NODE_BLOCK) ||
        (next == '=' && (second == WORD_DEFAULT || second == WORD_DELETE || second == WORD_NUMBER));
    return is_function || are_parameters(parser, open + 1, match, scope) ? open : NO_WORD;
}

// initializers = ":" name ("(" arguments ")" | list) ("," ...)*
static void read_initializers(struct parser *parser, struct node *parent) {
    struct node *node = node_begin(parser, parent, NODE_INITIALIZERS);
    do {
        parser->at++;
        if (!try_name(parser, node)) {
            node_missing(parser, node);
            break;
        }
        struct node *call = node_around(parser, node->last, at(parser, '{') ? NODE_CAST : NODE_CALL);
        if (!try_bracket(parser, call, '(', read_arguments) && at(parser, '{')) {
            read_list(parser, call);
        }
        parser->at += is_ellipsis(parser, parser->at) ? 3 : 0;
        node_end(parser, call);
    } while (at(parser, ','));
    node_end(parser, node);
}

// function = pointers name "(" parameters ")" qualifiers ("->" type)? (block | ";" | "=" word ";")
static void read_function(struct parser *parser, struct node *node, int begin) {
    node->kind = NODE_FUNCTION;
    for (int i = begin; i < parser->at; i++) {
        node->kernel |= (parser->words[i].means & means_of(WORD_GLOBAL)) != 0;
        node->device |= (parser->words[i].means & means_of(WORD_DEVICE)) != 0;
        node->host |= (parser->words[i].means & means_of(WORD_HOST)) != 0;
    }
    parser->at = behind_pointers(parser, parser->at);
    take_name(parser, node);
    read_bracket_as(parser, node, NODE_PARAMETERS, read_parameters);
    parser->at = behind_qualifiers(parser, parser->at);
    if (pair_at(parser, parser->at, '-', '>')) {
        parser->at += 2;
        read_type(parser, node);
    }
    if (accept(parser, WORD_REQUIRES)) {
        read_assignment(parser, node);
    }
    if (at(parser, ':')) {
        read_initializers(parser, node);
    }
    accept(parser, WORD_TRY);
    if (at(parser, '{')) {
        read_block(parser, node, NODE_BLOCK, NULL);
        read_catches(parser, node);
        return;
    }
    if (accept(parser, '=')) {
        parser->at += parser->at < parser->limit;
    }
    read_semicolon(parser, node, begin);
}

// ------------------------------------------------------------------------------------------------- declarations
// using = "using" "namespace"? name ("=" type)? ";"
static void read_using(struct parser *parser, struct node *node) {
    parser->at++;
    if (!accept(parser, WORD_NAMESPACE)) {
        accept(parser, WORD_TYPENAME);
    }
    take_name(parser, node);
    read_attributes(parser, node);
    if (accept(parser, '=')) {
        read_type(parser, node);
    }
}

// namespace = "inline"? "namespace" name? "{" declaration* "}" | "extern" string "{" declaration* "}"
static bool read_namespace(struct parser *parser, struct node *node) {
    const bool linkage = at(parser, WORD_EXTERN) && peek(parser, 1) == WORD_STRING && peek(parser, 2) == '{';
    const bool is_inline = at(parser, WORD_SPECIFIER) && peek(parser, 1) == WORD_NAMESPACE;
    if (!linkage && !is_inline && !at(parser, WORD_NAMESPACE)) {
        return false;
    }
    node->kind = NODE_NAMESPACE;
    parser->at += linkage || is_inline ? 2 : 1;
    read_attributes(parser, node);
    take_name(parser, node);
    if (at(parser, '{')) {
        read_braces(parser, node, read_declaration_of_file);
    } else {
        if (accept(parser, '=')) {
            try_name(parser, node);
        }
        read_semicolon(parser, node, parser->at);
    }
    return true;
}

// template = "template" "<" parameters ">" ("requires" expression)?
static void read_templates(struct parser *parser, struct node *node) {
    while (at(parser, WORD_TEMPLATE)) {
        if (peek(parser, 1) != '<') {
            parser->at++; // template void f<int>(int);
            return;
        }
        struct node *template = node_begin(parser, node, NODE_TEMPLATE);
        parser->at++;
        read_bracket(parser, template, read_parameters);
        if (accept(parser, WORD_REQUIRES)) {
            read_assignment(parser, template);
        }
        node_end(parser, template);
    }
}

// declared = "typedef"? words (function | (declarator ("," declarator)*)? ";")
static void read_declared(struct parser *parser, struct node *node, int begin, enum node_kind scope) {
    const bool is_typedef = accept(parser, WORD_TYPEDEF);
    struct node *type = node_begin(parser, node, NODE_TYPE);
    read_type_words(parser, type, scope);
    node_end(parser, type);
    if (!is_typedef && find_parameters(parser, scope) != NO_WORD) {
        read_function(parser, node, begin);
        return;
    }
    while (parser->at < parser->limit && !at(parser, ';') && !parser->failed) {
        if (parser->at > begin && parser->words[parser->at].first && !is_one_of(peek(parser, 0), "*(&[:") &&
            behind_name(parser, parser->at) == parser->at) {
            break; // struct { } without `;`
        }
        read_declarator(parser, node, is_typedef ? NODE_ANY : scope);
        if (node->name == NO_TOKEN) {
            node->name = node->last->name;
        }
        if (!accept(parser, ',')) {
            break;
        }
    }
    read_semicolon(parser, node, begin);
}

// declaration = template* (using | namespace | static_assert "(" arguments ")" ";" | declared)
void read_declaration(struct parser *parser, struct node *parent, enum node_kind scope) {
    struct node *node = node_begin(parser, parent, NODE_DECLARATION);
    const int begin = parser->at;
    read_templates(parser, node);
    if (read_namespace(parser, node)) {
    } else if (at(parser, WORD_USING)) {
        read_using(parser, node);
        read_semicolon(parser, node, begin);
    } else if (accept(parser, WORD_STATIC_ASSERT)) {
        try_bracket(parser, node, '(', read_arguments);
        read_semicolon(parser, node, begin);
    } else {
        read_declared(parser, node, begin, scope);
    }
    node_end(parser, node);
}

// enumerator = name ("=" expression)? ","?
static void read_enumerator(struct parser *parser, struct node *parent) {
    struct node *node = node_begin(parser, parent, NODE_DECLARATOR);
    if (at(parser, WORD_NAME)) {
        take_name(parser, node);
        read_attributes(parser, node);
        read_initial_value(parser, node, NODE_ANY);
    }
    if (parser->at < parser->limit && !at(parser, ',')) {
        node_broken(parser, node, parser->at + 1);
    }
    node_end(parser, node);
    accept(parser, ',');
}

// Is it `name(` without a type before it: a constructor, a macro, or `main() {`?
static bool is_function_without_type(const struct parser *parser) {
    const int end = behind_name(parser, parser->at), match = match_of(parser, end);
    const enum word next = match != NO_WORD ? word_of(parser, match + 1) : WORD_END;
    return end > parser->at && word_of(parser, end) == '(' && next != '(' && next != '.' && next != '<';
}

// A declaration in a struct.
static void read_member(struct parser *parser, struct node *parent) {
    if (at(parser, WORD_ACCESS) && peek(parser, 1) == ':') {
        node_of_words(parser, parent, NODE_ACCESS, 2);
    } else if (at(parser, ';') || at(parser, '}')) {
        read_statement(parser, parent);
    } else if (!read_macro(parser, parent, NODE_MEMBERS)) {
        read_declaration(parser, parent, NODE_MEMBERS);
    }
}

void read_members(struct parser *parser, struct node *parent, bool is_enum) {
    read_block(parser, parent, NODE_MEMBERS, is_enum ? read_enumerator : read_member);
}

// A declaration of a file or a namespace; or a statement, if there is a brace too many before it.
void read_declaration_of_file(struct parser *parser, struct node *parent) {
    if (read_macro(parser, parent, NODE_FILE)) {
    } else if (begins_declaration(parser) || is_function_without_type(parser)) {
        read_declaration(parser, parent, NODE_FILE);
    } else {
        read_statement(parser, parent);
    }
}
