// Where do the functions of a file make what a statement uses? For values and indices that are made in another function
// than the one where they show.
#ifndef LABS_RESULTS_H
#define LABS_RESULTS_H

#include <stdbool.h>
#include <stddef.h>

#include "origins.h"

struct result {
    int line;          // that sets what the function returns, or elements of `array`
    bool returns;      // is it a `return`?
    char function[32]; // that contains it; "": the kernel
    char array[32];    // a local array that is handed to it; "": what it returns
};

// The last lines that set the results of the functions that the statement at `line` calls, or to which an array was
// handed that it uses: at most two for each function, and at most `most`. If some functions have TODO regions, the
// others are left out: they are given. So is a function of which there are several. `of`: only calls and arrays in the
// brackets [], or only those behind the `=`. There, a variable stands for the statements that set it; and a parameter,
// for the last statement before the kernel's call that hands the same array to a function. `path`: the file. `kernel`:
// the kernel's name.
//
//     11: __device__ unsigned digit_of(int key) {
//     12:     return key % 10;
//     13: }
//     21: d_out[digit_of(d_in[i])] = d_in[i];           ORIGINS_OF_INDEX: line 12, digit_of
size_t results_find(const char *path, int line, enum origins_of of, const char *kernel,
                    struct result *results, size_t most);

// The first line behind `line`, in its function, that uses the variable that `line` sets; 0: none.
int results_use(const char *path, int line);

#endif
