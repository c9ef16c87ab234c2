// A short scan written out: input, expected output and actual output, column by column.
//
//     in        3   1   7   0   4   1   6   3
//     expected  3   4  11  11  15  16  22  25
//     out       3   4   8  11  15  16  22  25
#ifndef LABS_SHORT_SCAN_H
#define LABS_SHORT_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#include "operator/table.h"

enum { SHORT_SCAN_MAX = 16, SHORT_SCAN_ROWS = 3, SHORT_SCAN_SIZE = 320 };

// Fills rows[0] (`in`) to rows[2] (`out`) with n values each. Leaves them unchanged if n is 0 or greater than
// SHORT_SCAN_MAX, or if the operator's values are structs.
void short_scan_write(enum operator_id operator_id, const void *in, const void *expected, const void *out,
                      size_t n, char rows[SHORT_SCAN_ROWS][SHORT_SCAN_SIZE]);

// Is this value of an output, of `size` bytes (a multiple of 4), still unwritten? (DEVICE_POISON)
bool is_poison(const void *value, size_t size);

#endif
