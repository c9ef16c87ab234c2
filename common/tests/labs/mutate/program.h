// A lab's solution as the mutations see it: words, functions, statements. Preprocessor lines are left out,
// and so is what stands between #if and #endif.
#ifndef LABS_MUTATE_PROGRAM_H
#define LABS_MUTATE_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

#include "regions.h"
#include "token.h"

#define NONE ((size_t)-1) // no word, no statement

// A token, or the tokens of an operator: `<=` and `<<<` are one word.
struct word {
    enum token_kind kind;
    int line;          // from 1
    size_t begin, end; // its bytes of the text
    size_t match;      // of a bracket the other one, < and > of template arguments included; or NONE
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
    size_t first, last;    // words; the last one is its ; or }
    size_t condition;      // of an if or a loop: the word (
    size_t around;         // the statement that it is part of, or NONE
    size_t before, behind; // the statements beside it, or NONE
    size_t function;
};

struct program {
    const char *text;
    size_t length; // bytes
    struct word *words;
    size_t word_count;
    struct function *functions; // in the order of the file
    size_t function_count;
    struct statement *statements; // each before those that are part of it
    size_t statement_count;
    struct regions regions; // the TODOs
};

// Reads a solution; `text`, of `length` bytes, has to outlive *program. 0, or -1 with a message on standard
// error. Either way program_free releases what *program holds.
int program_read(struct program *program, const char *text, size_t length, const char *path);
void program_free(struct program *program);

// statements.c: fills in the statements of all functions. 0, or -1 when memory is short.
int program_find_statements(struct program *program);

// Does word i read so? Past the last word nothing does.
bool word_is(const struct program *program, size_t i, const char *text);
bool word_is_one_of(const struct program *program, size_t i, const char *const *texts); // ends with NULL
bool word_is_name(const struct program *program, size_t i);                             // an identifier

// The number of the TODO region that the word stands in; 0: outside of all.
int word_todo(const struct program *program, size_t i);

// Is it to be mutated? What a learner writes or reads closely is: TODO regions and code for the device. The
// host's side of a lab that is given complete is not.
bool word_is_mutated(const struct program *program, size_t i);

// The function around word i, or NULL.
const struct function *word_function(const struct program *program, size_t i);

// Behind the operand that begins at word i: the next word outside of brackets that ends an expression or is
// an operator which binds less than a comparison.
size_t operand_end(const struct program *program, size_t i);

// Behind the argument that begins at word i: the next comma or closing bracket outside of brackets.
size_t argument_end(const struct program *program, size_t i);

// Does the operator at word i stand between two operands?
bool is_binary(const struct program *program, size_t i);

#endif
