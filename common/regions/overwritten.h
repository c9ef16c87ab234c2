// Is what a statement reads into a variable overwritten before it is used up?
#ifndef LABS_OVERWRITTEN_H
#define LABS_OVERWRITTEN_H

#include <stddef.h>

// The statement at the line sets a variable. Finds the line, of the same function and reached from there, that sets
// this variable, or one that is made of it, to something else, without its earlier value. Writes the variable's name
// and returns the line, which may be `line` itself, in a loop; 0: there is none. `path`: the file.
//
//     21: for (unsigned k = 0; k < 8; k++) {
//     22:     const int x = d_in[first + k];
//     23:     sum = 2 * x;                                  of line 22: sum, line 23
int overwritten_at(const char *path, int line, char *name, size_t size);

#endif
