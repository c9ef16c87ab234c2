// Where a brace, a parenthesis or a semicolon is missing. A compiler notices it at the next word, at the next function
// or at the file's end, far from the mistake; the syntax tree and the indentation show where it is.
#ifndef LABS_CLI_MESSAGE_BRACES_H
#define LABS_CLI_MESSAGE_BRACES_H

#include <stdbool.h>
#include <stddef.h>

#include "message.h"

struct lone_brace {
    int line;   // of the first brace that seems to have no partner; 0: none
    bool opens; // is it a `{`?
};

// Finds it, if this error of GCC, Clang or nvcc is one that a missing brace makes.
//
//     1: void f() {
//     2:     for (int i = 0; i < 3; i++) {         {2, true}: the next } is indented less
//     3:         g(i);
//     4: }
struct lone_brace message_lone_brace(const struct message *message);

// The line of the call whose `)` is missing, if GCC says that a macro's arguments do not end: the error's place
// is the end of the file. Writes the macro's name. 0: it is another error.
int message_unclosed_line(const struct message *message, char *name, size_t size);

// The line that lacks a semicolon at its end, if that is what this error of GCC or nvcc says: they name the next word,
// which begins another line. 0: it is not.
//
//     1: int i = threadIdx.x
//     2: d_out[i] = 2;                              x.cu:2:1: error: expected ',' or ';' before 'd_out'
int message_semicolon_line(const struct message *message);

// The line before the error's that declares the variable which this error of GCC, Clang or nvcc says is not declared:
// in a block or loop, of the same function, that has ended. Writes its name. 0 if there is none.
//
//     1: void f(int n) {
//     2:     if (n > 1) {
//     3:         int half = n / 2;
//     4:     }
//     5:     g(half);                               x.cu:5:7: error: 'half' was not declared in this scope
int message_ended_scope(const struct message *message, char *name, size_t size);

#endif
