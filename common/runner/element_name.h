// The name of an array element, as in the student's code.
#ifndef LABS_ELEMENT_NAME_H
#define LABS_ELEMENT_NAME_H

#include <stddef.h>

// "s_partial[3]", "s_rows[1][4]", "s_total". `row`: elements per row in an array of rows, 1 in an array of
// one dimension, 0 for a single value. `index` counts through all rows and may be outside. Returns `text`.
const char *element_name(const char *array, size_t row, long long index, char *text, size_t size);

#endif
