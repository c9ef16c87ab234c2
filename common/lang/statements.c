// Statements, blocks, and directives.
#include "parser.h"

// Directives before the next word become nodes, but no line markers, and none of an #if that is left out.
void read_directives(struct parser *parser, struct node *parent) {
    const struct tree *tree = parser->tree;
    const int end = parser->words[parser->at].token;
    for (int i = token_here(parser); i < end; i++) {
        if (tree->tokens[i].kind != TOKEN_DIRECTIVE) {
            continue;
        }
        const bool is_read = tree->tokens[i + 1].kind != TOKEN_NUMBER && parser->skips[i] == 0;
        struct node *node = is_read ? node_begin(parser, parent, NODE_DIRECTIVE) : NULL;
        parser->directive = directive_end(tree, i);
        if (node != NULL) {
            node->first = i;
            node->name = i + 1 < parser->directive ? i + 1 : NO_TOKEN;
            node_end(parser, node);
        }
        i = parser->directive - 1;
    }
}

// Has a block whose `}` is missing ended: is the next line indented no more than that of its `{`?
static bool ends_by_indentation(const struct parser *parser, int open) {
    const struct word_at *brace = &parser->words[open], *word = &parser->words[parser->at];
    const bool indented = !brace[1].first || brace[1].indent > brace->indent;
    return indented && word->first && word->indent <= brace->indent && word->word != '#';
}

static void read_items(struct parser *parser, struct node *node, int open, reads *read) {
    for (;;) {
        read_directives(parser, node);
        if (parser->at >= parser->limit || parser->failed ||
            (open != NO_WORD && ends_by_indentation(parser, open))) {
            return;
        }
        const int before = parser->at;
        read(parser, node);
        if (parser->at == before) {
            node_broken(parser, node, before + 1);
        }
    }
}

void read_declarations(struct parser *parser, struct node *parent) {
    read_items(parser, parent, NO_WORD, read_declaration_of_file);
}

void read_statements(struct parser *parser, struct node *parent) {
    read_items(parser, parent, NO_WORD, read_statement);
}

void read_braces(struct parser *parser, struct node *node, reads *read) {
    const int open = parser->at, match = match_of(parser, open), limit = parser->limit;
    if (!go_deeper(parser, node, limit)) {
        return;
    }
    parser->at++;
    parser->limit = match != NO_WORD ? match : limit;
    read_items(parser, node, match != NO_WORD ? NO_WORD : open, read);
    parser->limit = limit;
    if (match != NO_WORD) {
        parser->at = match + 1;
    } else {
        node_missing(parser, node);
    }
    parser->depth--;
}

// block = "{" statement* "}"
void read_block(struct parser *parser, struct node *parent, enum node_kind kind, reads *read) {
    struct node *node = node_begin(parser, parent, kind);
    read_braces(parser, node, read != NULL ? read : read_statement);
    node_end(parser, node);
}

void read_semicolon(struct parser *parser, struct node *statement, int begin) {
    if (accept(parser, ';')) {
        return;
    }
    const struct word_at *word = &parser->words[parser->at];
    if (parser->at == parser->limit) {
        if (word->word != ')' && word->word != ':') { // of a head, or of a macro
            node_missing(parser, statement);
        }
    } else if (word->word == '}' || word->word == '{' || word->first || word->marked) {
        node_missing(parser, statement);
    } else {
        node_broken(parser, statement, broken_end(parser, begin));
    }
}

// ------------------------------------------------------------------------------------------------------- macros
// macro = name ("(" arguments ")")? statement?     in capital letters, or NAME(...) { }
bool read_macro(struct parser *parser, struct node *parent, enum node_kind scope) {
    const struct word_at *words = parser->words, *name = &words[parser->at];
    if (!at(parser, WORD_NAME)) {
        return false;
    }
    const bool has_arguments = peek(parser, 1) == '(';
    const int match = has_arguments ? match_of(parser, parser->at + 1) : parser->at;
    if (match == NO_WORD) {
        return false;
    }
    const struct word_at *next = &words[match + 1];
    const enum word word = match + 1 < parser->limit ? (enum word)next->word : WORD_END;
    const bool is_body = word == '{' && (scope != NODE_MEMBERS || !has_arguments) &&
                         (name->capital || (has_arguments && scope == NODE_BLOCK));
    const bool begins = word == '}' || word == WORD_END || word == '~' ||
                        (word >= WORD_NAME && word != WORD_STRING && word != WORD_SIGN);
    const bool ends = word == ';' && scope == NODE_FILE && has_arguments && name->capital;
    if (!is_body && !ends &&
        !(name->capital && begins && (next->first || (has_arguments && scope == NODE_BLOCK)))) {
        return false;
    }
    if (scope != NODE_BLOCK && !has_arguments && !is_body) {
        return false; // a specifier
    }
    struct node *node = node_begin(parser, parent, NODE_MACRO);
    const bool deeper = !next->first || next->indent > name->indent;
    node->name = name->token;
    read_name(parser, node);
    if (has_arguments) {
        struct node *call = node_around(parser, node->last, NODE_CALL);
        read_bracket(parser, call, read_arguments);
        node_end(parser, call);
    }
    if (is_body) {
        read_block(parser, node, NODE_BLOCK, NULL);
    } else if (scope == NODE_BLOCK && word != '}' && word != WORD_END && word != WORD_ELSE && deeper &&
               !next->marked) {
        read_statement(parser, node);
    } else if (ends) {
        parser->at++;
    }
    node_end(parser, node);
    return true;
}

// ---------------------------------------------------------------------------------------------------- statements
// Is there a top-level `wanted` before the limit, and before `before`? Its word, or NO_WORD.
static int find_in_head(const struct parser *parser, char wanted, char before) {
    bool question = false;
    for (int i = parser->at; i < parser->limit; i++) {
        const enum word word = (enum word)parser->words[i].word;
        const int match = match_of(parser, i);
        if (match != NO_WORD) {
            i = match;
        } else if (pair_at(parser, i, ':', ':')) {
            i++;
        } else if (word == (unsigned char)wanted && !question) {
            return i;
        } else if (word == (unsigned char)before || (is_statement_word(word) && i > parser->at)) {
            return NO_WORD;
        }
        question |= word == '?' && wanted == ':';
    }
    return NO_WORD;
}

static void read_simple(struct parser *parser, struct node *parent) {
    const int begin = parser->at;
    if (at(parser, ';')) {
        node_of_words(parser, parent, NODE_EMPTY, 1);
    } else if (begins_declaration(parser)) {
        read_declaration(parser, parent, NODE_BLOCK);
    } else {
        struct node *node = node_begin(parser, parent, NODE_EXPRESSION);
        read_expression(parser, node);
        read_semicolon(parser, node, begin);
        node_end(parser, node);
    }
}

// The words in the parentheses of a `for`.
static void read_for_head(struct parser *parser, struct node *head) {
    const int colon = find_in_head(parser, ':', ';'), limit = parser->limit;
    if (colon != NO_WORD) {
        head->parent->kind = NODE_RANGE_FOR;
        parser->limit = colon;
        read_declaration(parser, head, NODE_BLOCK);
        if (parser->at < colon) {
            node_broken(parser, head, colon);
        }
        parser->limit = limit;
        parser->at = colon + 1;
        read_expression(parser, head);
        return;
    }
    for (int i = 0; i < 2; i++) {
        if (parser->at == parser->limit) {
            node_missing(parser, head);
        } else {
            const int semicolon = find_in_head(parser, ';', '\0');
            parser->limit = semicolon != NO_WORD ? semicolon + 1 : limit;
            read_simple(parser, head);
            if (semicolon == NO_WORD) {
                node_missing(parser, head);
            }
            parser->limit = limit;
        }
    }
    if (parser->at < parser->limit) {
        read_expression(parser, head);
    }
}

// condition = (simple ";")? (declaration | expression)     a declaration has an initial value
static void read_condition(struct parser *parser, struct node *head) {
    enum certainty certainty;
    if (find_in_head(parser, ';', '\0') != NO_WORD) {
        read_simple(parser, head);
    }
    const int end = behind_type(parser, parser->at, &certainty);
    const bool declares = certainty != TYPE_NOT && end + 1 < parser->limit &&
                          parser->words[end].word == WORD_NAME &&
                          (parser->words[end + 1].word == '=' || parser->words[end + 1].word == '{') &&
                          !pair_at(parser, end + 1, '=', '=');
    if (declares) {
        read_declaration(parser, head, NODE_BLOCK);
    } else if (parser->at < parser->limit) {
        read_expression(parser, head);
    } else {
        node_missing(parser, head);
    }
}

static void read_head(struct parser *parser, struct node *node, reads *read) {
    struct node *head = node_begin(parser, node, NODE_HEAD);
    if (!try_bracket(parser, head, '(', read)) {
        node_missing(parser, head);
    }
    node_end(parser, head);
}

static void read_body(struct parser *parser, struct node *node) {
    const enum word word = peek(parser, 0);
    if (word == WORD_END || word == '}' || word == WORD_ELSE ||
        (parser->words[parser->at].marked && word != '{')) {
        node_missing(parser, node);
    } else {
        read_statement(parser, node);
    }
}

// if = "if" "constexpr"? head statement ("else" statement)?
static void read_if(struct parser *parser, struct node *node) {
    parser->at++;
    accept(parser, WORD_SPECIFIER);
    read_head(parser, node, read_condition);
    read_body(parser, node);
    if (accept(parser, WORD_ELSE)) {
        read_body(parser, node);
    }
}

// catches = ("catch" "(" parameters ")" block)*
void read_catches(struct parser *parser, struct node *node) {
    while (at(parser, WORD_CATCH)) {
        struct node *handler = node_begin(parser, node, NODE_CATCH);
        parser->at++;
        if (at(parser, '(')) {
            read_bracket_as(parser, handler, NODE_PARAMETERS, read_parameters);
        }
        read_body(parser, handler);
        node_end(parser, handler);
    }
}

// case = "case" expression ("..." expression)? ":" | "default" ":"
static void read_case(struct parser *parser, struct node *node) {
    const int colon = find_in_head(parser, ':', ';'), limit = parser->limit;
    if (!accept(parser, WORD_DEFAULT)) {
        parser->at++;
        parser->limit = colon != NO_WORD ? colon : limit;
        read_assignment(parser, node);
        if (node->last->kind == NODE_POSTFIX && parser->at < parser->limit) {
            read_assignment(parser, node); // case 1 ... 5:
        }
        parser->limit = limit;
    }
    if (!accept(parser, ':')) {
        node_missing(parser, node);
    }
}

// asm = "asm" "volatile"? "(" words ")" ";"
static void read_asm(struct parser *parser, struct node *node, int begin) {
    parser->at++;
    while (at(parser, WORD_CONST) || at(parser, WORD_SPECIFIER) || at(parser, WORD_GOTO)) {
        parser->at++;
    }
    if (match_of(parser, parser->at) != NO_WORD) {
        parser->at = match_of(parser, parser->at) + 1;
    }
    read_semicolon(parser, node, begin);
}

static enum node_kind kind_of(enum word word) {
    static const unsigned char kinds[] = {
        [WORD_IF] = NODE_IF,         [WORD_FOR] = NODE_FOR,       [WORD_WHILE] = NODE_WHILE,
        [WORD_DO] = NODE_DO,         [WORD_SWITCH] = NODE_SWITCH, [WORD_CASE] = NODE_CASE,
        [WORD_DEFAULT] = NODE_CASE,  [WORD_BREAK] = NODE_BREAK,   [WORD_CONTINUE] = NODE_CONTINUE,
        [WORD_RETURN] = NODE_RETURN, [WORD_GOTO] = NODE_GOTO,     [WORD_TRY] = NODE_TRY,
        [WORD_ASM] = NODE_ASM};
    return word < sizeof(kinds) ? (enum node_kind)kinds[word] : NODE_ANY;
}

// What begins with a word of its own.
static void read_known_statement(struct parser *parser, struct node *node) {
    const int begin = parser->at;
    switch ((int)node->kind) {
    case NODE_IF:
        read_if(parser, node);
        break;
    case NODE_FOR:
    case NODE_WHILE:
    case NODE_SWITCH:
        parser->at++;
        read_head(parser, node, node->kind == NODE_FOR ? read_for_head : read_condition);
        read_body(parser, node);
        break;
    case NODE_DO: // do = "do" statement "while" head ";"
        parser->at++;
        read_body(parser, node);
        if (accept(parser, WORD_WHILE)) {
            read_head(parser, node, read_condition);
            read_semicolon(parser, node, begin);
        } else {
            node_missing(parser, node);
        }
        break;
    case NODE_TRY:
        parser->at++;
        read_body(parser, node);
        read_catches(parser, node);
        break;
    case NODE_CASE:
        read_case(parser, node);
        break;
    case NODE_ASM:
        read_asm(parser, node, begin);
        break;
    default: // return, break, continue, goto
        parser->at++;
        if (node->kind == NODE_GOTO && at(parser, WORD_NAME)) {
            node->name = parser->words[parser->at++].token;
        } else if (node->kind == NODE_RETURN && parser->at < parser->limit && !at(parser, ';') &&
                   !at(parser, '}') && !parser->words[parser->at].marked) {
            read_expression(parser, node);
        }
        read_semicolon(parser, node, begin);
    }
}

// statement = block | ";" | label | if | ... | macro | declaration | expression ";"
void read_statement(struct parser *parser, struct node *parent) {
    const enum word word = peek(parser, 0);
    const enum node_kind kind = kind_of(word);
    if (!go_deeper(parser, parent, parser->depth > DEPTH_MAX ? broken_end(parser, parser->at) : 0)) {
        return;
    }
    if (kind != NODE_ANY) {
        struct node *node = node_begin(parser, parent, kind);
        read_known_statement(parser, node);
        node_end(parser, node);
    } else if (word == '{') {
        read_block(parser, parent, NODE_BLOCK, NULL);
    } else if (word == '}' || word == ')' || word == ']' || word == WORD_ELSE || word == WORD_CATCH) {
        node_broken(parser, parent, parser->at + 1);
    } else if (word == WORD_NAME && peek(parser, 1) == ':' && !pair_at(parser, parser->at + 1, ':', ':')) {
        const int name = parser->words[parser->at].token;
        node_of_words(parser, parent, NODE_LABEL, 2)->name = name;
    } else if (!read_macro(parser, parent, NODE_BLOCK)) {
        read_simple(parser, parent);
    }
    parser->depth--;
}
