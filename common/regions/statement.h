// What the statement at a line declares or allocates, by its words.
#ifndef LABS_STATEMENT_H
#define LABS_STATEMENT_H

#include <stdbool.h>
#include <stddef.h>

// Do these lines, of which none is in a string or comment of several lines, belong to one statement?
bool statement_same(const char *path, int one, int other);

// The line where the kernel of this name declares the array __shared__, or else the only function that does; 0:
// unknown.
int statement_declared(const char *path, const char *kernel, const char *array);

// Does the line declare a variable of 8 or 16 bits, as `unsigned char stride = 1;` does? Writes its name, and returns
// the range of its values, as "0 to 255"; NULL: it does not.
const char *statement_narrow(const char *path, int line, char name[32]);

// Of a statement that allocates host memory, at the line: the variable that gets the address, declared there or not.
// false: it is not a single variable, or nothing is allocated.
//
//     int *h_sums = (int *)malloc(blocks * sizeof(int));         h_sums
bool statement_allocates(const char *path, int line, char name[32]);

// Does the line have an element of the variable, `name[`?
bool statement_has_element(const char *path, int line, const char *name);

#endif
