// Internal to the translator: a source file as a tree, the places that may need rewriting, and the edits recorded so
// far.
#ifndef LABS_SOURCE_H
#define LABS_SOURCE_H

#include <stddef.h>

#include "tree.h"

// A token's index in struct source's `tokens`.
typedef int token_index;

// The tokens [begin, end).
struct range {
    token_index begin, end;
};

// Replaces `removed` bytes of the text by `length` inserted bytes.
struct edit {
    size_t offset, removed;
    size_t inserted, length; // their position in struct source's `inserted`
    int inside;              // before the others at this offset (source_insert_inside)
};

struct buffer {
    char *bytes;
    size_t length, capacity;
};

struct source {
    const char *text;
    size_t length;
    const char *path; // of the source, as in the compiler's messages
    struct tree *tree;
    // Those of the tree. The last one is TOKEN_END.
    const struct token *tokens;
    const int *match; // the matching bracket, also for < and > of template arguments; or NO_TOKEN
    int count;
    struct edit *edits;
    size_t edit_count, edit_capacity;
    struct buffer inserted;
    struct buffer defined; // names of the headers' macros, each between newlines
    int shared_count;      // of __shared__ declarations, for unique names
    int failed, error_line;
    char error[240];
};

// Makes room for `count` elements of `size` bytes in *array. Returns 0, or -1 when memory is short.
int grow(void *array_pointer, size_t *capacity, size_t count, size_t size);

// Records the first error: what is wrong and what to do. Always returns -1. Line 0: the error has no line.
int source_fail(struct source *source, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int source_out_of_memory(struct source *source);

// Frees what the source has, and not the struct itself.
void source_free(struct source *source);

// macros.c: adds the text to *out, with macros expanded that end with a launch configuration or are qualifiers; nothing
// if there are none. `headers`: text that may define some, too. Returns 0, or -1 when memory is short.
int expand_macros(const char *headers, const char *text, size_t length, struct buffer *out);

// defined.c: adds the names of the macros that `text`, the headers, defines to source->defined. Returns 0 or -1.
int source_find_defined(struct source *source, const char *text, size_t length);

// Is token i the name of a macro of the source or of a header of the program?
int is_defined(const struct source *source, token_index i);

// Reads `text` into *source, which the caller has zeroed. Returns 0, or -1 with the error recorded.
int source_read(struct source *source, const char *text, size_t length);

// As tree_next(), which leaves out branches of an #if: at the end come those within `root`, which is in the tree.
const struct node *next_node(const struct source *source, const struct node *node, const struct node *root);

// Visits all nodes of the source in the order of the text, those of macros too, until `visit` returns something else
// than 0. `macro`: of a macro's body. Returns that, or 0.
int source_visit(struct source *source,
                 int (*visit)(struct source *source, const struct node *node, int macro));

// The next body behind `after`, NULL: the first one, of a macro that token i names. NULL if there is none.
const struct node *macro_body(const struct source *source, const struct node *after, token_index i);

// Is one of the words among the tokens [begin, end)?
int has_word(const struct source *source, token_index begin, token_index end, const char *const *words);

// reserved.c: returns 0, or -1 if the text contains a word that lab code must not use. Checks directives,
// too.
int source_refuse_reserved(struct source *source, const char *text, size_t length);

// The same for a text whose macros have been expanded.
int source_refuse_preprocessed(struct source *source, const char *text, size_t length);

// translate.c: adds #line 1 "name", with the name escaped as in a string. Returns 0, or -1 when memory is short.
int source_add_line_directive(struct buffer *out, const char *name);

// include.c: records the rewrite of an #include. `directive` is its name's token. Returns 0 or -1.
int source_read_include(struct source *source, const struct token *directive, const struct token *header);

// Questions about tokens. An index past the end counts as TOKEN_END.
int is_kind(const struct source *source, token_index i, enum token_kind kind);
int is_word(const struct source *source, token_index i, const char *word);
int is_one_of(const struct source *source, token_index i, const char *const *words); // NULL-terminated
int is_character(const struct source *source, token_index i, char c);                // punctuation
int touches(const struct source *source, token_index i); // does token i + 1 follow directly?
int is_pair(const struct source *source, token_index i, const char *pair); // "::": tokens i and i + 1
size_t token_begin(const struct source *source, token_index i);            // the offset of its first byte
size_t token_end(const struct source *source, token_index i);              // the offset after it
int same_word(const struct source *source, token_index a, token_index b);  // have they the same text?

// The token after i, or after its closing bracket if i opens one.
token_index token_step(const struct source *source, token_index i);

// The first token outside brackets that is this character, or range.end if there is none; and whether there is one.
token_index range_find(const struct source *source, struct range range, char c);
int range_has(const struct source *source, struct range range, char c);

// The first token of a node, outside of its children, that is one of the words; and the first one from i on. NO_TOKEN:
// there is none.
token_index own_word(const struct source *source, const struct node *node, const char *const *words);
token_index next_own_word(const struct source *source, const struct node *node, token_index i,
                          const char *const *words);

// Is the node one of these names, without `::` before it?
int is_name(const struct source *source, const struct node *node, const char *const *words);

// Is it at file scope, or in a namespace?
int is_file_scope(const struct node *node);

// The token after an attribute, as alignas(16) or [[x]]; or i if there is none.
token_index skip_attribute(const struct source *source, token_index i);

// edits.c: records that `inserted` replaces bytes [begin, end) of the text. Returns 0 or -1.
int source_replace(struct source *source, size_t begin, size_t end, const struct buffer *inserted);
int source_insert(struct source *source, size_t at, const char *inserted);

// The same before what has been inserted there so far: what is opened last is closed first.
int source_insert_inside(struct source *source, size_t at, const char *inserted);

// Replaces word i, or drops it with the blanks after it. Both return 0 or -1.
int source_replace_word(struct source *source, token_index i, const char *word);
int source_drop_word(struct source *source, token_index i);

// Adds a new line in which what follows has the place of byte `at` of the text, which is in `line`. 0 or -1.
int source_add_place(struct buffer *buffer, const struct source *source, size_t at, int line);

// Sorts the edits by their place in the text.
void source_sort_edits(struct source *source);

// conditionals.c: makes edits in text that the preprocessor skips move no lines after it. Other edits must have been
// recorded before. 0 or -1.
int source_number_lines(struct source *source);

// Adds the text from byte `begin` on, with the edits applied. What comes after an edit keeps its place, so that the
// compiler's messages and the debug information have the source's columns. Returns 0 or -1.
int source_apply(struct source *source, size_t begin, struct buffer *out);

// These return 0, or -1 when memory is short.
int buffer_add(struct buffer *buffer, const void *bytes, size_t length);
int buffer_add_string(struct buffer *buffer, const char *string);
int buffer_add_character(struct buffer *buffer, char c);
int buffer_add_format(struct buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Adds the tokens on one line. `quoted`: escaped for a string literal.
int buffer_add_tokens(struct buffer *buffer, const struct source *source, struct range words, int quoted);

// Adds the newlines of bytes [begin, end) of the text, which keeps the line count when these bytes are
// replaced. In a macro each newline is a continuation.
int buffer_add_newlines(struct buffer *buffer, const struct source *source, size_t begin, size_t end,
                        int macro);

// launch.c, shared.c, device.c: rewrite a launch, a declaration with __shared__, or with __device__, __constant__ or
// __managed__ at file scope. 0 or -1.
int rewrite_launch(struct source *source, const struct node *node, int macro);
int rewrite_shared(struct source *source, const struct node *node, int macro);
int rewrite_device(struct source *source, const struct node *node, int macro);

// macro_call.c: returns 0, or -1 if the launch has commas that separate the arguments of a macro.
int source_check_macro_call(struct source *source, const struct node *launch);

// device.c: rewrites a declaration with `static` in the body of a kernel or device function. 0 or -1.
int rewrite_static(struct source *source, const struct node *node);

// by_value.c: rewrites all functions that may take or return a struct. Returns 0 or -1.
int rewrite_functions(struct source *source);

// chosen.c: keeps GCC from computing the index of a chosen array in one branch only. Returns 0 or -1.
int rewrite_chosen(struct source *source);

// registers.c: rewrites inline PTX that reads a lane's number or mask. Returns 0 or -1.
int rewrite_registers(struct source *source);

// ptx.c: rewrites inline PTX that is a load, a store, an atomic, a fence or a barrier. `i`: asm; `open`: its
// parenthesis. Returns 0 or -1.
int rewrite_ptx(struct source *source, token_index i, token_index open);

// lines.c: gives the statements in the block locations that GCC keeps. Returns 0 or -1.
int source_mark_lines(struct source *source, const struct node *block);

#endif
