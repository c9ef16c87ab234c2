// The preprocessor's parts: preprocess.c reads files and writes the text, directives.c obeys directives, macros.c
// expands macros, and conditions.c computes what follows #if. For them only.
#ifndef LABS_ENGINE_PREPROCESSOR_H
#define LABS_ENGINE_PREPROCESSOR_H

#include <stdbool.h>
#include <stdint.h>

#include "preprocess.h"
#include "runner/attempt.h"
#include "token.h"

// A token that is not blank, or a piece of a macro's body. Without text, its kind is TOKEN_END or TOKEN_DIRECTIVE_END.
struct word {
    const char *text; // without continuations
    struct engine_place place;
    uint32_t length;
    uint8_t kind; // enum token_kind
    uint8_t flags;
    uint32_t parameter; // of the macro in whose body it is, from 1; 0: none
};

enum word_flag {
    WORD_BLANK = 1,   // something blank lies between it and the word before
    WORD_APART = 2,   // it comes from another macro than the word before, and must not touch it
    WORD_FINAL = 4,   // a macro that occurs in its own expansion is no macro, now and later
    WORD_QUOTED = 8,  // in a body: # precedes the parameter
    WORD_PASTED = 16, // in a body: ## follows
};

struct words {
    struct word *list;
    size_t count, capacity;
};

enum built_in { BUILT_IN_NONE, BUILT_IN_LINE, BUILT_IN_FILE, BUILT_IN_COUNTER };

struct macro {
    bool has_parameters, variadic; // the last parameter of a variadic one has the remaining arguments
    bool busy;                     // its expansion is being read
    enum built_in built_in;
    size_t parameter_count;
    struct words body;
};

struct name {
    const char *text;
    size_t length;
    uint32_t hash;
    struct macro *macro; // NULL: undefined again
    struct name *next;
};

struct source {
    const char *path, *folder; // folder: "common/"; "" is the current one; NULL: of no file
    const char *text;
    size_t length;
    char *owned; // the text, if it is to be freed
    bool once;
    struct source *next;
};

struct condition { // an #if
    bool taking;   // this branch is part of the text
    bool possible; // a later branch can be
    bool last;     // there has been an #else
    struct engine_place place;
    struct condition *outer;
};

struct input { // a file that is being read
    struct source *source;
    struct tokenizer tokenizer;
    const char *name; // as #line says
    size_t line_start;
    bool in_directive;
    struct condition *conditions; // where the file begins
    struct input *outer;
};

struct expansion { // words that are read before what follows in the file
    struct words words;
    size_t at;
    struct macro *macro; // whose they are
    bool limit;          // what follows is not read
    struct expansion *outer;
};

enum {
    INCLUDES_MAX = 64,
    DEPTH_MAX = 200,     // of macros in arguments, and of parentheses in #if
    WORK_MAX = 64 << 20, // bytes of files read and of memory: macros can double a text without end
    NAME_SLOTS = 4096,   // a power of two
};

struct preprocessor {
    const struct preprocess_request *request;
    struct preprocessor_memory *memory;
    size_t work;
    struct source *sources;
    struct input *input;
    struct condition *conditions;
    struct expansion *expansions;
    struct word put_back; // if its kind is not TOKEN_END: the next word
    unsigned pending;     // more flags of the next word, because an expansion has begun or ended
    bool looking;         // for a parenthesis: a directive ends the search
    int collecting;       // arguments: they end with the file
    bool condition;       // words are those of an #if: `defined` has a meaning
    int depth;
    int counter;
    struct name *names[NAME_SLOTS];
    struct engine_place place; // of the last word read from a file: for refusals
    struct attempt runs;
    char *refusal;
    size_t refusal_size;
};

// --- preprocess.c
// Gives up with a reason, in printf's form, at a place.
_Noreturn void refuse(struct preprocessor *p, struct engine_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Memory for `count` times `size` bytes, zeroed, which is freed with the result.
void *allocate(struct preprocessor *p, size_t count, size_t size);

// A string of `length` bytes, and its terminating zero.
char *copy_text(struct preprocessor *p, const char *text, size_t length);

void add_word(struct preprocessor *p, struct words *words, struct word word);

bool word_is(const struct word *word, const char *text);

// Does the second one, which follows the first, touch it?
bool words_touch(const struct word *second);

// The next word of the file, without its macros being expanded. It obeys directives.
struct word file_word(struct preprocessor *p);

// The next word of the directive that is being read; TOKEN_DIRECTIVE_END.
struct word directive_word(struct preprocessor *p);

// Starts to read a file from its beginning.
void input_begin(struct preprocessor *p, struct source *source);

// The file at a path, read once; NULL: there is none.
struct source *source_of(struct preprocessor *p, const char *path);

// --- directives.c
// Reads a directive from after its `#`, and obeys it.
void obey_directive(struct preprocessor *p);

// --- macros.c
// The macro of that name; NULL: none.
struct macro *find_macro(struct preprocessor *p, const struct word *name);

void define_built_ins(struct preprocessor *p);
void define_macro(struct preprocessor *p, const struct words *line); // NAME(PARAMETERS) BODY
void undefine_macro(struct preprocessor *p, const struct word *name);

// The next word after macros are expanded.
struct word expanded_word(struct preprocessor *p);

// All of some words after macros are expanded.
struct words expand_words(struct preprocessor *p, struct words words);

// --- conditions.c
// The value of the words, which are expanded. `place` is the directive's.
bool condition_holds(struct preprocessor *p, struct words words, struct engine_place place);

#endif
