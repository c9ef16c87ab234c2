// What messages ask about the lines of a source: four questions to its tree, and no others. Lines are those of the text
// itself. What is returned is in the tree.
#ifndef LABS_QUESTIONS_H
#define LABS_QUESTIONS_H

#include "tree.h"

// ------------------------------------------------ 1: the loop, the function and the conditions around a line
// The innermost loop that contains all these lines, its head included; NULL: none.
const struct node *question_loop(const struct tree *tree, const int *lines, size_t count);

// The function whose body contains the line; NULL: none.
const struct node *question_function(const struct tree *tree, int line);

enum decision_kind {
    DECISION_TRUE, // of an `if` around the line
    DECISION_FALSE, // of an `if` before it: the line is in its `else`, or the `if` leaves the function or the loop
    DECISION_LOOP // of a loop around it
};

struct decision {
    enum decision_kind kind;
    const struct node *statement; // the `if` or the loop
    int line;                     // of `if`, `for` or `while`
};

// The conditions on other lines that decide whether the line runs, the nearest first. Returns how many, at most `most`.
//
//     21: if (i >= n) {
//     22:     return;
//     23: }
//     24: for (unsigned k = 0; k < 8; k++) {
//     25:     sum += d_in[i + k];                  the loop at line 24; line 21, which is false
size_t question_decisions(const struct tree *tree, int line, struct decision *decisions, size_t most);

// ------------------------------------------------------------------------------------- 2: the calls of a function
// The call or launch behind `after`, NULL: the first one, in `within`, of the function of this name, NULL: any. NULL:
// there is none.
const struct node *question_call(const struct tree *tree, const struct node *within, const struct node *after,
                                 const char *name);

// ---------------------------------------------------------------------------------- 3: the calls inside an index
// The call behind `after`, NULL: the first one, in the brackets [] of an index in the line. NULL: there is none.
const struct node *question_call_in_index(const struct tree *tree, int line, const struct node *after);

// ----------------------------------------------------------------------------------- 4: the lines that set an index
struct setting {
    int line;
    int name;                // the token of a variable, or of a function in an index
    const struct node *node; // the assignment, DECLARATOR, ++ or --, argument of a call; or the FUNCTION
    bool handed;             // the address of the variable is handed to a function
    bool loop;               // in the head of a loop
};

// The lines that set the variables in the brackets [] of the line's indices, and the arrays before them, and the
// variables that those lines use: of each, the first and the last one before the line, and the last one behind it in a
// loop. In the order of the lines, each once, without `line` itself. Returns how many, at most `most`.
//
//     21: const size_t first = blockIdx.x * SIZE;
//     22: for (unsigned k = 0; k < 8; k++) {
//     23:     sum += d_in[first + k];              first, line 21; k, line 22
size_t question_settings(const struct tree *tree, int line, struct setting *settings, size_t most);

#endif
