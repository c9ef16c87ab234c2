// Where does a statement have its values from? The lines of a function that set its variables, and theirs.
#ifndef LABS_ORIGINS_H
#define LABS_ORIGINS_H

#include <stdbool.h>
#include <stddef.h>

#include "conditions.h"

enum { ORIGINS_MAX = 5 };

struct origin {
    char name[32]; // of a local variable, or of a function in an index
    int line; // that sets it: assigns, counts up, or hands its address to a function; where the function begins
    bool handed;   // its address is handed to a function
    bool loop;     // the line is the head of a loop
    bool function; // where a function begins
};

enum origins_of {
    ORIGINS_OF_INDEX, // variables in the line's brackets [], and the arrays before them
    ORIGINS_OF_HEAD,  // in the head of its loop or `if`
    ORIGINS_OF_ALL    // anywhere in its statement
};

struct origins {
    struct origin lines[ORIGINS_MAX]; // in the order of the lines, each once
    size_t count;
};

// Adds the lines that set the variables of `line`, and of the lines that set these, without `line` itself, while
// there is room. `tid = threadIdx.x` is left out. `path`: the file.
//
//     21: const size_t first = blockIdx.x * SIZE;
//     22: for (unsigned k = 0; k < 8; k++) {
//     23:     sum += d_in[first + k];                    ORIGINS_OF_INDEX: first, line 21; k, line 22
void origins_add(const char *path, int line, enum origins_of of, struct origins *origins);

// Is the index behind this array in the line computed from parameters and numbers alone, and not from what is read from
// memory or another lane: `d_counts[n]`, `d_out[i]`? Not if that is unknown. If the array has another name there, all
// indices in the line. Only in a kernel: other functions get indices from their callers.
bool origins_index_is_computed(const char *path, int line, const char *array);

// If `line` is in a function that is no kernel: adds the lines that call it, in the kernel of that name, or else in
// other functions if there are at most two. Returns whether there is a call.
bool origins_add_calls(const char *path, int line, const char *kernel, struct origins *origins);

// The nearest condition and the nearest loop that decide whether and how often `line` runs, and that use its variables
// of this kind, or those that set them; ORIGINS_OF_ALL: any. Returns how many, at most `most`.
//
//     34: for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
//     35:     if (tid <= stride) {
//     36:         s_partial[tid] += s_partial[tid + stride];         ORIGINS_OF_INDEX: line 35, and the loop at line 34
size_t origins_conditions(const char *path, int line, enum origins_of of, struct condition *conditions,
                          size_t most);

// The nearest of them in `line` itself, if there is one: for (size_t k = 0; k <= i; k++) sum += d_in[k];
// Not an `if` that has nothing of its statement in the line, because the line makes the condition: if (d_in[k] > 0) {
bool origins_own_condition(const char *path, int line, enum origins_of of, struct condition *condition);

#endif
