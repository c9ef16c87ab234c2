// Additions of values that a lab combines: `sum += d_in[i]` where combine() belongs.
#ifndef LABS_ADDITIONS_H
#define LABS_ADDITIONS_H

#include <stddef.h>

// Finds the statements from line `first` to line `last` that add to a variable or an array element of type value_t, or
// set it to a sum. Pointer arithmetic does not count. Writes up to `max` of their lines, in order, and returns how
// many. `path`: the file, in which the declarations are found by the word value_t.
size_t additions_find(const char *path, int first, int last, int *lines, size_t max);

#endif
