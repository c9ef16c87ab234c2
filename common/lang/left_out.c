// Which branches of an #if are read: all, or if it splits a statement, one.
#include <stdlib.h>
#include <string.h>

#include "parser.h"

// An open bracket. These never change, so an #else can restore the bracket that was open at its #if.
struct open {
    int token, up;
    struct inner inner;
    enum bracket_kind kind;
};

struct conditional {
    int token, begin;                         // of the #if; of its branch
    int top, last;                            // the bracket that is open at the #if, and the word before it
    int chosen_begin, chosen_end, chosen_top; // the branch that is read if only one is; begin 0: none yet
    bool whole;                               // all branches so far are whole statements
};

struct reader {
    const struct parser *parser;
    struct open *opens;
    int open_count;
    int top, last; // the innermost open bracket; the last word that is not in a directive
    int closed;    // the `(` of the last `)`
    struct conditional *conditionals;
    int depth;
};

static enum word word_at(const struct reader *reader, int token) {
    return token < 0 ? WORD_END : (enum word)reader->parser->all[token].word;
}

static void read_bracket_at(struct reader *reader, int token) {
    const enum word word = word_at(reader, token);
    const enum bracket_kind kind = bracket_of(word);
    struct open *top = reader->top == NO_WORD ? NULL : &reader->opens[reader->top];
    if (is_one_of(word, "([{")) {
        struct open *open = &reader->opens[reader->open_count];
        *open = (struct open){token, reader->top, top == NULL ? NOTHING_OPEN : top->inner, kind};
        open_inner(&open->inner, kind, reader->open_count);
        reader->top = reader->open_count++;
    } else if (kind != NO_BRACKET && top != NULL && top->inner.of[kind] != NO_WORD) {
        const struct open *found = &reader->opens[top->inner.of[kind]];
        reader->closed = found->token;
        reader->top = found->up;
    }
}

// Is the word between statements, as far as the one before it says?
static bool ends_statement(enum word word) {
    return word == WORD_END || is_one_of(word, ";{}:");
}

// Does the branch, up to the token `end`, consist of whole statements?
static bool is_whole(const struct reader *reader, const struct conditional *conditional, int end) {
    const struct tree *tree = reader->parser->tree;
    int first = conditional->begin;
    while (first < end && tree->tokens[first].kind == TOKEN_DIRECTIVE) {
        first = directive_end(tree, first);
    }
    if (reader->top != conditional->top || word_at(reader, first) == WORD_ELSE) {
        return false;
    }
    if (first >= end || ends_statement(word_at(reader, reader->last))) {
        return true;
    }
    const int open = reader->closed; // NAME(a), a macro
    return word_at(reader, reader->last) == ')' && open > first && reader->parser->all[open - 1].capital &&
           (open - 1 == first || ends_statement(word_at(reader, open - 2)));
}

static void end_branch(struct reader *reader, int end) {
    struct conditional *conditional = &reader->conditionals[reader->depth - 1];
    if (conditional->begin < end) {
        conditional->whole &= is_whole(reader, conditional, end);
        if (conditional->chosen_begin == 0) {
            conditional->chosen_begin = conditional->begin;
            conditional->chosen_end = end;
            conditional->chosen_top = reader->top;
        }
    }
    reader->top = conditional->top;
    reader->last = conditional->last;
}

// The #endif is the tokens before `end`.
static void end_conditional(struct reader *reader, int end) {
    const struct conditional *conditional = &reader->conditionals[--reader->depth];
    if (!conditional->whole && conditional->chosen_begin != 0) {
        int *skips = reader->parser->skips;
        reader->top = conditional->chosen_top;
        skips[conditional->chosen_end]++; // those before it are `#if 0`
        skips[end]--;
        skips[conditional->token]++;
        skips[conditional->token + 1]--;
    }
}

// The directive's `#` is the token `i`, and `end` the token behind its last one.
static void read_conditional(struct reader *reader, int i, int end) {
    const struct tree *tree = reader->parser->tree;
    const struct token *name = &tree->tokens[i + 1];
    if (token_begins(tree->text, name, "if")) {
        const bool inner = reader->top != NO_WORD && reader->opens[reader->top].kind != BRACE;
        reader->conditionals[reader->depth++] =
            (struct conditional){.token = i,
                                 .begin = end,
                                 .top = reader->top,
                                 .last = reader->last,
                                 .whole = !inner && ends_statement(word_at(reader, reader->last))};
    } else if (reader->depth > 0 && token_begins(tree->text, name, "el")) {
        end_branch(reader, i);
        reader->conditionals[reader->depth - 1].begin = end;
    } else if (reader->depth > 0 && token_begins(tree->text, name, "endif")) {
        const int last = reader->last; // of the last branch
        end_branch(reader, i);
        end_conditional(reader, end);
        reader->last = last;
    }
}

void read_branches(struct parser *parser) {
    const struct tree *tree = parser->tree;
    const size_t count = (size_t)tree->token_count + 1;
    struct reader reader = {.parser = parser,
                            .opens = malloc(count * sizeof(*reader.opens)),
                            .conditionals = malloc(count * sizeof(*reader.conditionals)),
                            .top = NO_WORD,
                            .last = NO_WORD,
                            .closed = NO_WORD};
    parser->failed |= reader.opens == NULL || reader.conditionals == NULL;
    for (int i = 0; i < tree->token_count && !parser->failed;) {
        if (tree->tokens[i].kind == TOKEN_DIRECTIVE) {
            const int end = directive_end(tree, i);
            read_conditional(&reader, i, end);
            i = end;
        } else {
            read_bracket_at(&reader, i);
            reader.last = i++;
        }
    }
    for (int i = 0; i < tree->token_count; i++) {
        parser->skips[i + 1] += parser->skips[i];
    }
    free(reader.opens);
    free(reader.conditionals);
}
