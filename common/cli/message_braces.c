#include "message_braces.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "questions.h"
#include "text_file.h"
#include "tree.h"

// The tree of the student's file that the message is about; NULL: it is about another file. tree_of() would keep it,
// but ./lab watch builds a file many times.
static struct tree *read_tree(const struct message *message) {
    size_t length;
    char *text = message_is_course(message->file) ? NULL : text_file_read(message->file, &length);
    struct tree *tree = text != NULL ? tree_read(text, length) : NULL;
    if (tree != NULL) {
        tree->owned_text = text;
    } else {
        free(text);
    }
    return tree;
}

static int line_of(const struct tree *tree, int token) {
    return tree_text_line(tree, tree->tokens[token].offset);
}

// Is something missing here?
static bool is_gap(const struct node *node) {
    return node != NULL && node->kind == NODE_BROKEN && node->first == node->end;
}

static bool is_brace_error(const char *message) {
    static const char *const texts[] = {"function-definition is not allowed here",
                                        "function definition is not allowed here",
                                        "expected '}'",
                                        "expected a \"}\"",
                                        "expected declaration before '}'",
                                        "extraneous closing brace",
                                        "expected unqualified-id before"};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        if (strstr(message, texts[i]) != NULL) {
            return true;
        }
    }
    return false;
}

struct lone_brace message_lone_brace(const struct message *message) {
    struct lone_brace brace = {.line = 0};
    struct tree *tree = is_brace_error(message->text) ? read_tree(message) : NULL;
    for (const struct node *node = tree != NULL ? tree->file : NULL; node != NULL && brace.line == 0;
         node = tree_next(node, tree->file)) {
        const bool opens = tree_token_is(tree, node->first, "{");
        if ((opens && is_gap(node->last)) ||
            (node->kind == NODE_BROKEN && !is_gap(node) && tree_token_is(tree, node->first, "}"))) {
            brace = (struct lone_brace){line_of(tree, node->first), opens};
        }
    }
    tree_free(tree);
    return brace;
}

int message_unclosed_line(const struct message *message, char *name, size_t size) {
    static const char begin[] = "unterminated argument list invoking macro \"";
    const size_t length = strlen(begin);
    struct tree *tree = strncmp(message->text, begin, length) == 0 ? read_tree(message) : NULL;
    int line = 0;
    if (tree == NULL) {
        return 0;
    }
    snprintf(name, size, "%.*s", (int)strcspn(message->text + length, "\""), message->text + length);
    for (const struct node *call = question_call(tree, tree->file, NULL, name); call != NULL && line == 0;
         call = question_call(tree, tree->file, call, name)) {
        line = is_gap(call->last) ? line_of(tree, call->first) : 0;
    }
    tree_free(tree);
    return line;
}

// Is the word that the message names after "before" this token? nvcc's messages name none.
static bool is_named(const char *message, const struct tree *tree, int token) {
    static const char before[] = " before ";
    const char *word = strstr(message, before);
    if (word == NULL) {
        return true;
    }
    word += strlen(before);
    word += *word == '\'';
    return strncmp(word, tree->text + tree->tokens[token].offset, tree->tokens[token].length) == 0;
}

int message_semicolon_line(const struct message *message) {
    const char *text = message->text;
    const bool is_error = strncmp(text, "expected ", strlen("expected ")) == 0 &&
                          (strstr(text, "';' before") != NULL || strcmp(text, "expected a \";\"") == 0);
    const int error_line = atoi(message->place);
    struct tree *tree = is_error ? read_tree(message) : NULL;
    bool in_directive = false;
    int line = 0, last = NO_TOKEN; // the last token before the error's line
    for (int i = 0; tree != NULL && i < tree->token_count && line_of(tree, i) <= error_line; i++) {
        const enum token_kind kind = tree->tokens[i].kind;
        in_directive = kind == TOKEN_DIRECTIVE || (in_directive && kind != TOKEN_DIRECTIVE_END);
        if (in_directive || kind == TOKEN_DIRECTIVE_END) {
            continue;
        }
        if (line_of(tree, i) == error_line) {
            const bool ends = last == NO_TOKEN || tree_token_is(tree, last, ";") ||
                              tree_token_is(tree, last, "{") || tree_token_is(tree, last, "}");
            line = ends || !is_named(text, tree, i) ? 0 : line_of(tree, last);
            break;
        }
        last = i;
    }
    tree_free(tree);
    return line;
}

// The name that the message says is not declared. false: it says something else.
static bool undeclared_name(const char *message, char *name, size_t size) {
    if (strstr(message, "not declared in this scope") == NULL &&
        strstr(message, "undeclared identifier") == NULL && strstr(message, "is undefined") == NULL) {
        return false;
    }
    const char *begin = strpbrk(message, "'\"");
    const char *end = begin != NULL ? strchr(begin + 1, *begin) : NULL;
    if (end != NULL) {
        snprintf(name, size, "%.*s", (int)(end - begin - 1), begin + 1);
    }
    return end != NULL;
}

int message_ended_scope(const struct message *message, char *name, size_t size) {
    struct tree *tree = undeclared_name(message->text, name, size) ? read_tree(message) : NULL;
    const int line = atoi(message->place);
    const struct node *function = tree != NULL ? question_function(tree, line) : NULL;
    int found = 0;
    for (const struct node *node = function; node != NULL; node = tree_next(node, function)) {
        if (node->kind == NODE_DECLARATOR && tree_name_is(tree, node, name) &&
            line_of(tree, node->name) < line) {
            found = line_of(tree, node->name);
        }
    }
    tree_free(tree);
    return found;
}
