// Inserts a marker before each statement that begins a line of device code:
//
//     SIM_LINE
//     #line 12
//
// GCC gives no source location to the instructions that read a parameter of an inlined function. They get the
// location of the code before them. Within a line that is correct, but at the beginning of a statement it may
// be the line of an `if` above it. SIM_LINE generates no instruction, but has a location. Columns and line
// numbers do not change.
//
// A statement that is the whole body of an `if` or a loop gets SIM_LINE_AND, which is part of an expression. A macro
// gets none there: it may stand for a statement of another kind.
#include "source.h"

#include <stdint.h>
#include <stdlib.h>

static const char *const controls[] = {"if", "for", "while", "switch", "catch", NULL};

static token_index mark_statement(struct source *source, token_index i, token_index end, int *failed);

// Does a #pragma end before token i? It applies to the statement there.
static int follows_pragma(const struct source *source, token_index i) {
    if (!is_kind(source, i - 1, TOKEN_DIRECTIVE_END)) {
        return 0;
    }
    while (!is_kind(source, i, TOKEN_DIRECTIVE)) {
        i--;
    }
    return token_is(source->text, &source->tokens[i], "pragma");
}

// The offset of the line that token i begins, or SIZE_MAX if it does not begin a line.
static size_t line_begin(const struct source *source, token_index i) {
    size_t at = source->tokens[i].offset;
    while (at > 0 && (source->text[at - 1] == ' ' || source->text[at - 1] == '\t')) {
        at--;
    }
    int begins = at > 0 && source->text[at - 1] == '\n' && !(at > 1 && source->text[at - 2] == '\\') &&
                 !(at > 2 && source->text[at - 2] == '\r' && source->text[at - 3] == '\\');
    return begins && !follows_pragma(source, i) ? at : SIZE_MAX;
}

// The token after the statement's `;`, or the first token that is not part of the statement.
static token_index statement_end(const struct source *source, token_index i, token_index end) {
    while (i < end && !is_character(source, i, ';') && !is_character(source, i, '}')) {
        int opens =
            is_character(source, i, '(') || is_character(source, i, '[') || is_character(source, i, '{');
        token_index after =
            opens && source->match[i] != NO_TOKEN ? source->match[i] + 1 : skip_directive(source, i);
        i = after > i ? after : i + 1;
    }
    return i < end && is_character(source, i, ';') ? i + 1 : i;
}

// May it take or return a struct: does it contain a call or an operator?
static int may_contain_call(const struct source *source, token_index i, token_index end) {
    for (; i < end; i++) {
        for (const char *c = "(+-*/%&|^<>"; *c; c++) {
            if (is_character(source, i, *c)) {
                return 1;
            }
        }
    }
    return 0;
}

static int mark(struct source *source, token_index i, token_index end, int alone) {
    static const char *const unmarked[] = {
        "else",  "case",  "default", "break",  "continue", "goto", "using",         "typedef", "struct",
        "class", "union", "enum",    "public", "private",  "try",  "static_assert", NULL};
    static const char *const statements[] = {"if",     "for",        "while",  "do",    "switch",
                                             "return", "throw",      "static", "const", "constexpr",
                                             "auto",   "__shared__", "extern", NULL};
    int begins = is_kind(source, i, TOKEN_IDENTIFIER) || is_character(source, i, '*') ||
                 is_character(source, i, '(') || is_character(source, i, '+') || is_character(source, i, '-');
    int label = is_character(source, i + 1, ':') && !is_pair(source, i + 1, "::");
    size_t at = begins ? line_begin(source, i) : SIZE_MAX;
    if (at == SIZE_MAX || label || is_one_of(source, i, unmarked) ||
        (alone && (is_one_of(source, i, statements) || is_defined(source, i))) ||
        !may_contain_call(source, i, statement_end(source, i, end))) {
        return 0;
    }
    struct buffer buffer = {0};
    int result = buffer_add_format(&buffer, "%s\n#line %d\n", alone ? "SIM_LINE_AND" : "SIM_LINE",
                                   source->tokens[i].line) != 0
                     ? source_out_of_memory(source)
                     : source_replace(source, at, at, &buffer);
    free(buffer.bytes);
    return result;
}

// Marks the statements of the block that opens at `open`.
static void mark_block(struct source *source, token_index open, int *failed) {
    token_index end = source->match[open];
    int after_do = 0;
    for (token_index i = open + 1; i < end && !*failed;) {
        int loop_end = after_do && is_word(source, i, "while");
        if (!loop_end && mark(source, i, end, 0) != 0) {
            *failed = 1;
        }
        after_do = is_word(source, i, "do");
        token_index next = mark_statement(source, i, end, failed);
        i = next > i ? next : i + 1;
    }
}

// Marks the statement at i, the body of an `if`, an `else` or a loop. Returns the token after it.
static token_index mark_controlled(struct source *source, token_index i, token_index end, int *failed) {
    if (!is_character(source, i, '{') && mark(source, i, end, 1) != 0) {
        *failed = 1;
    }
    return mark_statement(source, i, end, failed);
}

// Marks the statements inside the one at i. Returns the token after it.
static token_index mark_statement(struct source *source, token_index i, token_index end, int *failed) {
    if (is_character(source, i, '{') && source->match[i] != NO_TOKEN) {
        mark_block(source, i, failed);
        return source->match[i] + 1;
    }
    if (is_kind(source, i, TOKEN_DIRECTIVE)) {
        return skip_directive(source, i);
    }
    if (is_one_of(source, i, controls)) {
        i += is_word(source, i + 1, "constexpr") ? 2 : 1;
        if (!is_character(source, i, '(') || source->match[i] == NO_TOKEN) {
            return i;
        }
        return mark_controlled(source, source->match[i] + 1, end, failed);
    }
    if (is_word(source, i, "else") || is_word(source, i, "do") || is_word(source, i, "try")) {
        return mark_controlled(source, i + 1, end, failed);
    }
    if (is_word(source, i, "case") || is_word(source, i, "default")) {
        while (i < end &&
               (!is_character(source, i, ':') || is_pair(source, i, "::") || is_pair(source, i - 1, "::"))) {
            i++;
        }
        return i + 1;
    }
    return statement_end(source, i, end);
}

int source_mark_lines(struct source *source, token_index body) {
    int failed = 0;
    mark_block(source, body, &failed);
    return failed ? -1 : 0;
}
