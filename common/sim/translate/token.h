// Cuts C++ and CUDA source text into tokens.
//
// Every byte of the text belongs to exactly one token, in order: laid end to end, the tokens are the text.
// Punctuation comes one character at a time, so `<<<` is three tokens that touch and the `>>` of a template
// needs no splitting. A line continuation (a backslash at the line's end) may stand anywhere: between tokens
// it counts as blank, inside of one it stays part of it; token_is and token_character see through it.
#ifndef LABS_TOKEN_H
#define LABS_TOKEN_H

#include <stddef.h>

enum token_kind {
    TOKEN_END,           // of the text; empty, comes again and again
    TOKEN_BLANK,         // blanks, tabs, line continuations
    TOKEN_NEWLINE,       // "\n" or "\r\n"
    TOKEN_COMMENT,       // a // comment ends before its newline
    TOKEN_IDENTIFIER,    // keywords too
    TOKEN_NUMBER,        // a preprocessing number: 1'000'000u, 0x1p-3, .5f
    TOKEN_STRING,        // with its prefix, raw or not; unterminated: to the line's end (raw: the text's end)
    TOKEN_CHARACTER,     // likewise
    TOKEN_PUNCTUATION,   // one character, also any that C++ does not know
    TOKEN_DIRECTIVE,     // the `#` that begins a preprocessor directive; its tokens follow as in other text
    TOKEN_HEADER,        // <...> or "..." of an #include
    TOKEN_DIRECTIVE_END, // the newline that ends a directive; empty at the text's end
};

struct token {
    enum token_kind kind;
    int line; // of its first character, from 1
    size_t offset;
    size_t length; // in bytes
};

struct tokenizer {
    const char *text;
    size_t length;
    size_t offset; // of the next token
    int line;
    int line_start; // nothing but blanks and comments since the last newline
    int directive;  // enum directive_state in token.c
};

// `text` has `length` bytes, any bytes, and must outlive the tokenizer.
void tokenizer_start(struct tokenizer *tokenizer, const char *text, size_t length);

// The next token.
struct token token_next(struct tokenizer *tokenizer);

// Blank, newline or comment: what the compiler drops.
int token_is_space(const struct token *token);

// Does the token read `word`, continuations left out?
int token_is(const char *text, const struct token *token, const char *word);

// The character at *at, continuations skipped, and *at set behind it: -1 at `length`, '\n' for "\r\n".
// Not for the inside of raw strings, which keep their continuations.
int token_character(const char *text, size_t length, size_t *at);

// Nothing but continuations between offset `at` and the returned one.
size_t token_skip_continuations(const char *text, size_t length, size_t at);

#endif
