#include "regions.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "token.h"

// The state while reading tokens.
struct finder {
    struct regions *found;
    size_t line_begin; // offset
    int line_used;     // the line has a token other than blanks
    int open;          // inside the last region
    int in_text;       // and in the comment lines directly below its TODO
    int line_is_text;  // this line is one of them, or the TODO itself
};

enum marker { MARKER_NONE, MARKER_BEGIN, MARKER_END };

static int fail(struct regions *found, int line, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(found->error, sizeof(found->error), format, arguments);
    va_end(arguments);
    found->error_line = line;
    return -1;
}

static int fail_memory(struct regions *found) {
    return fail(found, 0, "not enough memory");
}

static size_t skip_blanks(const char *text, size_t length, size_t at) {
    while (at < length && (text[at] == ' ' || text[at] == '\t')) {
        at++;
    }
    return at;
}

static int accept(const char *text, size_t length, size_t *at, const char *word) {
    size_t size = strlen(word);
    if (length - *at < size || memcmp(text + *at, word, size) != 0) {
        return 0;
    }
    *at += size;
    return 1;
}

// Is this comment `// TODO(n):` or `// END TODO(n)`? If so, *number is n, and *end the offset after it.
static enum marker read_marker(const char *text, size_t length, int *number, size_t *end) {
    enum { NUMBER_MAX = 100000 };
    size_t at = 0;
    if (!accept(text, length, &at, "//")) {
        return MARKER_NONE;
    }
    at = skip_blanks(text, length, at);
    enum marker marker = accept(text, length, &at, "END ") ? MARKER_END : MARKER_BEGIN;
    if (!accept(text, length, &at, "TODO(")) {
        return MARKER_NONE;
    }
    size_t digits = at;
    for (*number = 0; at < length && text[at] >= '0' && text[at] <= '9'; at++) {
        if (*number < NUMBER_MAX) {
            *number = *number * 10 + (text[at] - '0');
        }
    }
    if (at == digits || !accept(text, length, &at, marker == MARKER_BEGIN ? "):" : ")")) {
        return MARKER_NONE;
    }
    *end = at;
    return marker;
}

// Adds a line to the last region's text, without blanks at its ends.
static int add_text(struct regions *found, const char *text, size_t length) {
    struct region *region = &found->regions[found->count - 1];
    size_t begin = skip_blanks(text, length, 0), old = region->text ? strlen(region->text) + 1 : 0;
    while (length > begin && strchr(" \t\r\n", text[length - 1])) {
        length--;
    }
    char *longer = realloc(region->text, old + length - begin + 1);
    if (!longer) {
        return fail_memory(found);
    }
    if (old > 0) {
        longer[old - 1] = '\n';
    }
    memcpy(longer + old, text + begin, length - begin);
    longer[old + length - begin] = '\0';
    region->text = longer;
    return 0;
}

static int begin_region(struct finder *finder, const struct token *comment, int number, size_t text_begin) {
    struct regions *found = finder->found;
    if (finder->open) {
        return fail(found, comment->line, "TODO(%d) begins before END TODO(%d): regions do not nest", number,
                    found->regions[found->count - 1].number);
    }
    if (number >= 1 && (size_t)number <= found->count) {
        return fail(found, comment->line, "TODO(%d) occurs twice, first at line %d", number,
                    found->regions[number - 1].begin_line);
    }
    if ((size_t)number != found->count + 1) {
        return fail(found, comment->line, "found TODO(%d), expected TODO(%zu): numbers rise by one from 1",
                    number, found->count + 1);
    }
    struct region *larger = realloc(found->regions, (found->count + 1) * sizeof(*larger));
    if (!larger) {
        return fail_memory(found);
    }
    found->regions = larger;
    found->regions[found->count++] = (struct region){.number = number, .begin_line = comment->line};
    finder->open = finder->in_text = finder->line_is_text = 1;
    return add_text(found, found->source + comment->offset + text_begin, comment->length - text_begin);
}

static int end_region(struct finder *finder, const struct token *comment, int number) {
    struct regions *found = finder->found;
    if (!finder->open) {
        return fail(found, comment->line, "END TODO(%d) without a line '// TODO(%d): text' before it", number,
                    number);
    }
    struct region *region = &found->regions[found->count - 1];
    if (region->number != number) {
        return fail(found, comment->line, "found END TODO(%d), expected END TODO(%d)", number,
                    region->number);
    }
    region->end_line = comment->line;
    region->code_end = finder->line_begin;
    finder->open = finder->in_text = 0;
    return 0;
}

static int read_comment(struct finder *finder, const struct token *comment) {
    struct regions *found = finder->found;
    const char *text = found->source + comment->offset;
    int number;
    size_t end;
    enum marker marker = read_marker(text, comment->length, &number, &end);
    if (marker != MARKER_NONE && finder->line_used) {
        return fail(found, comment->line, "this TODO must stand alone on its line");
    }
    if (marker == MARKER_BEGIN) {
        return begin_region(finder, comment, number, end);
    }
    if (marker == MARKER_END) {
        return end_region(finder, comment, number);
    }
    if (!finder->in_text || finder->line_used || text[1] != '/') {
        return 0;
    }
    finder->line_is_text = 1;
    return add_text(found, text + 2, comment->length - 2);
}

static int read_token(struct finder *finder, const struct token *token) {
    struct regions *found = finder->found;
    struct region *region = finder->open ? &found->regions[found->count - 1] : NULL;
    switch (token->kind) {
    case TOKEN_BLANK:
        return 0;
    case TOKEN_NEWLINE:
    case TOKEN_DIRECTIVE_END:
        finder->line_begin = token->offset + token->length;
        finder->line_used = 0;
        finder->in_text &= finder->line_is_text;
        if (finder->in_text) {
            region->code_begin = finder->line_begin;
        }
        finder->line_is_text = 0;
        return 0;
    case TOKEN_COMMENT:
        break;
    default:
        if (region) {
            region->filled = 1;
        }
        finder->line_used = 1;
        return 0;
    }
    int result = read_comment(finder, token);
    finder->line_used = 1;
    return result;
}

int regions_find(const char *source, size_t length, struct regions *found) {
    *found = (struct regions){.source = source, .length = length};
    struct finder finder = {.found = found};
    struct tokenizer tokenizer;
    struct token token;
    int result = 0;
    tokenizer_start(&tokenizer, source, length);
    do {
        token = token_next(&tokenizer);
        if (token.kind != TOKEN_END) {
            result = read_token(&finder, &token);
        }
    } while (result == 0 && token.kind != TOKEN_END);
    if (result == 0 && finder.open) {
        int number = found->regions[found->count - 1].number;
        result = fail(found, found->regions[found->count - 1].begin_line,
                      "TODO(%d) does not end: a line '// END TODO(%d)' is missing", number, number);
    }
    if (result != 0) {
        for (size_t i = 0; i < found->count; i++) {
            free(found->regions[i].text);
        }
        found->count = 0;
    }
    return result;
}
