// Finds the matching bracket of each bracket, and the scope of each place that may need rewriting.
//
// This takes one pass over the tokens with a stack of open brackets. The stack is a linked list, and its
// nodes never change. So `#else` can restore the stack of its `#if`: both branches may open the same brace.
#include "source.h"

#include <stdlib.h>

enum { NO_NODE = -1 };

// An open bracket.
struct node {
    token_index token;
    int up;           // the enclosing bracket
    int solid, brace; // the innermost bracket other than `<`, and the innermost `{`; this one counts
    enum scope scope; // of the tokens directly inside it
};

// What the current statement has contained so far outside brackets. This decides what its `{` opens.
struct statement {
    int has_namespace, has_struct, has_parenthesis;
};

struct brackets {
    struct source *source;
    struct node *nodes;
    size_t count, capacity;
    int top;           // innermost open bracket
    int *conditionals; // the value of `top` at each open #if
    size_t conditional_count, conditional_capacity;
    struct statement statement;
    int macro; // inside the body of a #define, which has its own stack and statements
    int top_before_macro;
    struct statement statement_before_macro;
};

static void begin_statement(struct brackets *b) {
    b->statement = (struct statement){0};
}

static int top_is(const struct brackets *b, char open) {
    return b->top != NO_NODE && is_character(b->source, b->nodes[b->top].token, open);
}

static enum scope scope_here(const struct brackets *b) {
    if (b->top == NO_NODE) {
        return b->macro ? SCOPE_FUNCTION : SCOPE_FILE;
    }
    return b->nodes[b->top].scope;
}

// The scope of the tokens between the `{` at i and its `}`.
static enum scope scope_of_brace(const struct brackets *b, token_index i) {
    enum scope around = scope_here(b);
    int is_linkage = i >= 2 && is_kind(b->source, i - 1, TOKEN_STRING) && is_word(b->source, i - 2, "extern");
    if ((b->statement.has_namespace || is_linkage) && around != SCOPE_NESTED) {
        return around;
    }
    return b->statement.has_struct && !b->statement.has_parenthesis ? SCOPE_STRUCT : SCOPE_FUNCTION;
}

static int push(struct brackets *b, token_index i, char open) {
    if (grow(&b->nodes, &b->capacity, b->count + 1, sizeof(*b->nodes)) != 0) {
        return source_out_of_memory(b->source);
    }
    int self = (int)b->count++;
    struct node *node = &b->nodes[self];
    node->token = i;
    node->up = b->top;
    node->solid = open != '<' ? self : b->top == NO_NODE ? NO_NODE : b->nodes[b->top].solid;
    node->brace = open == '{' ? self : b->top == NO_NODE ? NO_NODE : b->nodes[b->top].brace;
    node->scope = open == '{' ? scope_of_brace(b, i) : SCOPE_NESTED;
    b->top = self;
    if (open == '{') {
        begin_statement(b);
    }
    return 0;
}

static void pop(struct brackets *b, token_index i) {
    const struct node *node = &b->nodes[b->top];
    token_index *match = b->source->match;
    if (match[node->token] == NO_TOKEN) {
        match[node->token] = i;
    }
    match[i] = node->token;
    b->top = node->up;
}

// A `<` that is still open at the end of its statement or bracket was a less-than sign.
static void drop_less_thans(struct brackets *b) {
    if (b->top != NO_NODE) {
        b->top = b->nodes[b->top].solid;
    }
}

static void close_bracket(struct brackets *b, token_index i, char open) {
    drop_less_thans(b);
    if (open == '{' && b->top != NO_NODE) { // also closes unclosed parentheses
        b->top = b->nodes[b->top].brace;
    }
    if (top_is(b, open)) {
        pop(b, i);
    }
    if (open == '{') {
        begin_statement(b);
    }
}

// Returns how many `<` it has read here.
static int read_less_than(struct brackets *b, token_index i) {
    const struct source *source = b->source;
    if (is_pair(source, i, "<<")) { // as Visual Studio formats a launch: << <
        return is_character(source, i + 2, '<') ? 3 : 2;
    }
    int opens = i > 0 && is_kind(source, i - 1, TOKEN_IDENTIFIER) && !is_word(source, i - 1, "operator") &&
                !is_pair(source, i, "<=");
    if (opens && push(b, i, '<') != 0) {
        return -1;
    }
    return 1;
}

static void read_greater_than(struct brackets *b, token_index i) {
    int arrow = i > 0 && is_pair(b->source, i - 1, "->");
    if (top_is(b, '<') && !arrow && !is_pair(b->source, i, ">=")) {
        const struct node *less = &b->nodes[b->top];
        const int in_parentheses =
            less->up != NO_NODE && is_character(b->source, b->nodes[less->up].token, '(');
        if (is_comparison_pair(b->source, less->token, i, in_parentheses)) {
            b->top = less->up;
        } else {
            pop(b, i);
        }
    }
}

static int read_directive(struct brackets *b, token_index i) {
    static const char *const begins[] = {"if", "ifdef", "ifndef", NULL};
    static const char *const branches[] = {"else", "elif", "elifdef", "elifndef", NULL};
    struct source *source = b->source;
    struct token *token = &source->tokens[i];
    token->kind = TOKEN_IDENTIFIER; // for is_one_of
    int begin = is_one_of(source, i, begins), branch = is_one_of(source, i, branches);
    int end = is_word(source, i, "endif"), define = is_word(source, i, "define");
    token->kind = TOKEN_DIRECTIVE;

    if (begin) {
        if (grow(&b->conditionals, &b->conditional_capacity, b->conditional_count + 1,
                 sizeof(*b->conditionals)) != 0) {
            return source_out_of_memory(source);
        }
        b->conditionals[b->conditional_count++] = b->top;
    } else if (branch && b->conditional_count > 0) {
        b->top = b->conditionals[b->conditional_count - 1];
    } else if (end && b->conditional_count > 0) {
        b->conditional_count--;
    } else if (define) {
        b->macro = 1;
        b->top_before_macro = b->top;
        b->statement_before_macro = b->statement;
        b->top = NO_NODE;
        begin_statement(b);
    }
    return 0;
}

static int add_site(struct brackets *b, token_index i, enum site_kind kind) {
    struct source *source = b->source;
    if (grow(&source->sites, &source->site_capacity, source->site_count + 1, sizeof(*source->sites)) != 0) {
        return source_out_of_memory(source);
    }
    source->sites[source->site_count++] = (struct site){kind, scope_here(b), b->macro, i};
    return 0;
}

static int read_word(struct brackets *b, token_index i) {
    static const char *const struct_words[] = {"struct", "class", "union", "enum", NULL};
    static const char *const words[] = {"__shared__", "__device__", "__constant__", "__managed__"};
    static const enum site_kind kinds[] = {SITE_SHARED, SITE_DEVICE, SITE_CONSTANT, SITE_MANAGED};
    for (size_t k = 0; k < sizeof(words) / sizeof(*words); k++) {
        if (is_word(b->source, i, words[k])) {
            return add_site(b, i, kinds[k]);
        }
    }
    if (scope_here(b) != SCOPE_NESTED) {
        b->statement.has_namespace |= is_word(b->source, i, "namespace");
        b->statement.has_struct |= is_one_of(b->source, i, struct_words);
    }
    return 0;
}

// Reads one token, or several `<`. Returns how many, or -1.
static int read_token(struct brackets *b, token_index i) {
    struct source *source = b->source;
    const struct token *token = &source->tokens[i];
    int read = 1;
    switch (token->kind) {
    case TOKEN_DIRECTIVE:
        return read_directive(b, i) == 0 ? 1 : -1;
    case TOKEN_DIRECTIVE_END:
        if (b->macro) {
            b->macro = 0;
            b->top = b->top_before_macro;
            b->statement = b->statement_before_macro;
        }
        return 1;
    case TOKEN_IDENTIFIER:
        return read_word(b, i) == 0 ? 1 : -1;
    case TOKEN_PUNCTUATION:
        break;
    default:
        return 1;
    }

    char c = source->text[token->offset];
    switch (c) {
    case '(':
        if (scope_here(b) != SCOPE_NESTED && !(i > 0 && takes_parentheses(source, i - 1))) {
            b->statement.has_parenthesis = 1;
        }
        return push(b, i, c) == 0 ? 1 : -1;
    case '[':
    case '{':
        return push(b, i, c) == 0 ? 1 : -1;
    case ')':
        close_bracket(b, i, '(');
        break;
    case ']':
        close_bracket(b, i, '[');
        break;
    case '}':
        close_bracket(b, i, '{');
        break;
    case '<':
        read = read_less_than(b, i);
        if (read == 3 && add_site(b, i, SITE_LAUNCH) != 0) {
            return -1;
        }
        break;
    case '>':
        read_greater_than(b, i);
        break;
    case ';':
        drop_less_thans(b);
        if (scope_here(b) != SCOPE_NESTED) {
            begin_statement(b);
        }
        break;
    }
    return read;
}

int source_find_brackets(struct source *source) {
    struct brackets b = {.source = source, .top = NO_NODE};
    int read = 1;
    source->match = malloc(source->count * sizeof(*source->match));
    if (!source->match) {
        return source_out_of_memory(source);
    }
    for (size_t i = 0; i < source->count; i++) {
        source->match[i] = NO_TOKEN;
    }
    for (size_t i = 0; i < source->count && read > 0; i += (size_t)read) {
        read = read_token(&b, (token_index)i);
    }
    free(b.nodes);
    free(b.conditionals);
    return read > 0 ? 0 : -1;
}
