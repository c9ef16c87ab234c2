// A lab's solution as words, functions and statements. Preprocessor lines are omitted, and so is everything
// between #if and #endif.
#ifndef LABS_MUTATE_PROGRAM_H
#define LABS_MUTATE_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

#include "regions.h"
#include "token.h"

#define NONE ((size_t)-1) // no word, no statement

// A token, or all tokens of an operator: `<=` and `<<<` are one word each.
struct word {
    enum token_kind kind;
    int line;          // from 1
    size_t begin, end; // its bytes of the text
    size_t match;      // the matching bracket, also for < and > of template arguments; or NONE
};

// All members but `device` are words.
struct function {
    size_t name;
    size_t parameters;  // the ( before them
    size_t open, close; // the braces of its body
    bool device;        // __global__ or __device__
};

enum statement_kind {
    STATEMENT_EXPRESSION,
    STATEMENT_DECLARATION,
    STATEMENT_IF,
    STATEMENT_LOOP, // for, while, do, switch
    STATEMENT_BLOCK,
    STATEMENT_JUMP // return, break, continue
};

struct statement {
    enum statement_kind kind;
    size_t first, last;    // words; the last one is ; or }
    size_t condition;      // the word ( of an if or a loop
    size_t around;         // the enclosing statement, or NONE
    size_t before, behind; // its neighbours, or NONE
    size_t function;
};

struct program {
    const char *text;
    size_t length; // bytes
    struct word *words;
    size_t word_count;
    struct function *functions; // in the order of the file
    size_t function_count;
    struct statement *statements; // each before those inside it
    size_t statement_count;
    struct regions regions; // the TODOs
};

// Reads a solution; `text`, of `length` bytes, must outlive *program. 0, or -1 with a message on standard
// error. Either way program_free releases what *program holds.
int program_read(struct program *program, const char *text, size_t length, const char *path);
void program_free(struct program *program);

// statements.c: fills in the statements of all functions. 0, or -1 when memory is short.
int program_find_statements(struct program *program);

// Is word i `text`? No for an i past the last word.
bool word_is(const struct program *program, size_t i, const char *text);
bool word_is_one_of(const struct program *program, size_t i, const char *const *texts); // ends with NULL
bool word_is_name(const struct program *program, size_t i);                             // an identifier

// The number of the TODO region around the word; 0: outside all.
int word_todo(const struct program *program, size_t i);

// Is the word to be mutated? Yes in TODO regions and device code, which a student writes or reads closely. No
// in host code that is given.
bool word_is_mutated(const struct program *program, size_t i);

// The function around word i, or NULL.
const struct function *word_function(const struct program *program, size_t i);

// The end of the operand that begins at word i: the next word outside brackets that ends an expression or is
// an operator that binds less tightly than a comparison.
size_t operand_end(const struct program *program, size_t i);

// The end of the argument that begins at word i: the next comma or closing bracket outside brackets.
size_t argument_end(const struct program *program, size_t i);

// Is the operator at word i binary?
bool is_binary(const struct program *program, size_t i);

#endif
