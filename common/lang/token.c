#include "token.h"

#include <string.h>

// The position within the current preprocessor directive.
enum directive_state {
    DIRECTIVE_NONE,    // not in a directive
    DIRECTIVE_NAME,    // after `#`, before its name
    DIRECTIVE_INCLUDE, // after `#include`: <...> is a file's name
    DIRECTIVE_LINE,    // after `#line`
    DIRECTIVE_BODY
};

void tokenizer_start(struct tokenizer *tokenizer, const char *text, size_t length) {
    *tokenizer = (struct tokenizer){.text = text, .length = length, .line = 1, .line_start = 1};
}

static int is_blank(int c) {
    return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r';
}

static int is_digit(int c) {
    return c >= '0' && c <= '9';
}

// Bytes from 128 are UTF-8 letters.
static int is_identifier_start(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c >= 128;
}

static int is_identifier(int c) {
    return is_identifier_start(c) || is_digit(c);
}

// As in compilers, which only warn about it, blanks may follow the backslash of a continuation.
size_t token_skip_continuations(const char *text, size_t length, size_t at) {
    while (at < length && text[at] == '\\') {
        size_t end = at + 1;
        while (end < length && is_blank(text[end])) {
            end++;
        }
        if (end == length || text[end] != '\n') {
            break;
        }
        at = end + 1;
    }
    return at;
}

int token_character(const char *text, size_t length, size_t *at) {
    size_t here = token_skip_continuations(text, length, *at);
    if (here >= length) {
        *at = length;
        return -1;
    }
    if (text[here] == '\r' && here + 1 < length && text[here + 1] == '\n') {
        here++;
    }
    *at = here + 1;
    return (unsigned char)text[here];
}

// token_character(), which is called for nearly every character: those that stand for themselves are read here.
static inline int character(const char *text, size_t length, size_t *at) {
    if (*at < length && text[*at] != '\\' && text[*at] != '\r') {
        return (unsigned char)text[(*at)++];
    }
    return token_character(text, length, at);
}

// `end` is the end of the current token. advance() adds one character to it.
static int advance(const struct tokenizer *t, size_t *end) {
    return character(t->text, t->length, end);
}

static int peek(const struct tokenizer *t, size_t end) {
    return advance(t, &end);
}

static int accept(const struct tokenizer *t, size_t *end, int wanted) {
    size_t after = *end;
    if (advance(t, &after) != wanted) {
        return 0;
    }
    *end = after;
    return 1;
}

static size_t read_line_comment(const struct tokenizer *t, size_t end) {
    int c;
    while ((c = peek(t, end)) != -1 && c != '\n') {
        advance(t, &end);
    }
    return end;
}

static size_t read_block_comment(const struct tokenizer *t, size_t end) {
    int before = 0, c;
    while ((c = advance(t, &end)) != -1) {
        if (before == '*' && c == '/') {
            break;
        }
        before = c;
    }
    return end;
}

// Reads from after the opening quote.
static size_t read_quoted(const struct tokenizer *t, size_t end, int quote) {
    for (;;) {
        size_t after = end;
        int c = advance(t, &after);
        if (c == -1 || c == '\n') {
            return end;
        }
        end = after;
        if (c == quote) {
            return end;
        }
        if (c == '\\' && (c = peek(t, end)) != -1 && c != '\n') {
            advance(t, &end);
        }
    }
}

// Reads R"delimiter( ... )delimiter" from after the quote. With an invalid delimiter it is an ordinary
// string.
static size_t read_raw_string(const struct tokenizer *t, size_t end) {
    enum { DELIMITER_MAX = 16 };
    const char *text = t->text;
    size_t delimiter = end, size = 0;
    while (end + size < t->length && size <= DELIMITER_MAX &&
           !memchr(" ()\\\t\v\f\r\n", text[end + size], 9)) {
        size++;
    }
    if (end + size >= t->length || size > DELIMITER_MAX || text[end + size] != '(') {
        return read_quoted(t, end, '"');
    }
    for (end += size + 1; end < t->length; end++) {
        if (text[end] != ')' || t->length - end < size + 2) {
            continue;
        }
        if (memcmp(text + end + 1, text + delimiter, size) == 0 && text[end + 1 + size] == '"') {
            return end + size + 2;
        }
    }
    return end;
}

static size_t read_number(const struct tokenizer *t, size_t end) {
    int before = 0;
    for (;;) {
        size_t after = end;
        int c = advance(t, &after);
        int exponent = before == 'e' || before == 'E' || before == 'p' || before == 'P';
        int separator = c == '\'' && is_identifier(peek(t, after));
        if (!is_identifier(c) && c != '.' && !separator && !(exponent && (c == '+' || c == '-'))) {
            return end;
        }
        end = after;
        before = c;
    }
}

static int is_prefix(const char *text, const struct token *token, int *raw) {
    static const char *const prefixes[] = {"R", "LR", "uR", "UR", "u8R", "L", "u", "U", "u8"};
    for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++) {
        if (token_is(text, token, prefixes[i])) {
            *raw = strchr(prefixes[i], 'R') != NULL;
            return 1;
        }
    }
    return 0;
}

// Reads an identifier, or the string whose prefix it is.
static void read_word(const struct tokenizer *t, struct token *token, size_t end) {
    int raw = 0;
    while (is_identifier(peek(t, end))) {
        advance(t, &end);
    }
    token->kind = TOKEN_IDENTIFIER;
    token->length = end - token->offset;
    int quote = peek(t, end);
    if ((quote != '"' && quote != '\'') || !is_prefix(t->text, token, &raw) || (raw && quote == '\'')) {
        return;
    }
    advance(t, &end);
    token->kind = quote == '"' ? TOKEN_STRING : TOKEN_CHARACTER;
    end = raw ? read_raw_string(t, end) : read_quoted(t, end, quote);
    token->length = end - token->offset;
}

// Reads the file name in an #include from after the opening quote or bracket. Returns 0 if it is not closed.
static size_t read_header(const struct tokenizer *t, size_t end, int close) {
    int c;
    while ((c = advance(t, &end)) != -1 && c != '\n') {
        if (c == close) {
            return end;
        }
    }
    return 0;
}

// Reads any token except blanks and newlines.
static void read_token(const struct tokenizer *t, struct token *token) {
    size_t end = token->offset, after;
    int c = advance(t, &end), next = peek(t, end);
    token->kind = TOKEN_PUNCTUATION;
    if (is_identifier_start(c)) {
        read_word(t, token, end);
        return;
    }
    if (t->directive == DIRECTIVE_INCLUDE && (c == '<' || c == '"') &&
        (after = read_header(t, end, c == '<' ? '>' : '"')) != 0) {
        token->kind = TOKEN_HEADER;
        end = after;
    } else if (is_digit(c) || (c == '.' && is_digit(next))) {
        token->kind = TOKEN_NUMBER;
        end = read_number(t, end);
    } else if (c == '"' || c == '\'') {
        token->kind = c == '"' ? TOKEN_STRING : TOKEN_CHARACTER;
        end = read_quoted(t, end, c);
    } else if (c == '/' && accept(t, &end, '/')) {
        token->kind = TOKEN_COMMENT;
        end = read_line_comment(t, end);
    } else if (c == '/' && accept(t, &end, '*')) {
        token->kind = TOKEN_COMMENT;
        end = read_block_comment(t, end);
    } else if (c == '#' && t->line_start && t->directive == DIRECTIVE_NONE) {
        token->kind = TOKEN_DIRECTIVE;
    }
    token->length = end - token->offset;
}

static size_t read_blanks(const struct tokenizer *t, size_t end) {
    for (;;) {
        size_t start = end;
        end = token_skip_continuations(t->text, t->length, end);
        if (end < t->length && is_blank(t->text[end]) && peek(t, end) != '\n') {
            end++;
        }
        if (end == start) {
            return end;
        }
    }
}

static int next_directive_state(const struct tokenizer *t, const struct token *token) {
    if (token->kind == TOKEN_DIRECTIVE) {
        return DIRECTIVE_NAME;
    }
    if (token->kind == TOKEN_DIRECTIVE_END) {
        return DIRECTIVE_NONE;
    }
    if (t->directive == DIRECTIVE_NONE || token_is_space(token)) {
        return t->directive;
    }
    if (t->directive == DIRECTIVE_NAME &&
        (token_is(t->text, token, "include") || token_is(t->text, token, "include_next") ||
         token_is(t->text, token, "import"))) {
        return DIRECTIVE_INCLUDE;
    }
    if (t->directive == DIRECTIVE_NAME && token_is(t->text, token, "line")) {
        return DIRECTIVE_LINE;
    }
    return DIRECTIVE_BODY;
}

// Counts the lines that end in the token. A `#line` sets the number of the line after it.
static void count_lines(struct tokenizer *t, const struct token *token) {
    for (size_t i = token->offset; i < token->offset + token->length; i++) {
        t->line += t->text[i] == '\n';
        if (t->directive == DIRECTIVE_LINE && token->kind == TOKEN_NUMBER && t->set_line < 100000000) {
            t->set_line = 10 * t->set_line + (is_digit(t->text[i]) ? t->text[i] - '0' : 0);
        }
    }
    if (token->kind == TOKEN_DIRECTIVE_END && t->set_line > 0) {
        t->line = t->set_line;
        t->set_line = 0;
    }
}

struct token token_next(struct tokenizer *t) {
    struct token token = {.kind = TOKEN_END, .line = t->line, .offset = t->offset};
    size_t end = read_blanks(t, t->offset);
    if (t->offset == 0 && t->length >= 3 && memcmp(t->text, "\xEF\xBB\xBF", 3) == 0) {
        end = 3; // a byte order mark
    }
    if (end > t->offset) {
        token.kind = TOKEN_BLANK;
        token.length = end - t->offset;
    } else if (peek(t, t->offset) == '\n') {
        token.kind = t->directive == DIRECTIVE_NONE ? TOKEN_NEWLINE : TOKEN_DIRECTIVE_END;
        advance(t, &end);
        token.length = end - t->offset;
    } else if (t->offset < t->length) {
        read_token(t, &token);
    } else if (t->directive != DIRECTIVE_NONE) {
        token.kind = TOKEN_DIRECTIVE_END;
    }

    count_lines(t, &token);
    t->directive = next_directive_state(t, &token);
    if (token.kind == TOKEN_NEWLINE || token.kind == TOKEN_DIRECTIVE_END) {
        t->line_start = 1;
    } else if (!token_is_space(&token)) {
        t->line_start = 0;
    }
    t->offset += token.length;
    return token;
}

int token_is_space(const struct token *token) {
    return token->kind == TOKEN_BLANK || token->kind == TOKEN_NEWLINE || token->kind == TOKEN_COMMENT;
}

int token_is(const char *text, const struct token *token, const char *word) {
    size_t at = token->offset, end = token->offset + token->length;
    if (at < end && text[at] != *word && text[at] != '\\') {
        return 0; // nearly always
    }
    while (*word) {
        if (character(text, end, &at) != (unsigned char)*word++) {
            return 0;
        }
    }
    return token_skip_continuations(text, end, at) == end;
}

struct token token_next_word(struct tokenizer *tokenizer) {
    struct token token;
    do {
        token = token_next(tokenizer);
    } while (token_is_space(&token));
    return token;
}
