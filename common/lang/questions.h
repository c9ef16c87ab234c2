// What messages ask about the lines of a source: four questions to its tree, and no others. Lines are those of the text
// itself. What is returned is in the tree. The body of a macro has no answers.
#ifndef LABS_QUESTIONS_H
#define LABS_QUESTIONS_H

#include "tree.h"

// ------------------------------------------------ 1: the loop, the function and the conditions around a line
// The node behind `after`, NULL: the first one, in the order of the text, that is in the line or contains it. NULL:
// there is none.
const struct node *question_node(const struct tree *tree, int line, const struct node *after);

// The lines of a node.
int question_first_line(const struct tree *tree, const struct node *node);
int question_last_line(const struct tree *tree, const struct node *node);
bool question_has_line(const struct tree *tree, const struct node *node, int line);

// The innermost loop that contains all these lines, its head included; NULL: none.
const struct node *question_loop(const struct tree *tree, const int *lines, size_t count);

// The innermost loop or `if` whose body, or `else`, contains the line; NULL: none.
const struct node *question_around(const struct tree *tree, int line);

bool question_is_loop(const struct node *node);

// The function whose body contains the line; NULL: none.
const struct node *question_function(const struct tree *tree, int line);

// The function with a body behind `after`, NULL: the first one. NULL if there is none.
const struct node *question_next_function(const struct tree *tree, const struct node *after);

// The kernel of this name, or of the name before its first `<`; NULL: none.
const struct node *question_kernel(const struct tree *tree, const char *name);

// Are the tokens the same word? Not if one is NO_TOKEN.
bool question_same_word(const struct tree *tree, int a, int b);

// Writes token number i, as the name of a node; "": NO_TOKEN.
enum { QUESTION_NAME = 64 };
void question_word(const struct tree *tree, int i, char word[QUESTION_NAME]);

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

// The same of the call of a barrier: of a function whose name begins with `sync` or `__sync`.
const struct node *question_barrier(const struct tree *tree, const struct node *within,
                                    const struct node *after);

// The lines that call the function which contains the line, if that is no kernel: in the kernel of this name, or else
// in other functions. Returns how many; 0 if there are more than `most`.
size_t question_callers(const struct tree *tree, int line, const char *kernel, int *lines, size_t most);

// ---------------------------------------------------------------------------------- 3: the calls inside an index
// The call behind `after`, NULL: the first one, in the brackets [] of an index in the line. NULL if there is none.
const struct node *question_call_in_index(const struct tree *tree, int line, const struct node *after);

// The variable or member before the brackets of an INDEX: s in s[i][j], but none in f(x)[i]. NULL if there is none.
const struct node *question_array(const struct node *index);

// The first INDEX in the line of the array of this name, NULL: of any. NULL if there is none.
const struct node *question_index(const struct tree *tree, int line, const char *array);

// The first line in `within` that assigns to an element of the array: `array[i] = 0;`, `array[i].member = 0;`. 0: none.
int question_assigned(const struct tree *tree, const struct node *within, const char *array);

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
// loop. In the order of the lines, each once, without `line` itself. With an array's name, only of its indices, without
// the array. Returns how many, at most `most`.
//
//     21: const size_t first = blockIdx.x * SIZE;
//     22: for (unsigned k = 0; k < 8; k++) {
//     23:     sum += d_in[first + k];              first, line 21; k, line 22
size_t question_settings(const struct tree *tree, int line, const char *array, struct setting *settings,
                         size_t most);

#endif
