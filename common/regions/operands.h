// Which function makes an index?
#ifndef LABS_OPERANDS_H
#define LABS_OPERANDS_H

#include <stdbool.h>

// Does an index of the array in the statement at `line` call a function of the file that returns something, as
// `s_data[place(i)]` does? Writes the function's name. `path`: the file.
bool operands_index(const char *path, int line, const char *array, char function[48]);

#endif
