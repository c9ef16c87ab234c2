// Splits C++ and CUDA source text into tokens.
//
// Every byte of the text belongs to exactly one token: concatenated, the tokens are the text. Each
// punctuation token is one character, so `<<<` is three adjacent tokens, and the `>>` of a template needs no
// splitting. A line continuation (a backslash at the line's end) may be anywhere. Between tokens it counts as
// blank; inside a token it is part of the token, and token_is and token_character skip it.
#ifndef LABS_TOKEN_H
#define LABS_TOKEN_H

#include <stddef.h>

enum token_kind {
    TOKEN_END,           // of the text; empty; token_next returns it again and again
    TOKEN_BLANK,         // blanks, tabs, line continuations
    TOKEN_NEWLINE,       // "\n" or "\r\n"
    TOKEN_COMMENT,       // a // comment ends before its newline
    TOKEN_IDENTIFIER,    // keywords too
    TOKEN_NUMBER,        // a preprocessing number: 1'000'000u, 0x1p-3, .5f
    TOKEN_STRING,        // with its prefix; if unterminated, to the end of the line (raw: of the text)
    TOKEN_CHARACTER,     // likewise
    TOKEN_PUNCTUATION,   // one character, even one that is not in C++
    TOKEN_DIRECTIVE,     // the `#` of a preprocessor directive; its tokens follow as in other text
    TOKEN_HEADER,        // <...> or "..." of an #include
    TOKEN_DIRECTIVE_END, // the newline that ends a directive; empty at the end of the text
};

struct token {
    enum token_kind kind;
    int line; // of its first character, from 1; after `#line 20`, from 20
    size_t offset;
    size_t length; // in bytes
};

struct tokenizer {
    const char *text;
    size_t length;
    size_t offset;  // of the next token
    int line;       // of the next token, as `#line` sets it
    int set_line;   // by the `#line` that is being read, for the line after it; 0: none
    int line_start; // only blanks and comments since the last newline
    int directive;  // enum directive_state in token.c
};

// `text` has `length` arbitrary bytes, and must outlive the tokenizer.
void tokenizer_start(struct tokenizer *tokenizer, const char *text, size_t length);

// The next token.
struct token token_next(struct tokenizer *tokenizer);

// The next token that is neither a space nor a comment.
struct token token_next_word(struct tokenizer *tokenizer);

// Is it a blank, a newline or a comment, which the compiler drops?
int token_is_space(const struct token *token);

// Is the token's text `word`, ignoring continuations?
int token_is(const char *text, const struct token *token, const char *word);

// Returns the character at *at, after any continuations, and moves *at past it: -1 at `length`, '\n' for
// "\r\n". Not for the inside of raw strings, which keep their continuations.
int token_character(const char *text, size_t length, size_t *at);

// Returns the first offset from `at` on that is not in a continuation.
size_t token_skip_continuations(const char *text, size_t length, size_t at);

#endif
