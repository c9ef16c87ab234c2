// Where a brace or a semicolon is missing. A compiler notices it at the next function or at the file's end, far from
// the mistake; the indentation shows where it is.
#ifndef LABS_CLI_MESSAGE_BRACES_H
#define LABS_CLI_MESSAGE_BRACES_H

#include <stdbool.h>
#include <stddef.h>

struct lone_brace {
    int line;   // of the first brace that seems to have no partner; 0: none
    bool opens; // is it a `{`?
};

// Finds it in a source text of `length` bytes: a `}` at the beginning of a line belongs to a `{` of a statement that
// begins with the same indentation.
//
//     1: void f() {
//     2:     for (int i = 0; i < 3; i++) {         {2, true}: the next } is indented less
//     3:         g(i);
//     4: }
struct lone_brace message_braces_find(const char *text, size_t length);

// The line of the call whose `)` is missing, if GCC says that a macro's arguments do not end: the error's place
// is the end of the file. Writes the macro's name. 0: it is another error.
int message_unclosed_line(const char *message, const char *text, size_t length, char *name, size_t size);

// Is this error of GCC, Clang or nvcc one that a missing brace makes?
bool message_braces_is_cause(const char *message);

// The line that lacks a semicolon at its end, if that is what this error of GCC or nvcc at `line` says: they name the
// next word, which begins another line. 0: it is not.
//
//     1: int i = threadIdx.x
//     2: d_out[i] = 2;                              x.cu:2:1: error: expected ',' or ';' before 'd_out'
int message_semicolon_line(const char *message, const char *text, size_t length, int line);

// The line before `line` that declares the variable which this error of GCC, Clang or nvcc at `line` says is not
// declared: in a block or loop, of the same function, that has ended. Writes its name. 0: there is none.
//
//     1: void f(int n) {
//     2:     if (n > 1) {
//     3:         int half = n / 2;
//     4:     }
//     5:     g(half);                               x.cu:5:7: error: 'half' was not declared in this scope
int message_ended_scope(const char *message, const char *text, size_t length, int line, char *name,
                        size_t size);

#endif
