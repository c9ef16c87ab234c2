// A short scan, written out: its input, what was expected and what came, column by column.
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

// Fills rows[0] (`in`) to rows[2] (`out`), of n values each; leaves them as they are where n is 0 or more
// than SHORT_SCAN_MAX, or where the operator's values are more than one number.
void short_scan_write(enum operator_id operator_id, const void *in, const void *expected, const void *out,
                      size_t n, char rows[SHORT_SCAN_ROWS][SHORT_SCAN_SIZE]);

// Has nobody written this value of `size` bytes of an output, a multiple of 4? (DEVICE_POISON)
bool is_poison(const void *value, size_t size);

#endif
