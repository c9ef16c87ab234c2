#include "message_braces.h"

#include <stdio.h>
#include <string.h>

#include "token.h"

enum { DEPTH_MAX = 256, TAB = 4 };

// A `{` whose `}` has not come yet.
struct open_brace {
    int line, indentation; // indentation: of the line in which its statement begins
};

static int indentation_of(const char *text, size_t offset) {
    size_t start = offset;
    while (start > 0 && text[start - 1] != '\n') {
        start--;
    }
    int columns = 0;
    for (; text[start] == ' ' || text[start] == '\t'; start++) {
        columns += text[start] == '\t' ? TAB - columns % TAB : 1;
    }
    return columns;
}

static bool begins_line(const char *text, size_t offset) {
    while (offset > 0 && (text[offset - 1] == ' ' || text[offset - 1] == '\t')) {
        offset--;
    }
    return offset == 0 || text[offset - 1] == '\n';
}

struct lone_brace message_braces_find(const char *text, size_t length) {
    struct open_brace open[DEPTH_MAX];
    struct tokenizer tokenizer;
    int depth = 0, round = 0; // round: open `(`
    size_t statement = 0;     // where it begins
    bool begins = true;       // does the next token begin one?
    bool in_directive = false;
    tokenizer_start(&tokenizer, text, length);
    for (struct token token = token_next(&tokenizer); token.kind != TOKEN_END;
         token = token_next(&tokenizer)) {
        in_directive = token.kind == TOKEN_DIRECTIVE || (in_directive && token.kind != TOKEN_DIRECTIVE_END);
        if (token_is_space(&token) || in_directive) { // a macro's braces have their partners in the macro
            continue;
        }
        statement = begins ? token.offset : statement;
        begins = false;
        if (token_is(text, &token, "(")) {
            round++;
        } else if (token_is(text, &token, ")")) {
            round -= round > 0;
        } else if (token_is(text, &token, ";") || token.kind == TOKEN_DIRECTIVE_END) {
            begins = round == 0;
        } else if (token_is(text, &token, "{")) {
            if (depth == DEPTH_MAX) {
                return (struct lone_brace){.line = 0};
            }
            open[depth++] = (struct open_brace){token.line, indentation_of(text, statement)};
            begins = true;
            round = 0;
        } else if (token_is(text, &token, "}")) {
            int indentation = indentation_of(text, token.offset);
            const struct open_brace *opened = depth > 0 ? &open[depth - 1] : NULL;
            if (opened == NULL || (begins_line(text, token.offset) && indentation > opened->indentation)) {
                return (struct lone_brace){token.line, false};
            }
            if (begins_line(text, token.offset) && indentation < opened->indentation) {
                return (struct lone_brace){opened->line, true};
            }
            depth--;
            begins = true;
            round = 0;
        }
    }
    return depth > 0 ? (struct lone_brace){open[depth - 1].line, true} : (struct lone_brace){.line = 0};
}

int message_unclosed_line(const char *message, const char *text, size_t length, char *name, size_t size) {
    static const char begin[] = "unterminated argument list invoking macro \"";
    struct tokenizer tokenizer;
    int line = 0, depth = 0; // of the call that is not closed yet
    bool is_name = false, in_directive = false;
    if (strncmp(message, begin, strlen(begin)) != 0) {
        return 0;
    }
    message += strlen(begin);
    snprintf(name, size, "%.*s", (int)strcspn(message, "\""), message);
    tokenizer_start(&tokenizer, text, length);
    for (struct token token = token_next_word(&tokenizer); token.kind != TOKEN_END;
         token = token_next_word(&tokenizer)) {
        in_directive = token.kind == TOKEN_DIRECTIVE || (in_directive && token.kind != TOKEN_DIRECTIVE_END);
        if (in_directive) {
            continue;
        }
        const bool opens = token_is(text, &token, "(");
        if (depth > 0) {
            depth += opens - token_is(text, &token, ")");
        } else if (opens && is_name) {
            depth = 1;
            line = token.line;
        }
        is_name = token_is(text, &token, name);
    }
    return depth > 0 ? line : 0;
}

bool message_braces_is_cause(const char *message) {
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

// Is the word that the message names after "before" this token? nvcc's messages name none.
static bool is_named(const char *message, const char *text, const struct token *token) {
    static const char before[] = " before ";
    const char *word = strstr(message, before);
    if (word == NULL) {
        return true;
    }
    word += strlen(before);
    word += *word == '\'';
    return strncmp(word, text + token->offset, token->length) == 0;
}

int message_semicolon_line(const char *message, const char *text, size_t length, int line) {
    struct tokenizer tokenizer;
    struct token last = {.line = 0};
    bool in_directive = false;
    if (strncmp(message, "expected ", strlen("expected ")) != 0 ||
        (strstr(message, "';' before") == NULL && strcmp(message, "expected a \";\"") != 0)) {
        return 0;
    }
    tokenizer_start(&tokenizer, text, length);
    for (struct token token = token_next(&tokenizer); token.kind != TOKEN_END && token.line <= line;
         token = token_next(&tokenizer)) {
        in_directive = token.kind == TOKEN_DIRECTIVE || (in_directive && token.kind != TOKEN_DIRECTIVE_END);
        if (token_is_space(&token) || in_directive || token.kind == TOKEN_DIRECTIVE_END) {
            continue;
        }
        if (token.line == line) {
            const bool ends = last.line == 0 || token_is(text, &last, ";") || token_is(text, &last, "{") ||
                              token_is(text, &last, "}");
            return ends || !is_named(message, text, &token) ? 0 : last.line;
        }
        last = token;
    }
    return 0;
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

// Does a type stand before the name, and after it what follows a variable's name? `before`, `after`: the tokens there.
static bool is_declared(const char *text, const struct token *before, const struct token *after) {
    static const char *const signs[] = {"=", ";", "[", ","};
    bool follows = false;
    for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++) {
        follows |= token_is(text, after, signs[i]);
    }
    return follows && !token_is(text, before, "return") && !token_is(text, before, "goto") &&
           (before->kind == TOKEN_IDENTIFIER || token_is(text, before, "*"));
}

int message_ended_scope(const char *message, const char *text, size_t length, int line, char *name,
                        size_t size) {
    struct tokenizer tokenizer;
    struct token before = {.kind = TOKEN_END}, token, after;
    int depth = 0, found = 0;
    if (!undeclared_name(message, name, size)) {
        return 0;
    }
    tokenizer_start(&tokenizer, text, length);
    for (token = token_next_word(&tokenizer); token.kind != TOKEN_END && token.line < line; token = after) {
        after = token_next_word(&tokenizer);
        depth += token_is(text, &token, "{");
        depth -= token_is(text, &token, "}");
        if (depth == 0) { // of another function
            found = 0;
        } else if (token_is(text, &token, name) && is_declared(text, &before, &after)) {
            found = token.line;
        }
        before = token;
    }
    return found;
}
