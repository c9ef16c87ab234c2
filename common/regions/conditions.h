// Which conditions decide whether a line runs, and how often?
#ifndef LABS_CONDITIONS_H
#define LABS_CONDITIONS_H

#include <stdbool.h>
#include <stddef.h>

struct block;
struct structure;
struct words;

enum condition_kind {
    CONDITION_TRUE, // of an `if` around the line
    CONDITION_FALSE, // of an `if` before it: the line is in its `else`, or the `if` leaves the function or the loop
    CONDITION_LOOP // of a loop around it
};

struct condition {
    enum condition_kind kind;
    int line;          // of `if`, `for` or `while`
    size_t begin, end; // the words of its head
    bool zero;         // only compares a variable with 0: if (n == 0)
};

// The conditions on other lines that decide whether `line` of the function runs, the nearest first. Returns how many,
// at most `most`.
//
//     21: if (i >= n) {
//     22:     return;
//     23: }
//     24: for (unsigned k = 0; k < 8; k++) {
//     25:     sum += d_in[i + k];                  the loop at line 24; line 21, which is false
size_t conditions_around(const struct words *words, int line, struct condition *conditions, size_t most);

// The same, with those on the line itself: if (stride > 32) __syncthreads();
size_t conditions_of(const struct words *words, int line, struct condition *conditions, size_t most);

#endif
