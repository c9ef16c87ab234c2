// Where the operands of a statement are set: on other lines, under other conditions, or in a function.
#ifndef LABS_OPERANDS_H
#define LABS_OPERANDS_H

#include <stdbool.h>
#include <stddef.h>

#include "conditions.h"

struct operand {
    char name[32];
    int declared;  // the line that declares it without a value; 0: none
    int condition; // the line of the nearest condition around the last line that sets it; 0: none
    enum condition_kind
        kind; // of that condition, which is not around the statement: CONDITION_TRUE or CONDITION_FALSE
};

// The variables behind the `=` of the statement at `line` that are not always set before it. Returns how many, at most
// `most`. `path`: the file.
//
//     21: value_t left = identity();
//     22: if (tid > stride) {
//     23:     left = s_scan[tid - stride];
//     24: }
//     25: s_scan[tid] = combine(left, s_scan[tid]);                    left: the condition at line 22
size_t operands_find(const char *path, int line, struct operand *operands, size_t most);

// A function that makes a value elsewhere.
struct maker {
    char function[48];
    int result;    // the line of its last `return`
    int set;       // the last line before that sets a variable of the result; 0: none
    char name[32]; // of that variable
    bool mixed;    // another index of the array in the statement is made without the function
};

// Does an index of the array in the statement at `line` call a function of the file, as `s_data[place(i)]` does?
bool operands_index(const char *path, int line, const char *array, struct maker *maker);

// Was an array that the statement at `line` reads set to what a function of the file returns? Then *line_set is that
// line.
bool operands_returned(const char *path, int line, struct maker *maker, int *line_set);

// Does the line call combine(), or a function of the file that does?
bool operands_combined(const char *path, int line);

#endif
