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

// Does a #pragma end before token i? It applies to the statement there.
static int follows_pragma(const struct source *source, token_index i) {
    if (!is_kind(source, i - 1, TOKEN_DIRECTIVE_END)) {
        return 0;
    }
    while (!is_kind(source, i, TOKEN_DIRECTIVE)) {
        i--;
    }
    return is_word(source, i + 1, "pragma");
}

// The offset of the line that token i begins, or SIZE_MAX if it does not begin a line.
static size_t line_begin(const struct source *source, token_index i) {
    size_t at = token_begin(source, i);
    while (at > 0 && (source->text[at - 1] == ' ' || source->text[at - 1] == '\t')) {
        at--;
    }
    int begins = at > 0 && source->text[at - 1] == '\n' && !(at > 1 && source->text[at - 2] == '\\') &&
                 !(at > 2 && source->text[at - 2] == '\r' && source->text[at - 3] == '\\');
    return begins && !follows_pragma(source, i) ? at : SIZE_MAX;
}

// May it take or return a struct: does it contain a call or an operator?
static int may_contain_call(const struct source *source, const struct node *node) {
    for (token_index i = node->first; i < node->end; i++) {
        for (const char *c = "(+-*/%&|^<>"; *c; c++) {
            if (is_character(source, i, *c)) {
                return 1;
            }
        }
    }
    return 0;
}

// `alone`: it is the whole body of an `if` or a loop.
static int mark(struct source *source, const struct node *node, int alone) {
    static const char *const unmarked[] = {
        "case",  "default", "break", "continue", "goto",    "using", "typedef",       "struct",
        "class", "union",   "enum",  "public",   "private", "try",   "static_assert", NULL};
    static const char *const statements[] = {"if",     "for",        "while",  "do",    "switch",
                                             "return", "throw",      "static", "const", "constexpr",
                                             "auto",   "__shared__", "extern", NULL};
    const token_index i = node->first;
    int begins = is_kind(source, i, TOKEN_IDENTIFIER) || is_character(source, i, '*') ||
                 is_character(source, i, '(') || is_character(source, i, '+') || is_character(source, i, '-');
    size_t at = begins && node->kind != NODE_LABEL ? line_begin(source, i) : SIZE_MAX;
    if (at == SIZE_MAX || is_one_of(source, i, unmarked) ||
        (alone && (is_one_of(source, i, statements) || is_defined(source, i))) ||
        !may_contain_call(source, node)) {
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

int source_mark_lines(struct source *source, const struct node *node) {
    const int is_block = node->kind == NODE_BLOCK;
    int result = 0;
    if (!is_block && (node->kind < NODE_IF || node->kind > NODE_CATCH)) {
        return 0;
    }
    for (const struct node *inner = node->child; inner != NULL && result == 0; inner = inner->next) {
        if (inner->kind == NODE_HEAD || inner->kind == NODE_PARAMETERS || inner->kind == NODE_DIRECTIVE) {
            continue;
        }
        result = mark(source, inner, !is_block) != 0 || source_mark_lines(source, inner) != 0 ? -1 : 0;
    }
    return result;
}
