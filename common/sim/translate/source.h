// Inside the translator: a source file as tokens with their brackets, the places that may need rewriting, and
// the rewrites found so far.
#ifndef LABS_SOURCE_H
#define LABS_SOURCE_H

#include <stddef.h>
#include <stdint.h>

#include "token.h"

// A token's index in struct source's `tokens`.
typedef uint32_t token_index;
#define NO_TOKEN UINT32_MAX

enum scope {
    SCOPE_FILE,     // outside of everything but namespaces and extern "C"
    SCOPE_FUNCTION, // in a function's body; a #define's body counts as one
    SCOPE_STRUCT,   // among a struct's members
    SCOPE_NESTED    // within parentheses, brackets or template arguments
};

enum site_kind { SITE_LAUNCH, SITE_SHARED, SITE_DEVICE, SITE_CONSTANT, SITE_MANAGED };

// A word that may need rewriting, or the first `<` of a `<<<`.
struct site {
    enum site_kind kind;
    enum scope scope;
    int macro; // in the body of a #define
    token_index token;
};

// `removed` bytes of the text give way to `length` bytes of what is inserted.
struct edit {
    size_t offset, removed;
    size_t inserted, length; // where in struct source's `inserted`
};

struct buffer {
    char *bytes;
    size_t length, capacity;
};

struct source {
    const char *text;
    size_t length;
    const char *path; // of the source, as the compiler will name it
    // Without blanks, comments and newlines, and of directives only their beginning (TOKEN_DIRECTIVE, which
    // is here the directive's name), the body of a #define, and their end. After the last stands TOKEN_END.
    struct token *tokens;
    token_index *match; // of each bracket its other one, < and > of template arguments included; or NO_TOKEN
    size_t count, capacity;
    struct site *sites; // in the order of the file
    size_t site_count, site_capacity;
    struct edit *edits;
    size_t edit_count, edit_capacity;
    struct buffer inserted;
    struct token *device_macros; // names of macros with __device__ in their bodies
    size_t device_macro_count, device_macro_capacity;
    int shared_count; // of __shared__ declarations, for unique names
    int failed, error_line;
    char error[240];
};

// Makes room for `count` elements of `size` bytes in *array. 0, or -1 when memory is short.
int grow(void *array_pointer, size_t *capacity, size_t count, size_t size);

// Records the first error: what is wrong and what to do. Always returns -1. Line 0: nowhere in particular.
int source_fail(struct source *source, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int source_out_of_memory(struct source *source);

// read.c: reads `text` into *source, which is zeroed before. 0, or -1 with the error recorded.
int source_read(struct source *source, const char *text, size_t length);

// brackets.c: fills `match` and `sites`. 0 or -1.
int source_find_brackets(struct source *source);

// reserved.c: 0, or -1 where the text has a word that lab code must not have. Also in the lines of directives.
int source_refuse_reserved(struct source *source, const char *text, size_t length);

// include.c: notes what becomes of an #include. `directive` is its name's token. 0 or -1.
int source_read_include(struct source *source, const struct token *directive, const struct token *header);

// Questions about tokens (read.c). An index past the end is answered as TOKEN_END is.
int is_kind(const struct source *source, token_index i, enum token_kind kind);
int is_word(const struct source *source, token_index i, const char *word);
int is_one_of(const struct source *source, token_index i, const char *const *words); // ends with NULL
int is_character(const struct source *source, token_index i, char c);                // punctuation
int touches(const struct source *source, token_index i);                   // token i + 1, nothing between
int is_pair(const struct source *source, token_index i, const char *pair); // "::" are tokens i and i + 1
size_t token_end(const struct source *source, token_index i);              // the offset behind it

// Each of these returns the token behind what it skips, or i where there is nothing of the kind.
token_index skip_attribute(const struct source *source, token_index i); // alignas(16), [[x]] and their like
token_index skip_struct(const struct source *source, token_index i);    // struct point { int x, y; }
token_index skip_directive(const struct source *source, token_index i);

// Is token i a word that an attribute's parentheses follow?
int takes_parentheses(const struct source *source, token_index i);

// edits.c: notes that bytes [begin, end) of the text give way to `inserted`. 0 or -1.
int source_replace(struct source *source, size_t begin, size_t end, const struct buffer *inserted);
int source_insert(struct source *source, size_t at, const char *inserted);

// Word i gives way to another one, or goes with the blanks behind it. 0 or -1.
int source_replace_word(struct source *source, token_index i, const char *word);
int source_drop_word(struct source *source, token_index i);

// Adds all of the text from byte `begin` on, with the edits done. 0 or -1.
int source_apply(struct source *source, size_t begin, struct buffer *out);

// These return 0, or -1 when memory is short.
int buffer_add(struct buffer *buffer, const void *bytes, size_t length);
int buffer_add_string(struct buffer *buffer, const char *string);
int buffer_add_character(struct buffer *buffer, char c);
int buffer_add_format(struct buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Adds the newlines of bytes [begin, end) of the text, so that what replaces them keeps the line count. In a
// macro each is a continuation.
int buffer_add_newlines(struct buffer *buffer, const struct source *source, size_t begin, size_t end,
                        int macro);

// What the rewrites remember from site to site.
struct progress {
    token_index launch_done; // behind the last launch's <<<
    token_index shared_done; // behind the last __shared__ declaration that was rewritten
    token_index shared_left; // the last __shared__ that was left alone, plus one
    token_index device_done; // behind what is known of the last __device__ declaration
    int device_variable;     // it is a variable
    int device_specific;     // it is also __constant__ or __managed__
};

// launch.c, shared.c, device.c: rewrite one site. 0 or -1.
int rewrite_launch(struct source *source, const struct site *site, struct progress *progress);
int rewrite_shared(struct source *source, const struct site *site, struct progress *progress);
int rewrite_device(struct source *source, const struct site *site, struct progress *progress);

// by_value.c: all functions that may take or return a struct. 0 or -1.
int rewrite_functions(struct source *source);

// lines.c: gives the statements in the body that opens at `body` places that GCC keeps. 0 or -1.
int source_mark_lines(struct source *source, token_index body);

#endif
