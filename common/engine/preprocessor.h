// The preprocessor's parts: preprocess.c reads files and writes the text, directives.c obeys directives, and macros.c
// expands macros. For them only.
//
// All that is still to be read is one list of words: the files' are put before it when they are included, and those of
// a macro's expansion when its name is read.
#ifndef LABS_ENGINE_PREPROCESSOR_H
#define LABS_ENGINE_PREPROCESSOR_H

#include <stdbool.h>
#include <stdint.h>

#include "preprocess.h"
#include "runner/attempt.h"
#include "token.h"
#include "tree.h"

struct word {         // a token that is not blank, or a piece of a macro's body
    const char *text; // without continuations
    struct engine_place place;
    uint32_t length;
    uint8_t kind; // enum token_kind; TOKEN_END: the end of a macro's expansion
    uint8_t flags;
    union {
        struct word *line;   // of a TOKEN_DIRECTIVE: the words behind its #
        struct macro *ended; // of a TOKEN_END
    };
    struct word *next;
};

enum word_flag {
    WORD_BLANK = 1, // something blank lies between it and the word before
    WORD_APART = 2, // it comes from another macro than the word before, and must not touch it
    WORD_FINAL = 4, // a macro that occurs in its own expansion is no macro, now and later
};

struct words {
    struct word *first, *last;
};

struct macro {
    const struct word *name;
    bool has_parameters, variadic; // the last parameter of a variadic one has the remaining arguments
    bool busy;                     // its expansion is being read
    size_t parameter_count;
    struct words parameters;
    const struct word *body;
    struct macro *next;
};

struct condition { // an #if
    bool taking;   // this branch is part of the text
    bool possible; // a later branch can be
    struct engine_place place;
    struct condition *outer;
};

enum {
    DEPTH_MAX = 200,     // of macros in arguments
    WORK_MAX = 64 << 20, // bytes of memory: macros can double a text without end
    MACRO_LISTS = 1024,
};

struct preprocessor {
    const struct preprocess_request *request;
    struct arena *memory;
    size_t work;
    char *file;        // that is being read
    struct words once; // the paths of files with #pragma once
    struct word *rest; // what is still to be read
    unsigned pending;  // more flags of the next word, because an expansion has begun or ended
    int depth;
    struct condition *conditions;
    struct tree *condition; // the one behind an #if that is being computed
    struct macro *macros[MACRO_LISTS];
    struct engine_place place; // of the last word: for refusals
    struct attempt runs;
    struct preprocessed *result;
    char *refusal;
    size_t refusal_size;
};

// --- preprocess.c
_Noreturn void refuse(struct preprocessor *p, struct engine_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Memory, zeroed, which is freed with the result.
void *allocate(struct preprocessor *p, size_t bytes);

// Adds a copy of the word.
void add_word(struct preprocessor *p, struct words *words, struct word word);

bool word_is(const struct word *word, const char *text);

// Is it this character of punctuation? Of no word, as the next two: no.
bool is_sign(const struct word *word, char sign);
bool is_identifier(const struct word *word);

// Does the word touch the one before it?
bool words_touch(const struct word *second);

// Puts words before what is still to be read.
void read_first(struct preprocessor *p, struct words words);

// Puts a file's words before what is still to be read. `path` must outlive them. false: there is no such file.
bool read_file(struct preprocessor *p, const char *path);

// The text of words that are expanded, and their places.
void write_words(struct preprocessor *p, const struct word *first, struct preprocessed *result);

// --- directives.c
void obey_directive(struct preprocessor *p, const struct word *directive);

// --- macros.c
// The place in its list of the macro of that name: of NULL if there is none.
struct macro **find_macro(struct preprocessor *p, const struct word *name);

// Removes a macro if there is one. Returns its place.
struct macro **undefine_macro(struct preprocessor *p, const struct word *name);

void define_macro(struct preprocessor *p, const struct word *name); // with what follows: (PARAMETERS) BODY

// The words after macros are expanded.
struct words expand(struct preprocessor *p, struct word *words);

#endif
